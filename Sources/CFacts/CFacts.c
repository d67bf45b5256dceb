#include "CFacts.h"

static const unsigned char alternate_icons[] = {
#embed "ledgers/alternate-icons.md"
};

static const unsigned char launch[] = {
#embed "ledgers/launch.md"
};

static const unsigned char quick_actions[] = {
#embed "ledgers/quick-actions.md"
};

static const unsigned char store_validation[] = {
#embed "ledgers/store-validation.md"
};

static const unsigned char system_texts[] = {
#embed "ledgers/system-texts.md"
};

static const CFactsLedger ledgers[] = {
  {"alternate-icons", alternate_icons, sizeof alternate_icons},
  {"launch", launch, sizeof launch},
  {"quick-actions", quick_actions, sizeof quick_actions},
  {"store-validation", store_validation, sizeof store_validation},
  {"system-texts", system_texts, sizeof system_texts},
};

int cfacts_ledger_count(void) { return (int)(sizeof ledgers / sizeof ledgers[0]); }

CFactsLedger cfacts_ledger(int index) {
  if (index < 0 || index >= cfacts_ledger_count()) {
    return (CFactsLedger){NULL, NULL, 0};
  }
  return ledgers[index];
}
