// The fact ledgers, compiled into the program: Markdown text, read by HomeScreenSimulator's FactLedger.
#ifndef CFACTS_H
#define CFACTS_H

#include <stddef.h>

// One ledger. `bytes` is UTF-8 without a terminating zero; both pointers live as long as the program.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} CFactsLedger;

// Returns the number of ledgers.
int cfacts_ledger_count(void);

// Returns the ledger at `index`; one without a name and with length 0 if `index` is out of range.
CFactsLedger cfacts_ledger(int index);

#endif
