#ifndef PINHOLE_CLIBAV_SHIM_H
#define PINHOLE_CLIBAV_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros that Swift cannot import.
static inline int pinhole_averror(int number) { return AVERROR(number); }
static inline int pinhole_averror_again(void) { return AVERROR(EAGAIN); }
static inline int pinhole_averror_eof(void) { return AVERROR_EOF; }
static inline int64_t pinhole_av_no_time(void) { return AV_NOPTS_VALUE; }

// Swift does not see the fields behind the union of a channel layout, and cannot pass one function of several types.
static inline void pinhole_av_channels(AVChannelLayout *layout, int channels) {
    av_channel_layout_default(layout, channels);
}

#endif
