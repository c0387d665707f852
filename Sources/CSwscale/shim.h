#include <libavutil/pixfmt.h>
#include <libswscale/swscale.h>
