#include "CBundledLua.h"
