// The styles of pages and the scripts of report pages, embedded in the executable.

#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stddef.h>

/// A file of a page.
typedef struct hs_page_file {
  const unsigned char *bytes;
  size_t size;
} hs_page_file;

/// The style sheet of reports.
hs_page_file hs_report_style(void);

/// The style sheet of an app's icons.
hs_page_file hs_sheet_style(void);

/// The scripts, in their order in the page.
const hs_page_file *hs_page_scripts(size_t *count);

#endif
