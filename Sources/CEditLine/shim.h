// libedit's native interface.
#include <histedit.h>
