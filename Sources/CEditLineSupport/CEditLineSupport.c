#include "CEditLineSupport.h"
