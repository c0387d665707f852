#ifndef PINHOLE_CLIBYUV_SHIM_H
#define PINHOLE_CLIBYUV_SHIM_H

#include <libyuv.h>

// libyuv's row functions read these tables with aligned vector loads. Swift can only pass the address of a copy of a C
// constant, and the copy need not be aligned, so the addresses of the originals are handed out here.
// The "Yvu" tables give red and blue exchanged when the chroma planes are exchanged too.

typedef enum PinholeYUVMatrix {
    PinholeYUVMatrix601,
    PinholeYUVMatrix709,
    PinholeYUVMatrix2020
} PinholeYUVMatrix;

static inline const struct YuvConstants *pinhole_yuv_constants(PinholeYUVMatrix matrix, int fullRange) {
    switch (matrix) {
    case PinholeYUVMatrix601: return fullRange ? &kYuvJPEGConstants : &kYuvI601Constants;
    case PinholeYUVMatrix709: return fullRange ? &kYuvF709Constants : &kYuvH709Constants;
    default: return fullRange ? &kYuvV2020Constants : &kYuv2020Constants;
    }
}

static inline const struct YuvConstants *pinhole_yvu_constants(PinholeYUVMatrix matrix, int fullRange) {
    switch (matrix) {
    case PinholeYUVMatrix601: return fullRange ? &kYvuJPEGConstants : &kYvuI601Constants;
    case PinholeYUVMatrix709: return fullRange ? &kYvuF709Constants : &kYvuH709Constants;
    default: return fullRange ? &kYvuV2020Constants : &kYvu2020Constants;
    }
}

#endif
