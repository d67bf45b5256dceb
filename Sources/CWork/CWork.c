#include "CWork.h"

_Thread_local int64_t hs_work_counted = 0;
