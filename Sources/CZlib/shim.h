// gzFile: reads plain and compressed files alike, members one after the other, and tells how far it has come.
#include <zlib.h>
