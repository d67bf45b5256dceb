#include "report_page.h"

static const unsigned char report_style[] = {
#embed "page/base.css"
    ,
#embed "page/report.css"
};
static const unsigned char sheet_style[] = {
#embed "page/base.css"
    ,
#embed "page/sheet.css"
};

static const unsigned char elements[] = {
#embed "page/elements.js"
};
static const unsigned char facts[] = {
#embed "page/facts.js"
};
static const unsigned char list[] = {
#embed "page/list.js"
};
static const unsigned char problem[] = {
#embed "page/problem.js"
};
static const unsigned char states[] = {
#embed "page/states.js"
};
static const unsigned char screens[] = {
#embed "page/screens.js"
};
static const unsigned char steps[] = {
#embed "page/steps.js"
};
static const unsigned char compare[] = {
#embed "page/compare.js"
};
static const unsigned char scenarios[] = {
#embed "page/scenarios.js"
};
static const unsigned char findings[] = {
#embed "page/findings.js"
};
static const unsigned char page[] = {
#embed "page/page.js"
};

static const hs_page_file scripts[] = {
    {elements, sizeof elements}, {facts, sizeof facts},         {list, sizeof list},
    {problem, sizeof problem},   {states, sizeof states},       {screens, sizeof screens},
    {steps, sizeof steps},       {compare, sizeof compare},     {scenarios, sizeof scenarios},
    {findings, sizeof findings}, {page, sizeof page},
};

hs_page_file hs_report_style(void) {
  return (hs_page_file){report_style, sizeof report_style};
}

hs_page_file hs_sheet_style(void) {
  return (hs_page_file){sheet_style, sizeof sheet_style};
}

const hs_page_file *hs_page_scripts(size_t *count) {
  *count = sizeof scripts / sizeof scripts[0];
  return scripts;
}
