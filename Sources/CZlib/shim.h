// The header of zlib, as one module.
#include <zlib.h>
