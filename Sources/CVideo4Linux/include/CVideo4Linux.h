// What Swift cannot import of Linux's video interface by itself, each with its reason.
#ifndef PINHOLE_CVIDEO4LINUX_H
#define PINHOLE_CVIDEO4LINUX_H

// The kernel's own header: structures and plain numbers import as they are.
#include <linux/videodev2.h>

// Not part of the Glibc module that Swift ships.
#include <sys/eventfd.h>
#include <sys/inotify.h>

// Request numbers are macros built with _IOR and the like; Swift imports no macro that calls another.
static const unsigned long PINHOLE_VIDIOC_QUERYCAP = VIDIOC_QUERYCAP;
static const unsigned long PINHOLE_VIDIOC_ENUM_FMT = VIDIOC_ENUM_FMT;
static const unsigned long PINHOLE_VIDIOC_ENUM_FRAMESIZES = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long PINHOLE_VIDIOC_ENUM_FRAMEINTERVALS = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long PINHOLE_VIDIOC_G_FMT = VIDIOC_G_FMT;
static const unsigned long PINHOLE_VIDIOC_S_FMT = VIDIOC_S_FMT;
static const unsigned long PINHOLE_VIDIOC_G_PARM = VIDIOC_G_PARM;
static const unsigned long PINHOLE_VIDIOC_S_PARM = VIDIOC_S_PARM;
static const unsigned long PINHOLE_VIDIOC_REQBUFS = VIDIOC_REQBUFS;
static const unsigned long PINHOLE_VIDIOC_QUERYBUF = VIDIOC_QUERYBUF;
static const unsigned long PINHOLE_VIDIOC_QBUF = VIDIOC_QBUF;
static const unsigned long PINHOLE_VIDIOC_DQBUF = VIDIOC_DQBUF;
static const unsigned long PINHOLE_VIDIOC_STREAMON = VIDIOC_STREAMON;
static const unsigned long PINHOLE_VIDIOC_STREAMOFF = VIDIOC_STREAMOFF;
static const unsigned long PINHOLE_VIDIOC_QUERYCTRL = VIDIOC_QUERYCTRL;
static const unsigned long PINHOLE_VIDIOC_QUERYMENU = VIDIOC_QUERYMENU;
static const unsigned long PINHOLE_VIDIOC_G_CTRL = VIDIOC_G_CTRL;
static const unsigned long PINHOLE_VIDIOC_S_CTRL = VIDIOC_S_CTRL;

// Control numbers are sums of sums of macros; Swift imports only the simplest of such expressions.
static const unsigned int PINHOLE_CID_GAIN = V4L2_CID_GAIN;
static const unsigned int PINHOLE_CID_AUTOGAIN = V4L2_CID_AUTOGAIN;
static const unsigned int PINHOLE_CID_AUTO_WHITE_BALANCE = V4L2_CID_AUTO_WHITE_BALANCE;
static const unsigned int PINHOLE_CID_DO_WHITE_BALANCE = V4L2_CID_DO_WHITE_BALANCE;
static const unsigned int PINHOLE_CID_WHITE_BALANCE_TEMPERATURE = V4L2_CID_WHITE_BALANCE_TEMPERATURE;
static const unsigned int PINHOLE_CID_EXPOSURE_AUTO = V4L2_CID_EXPOSURE_AUTO;
static const unsigned int PINHOLE_CID_EXPOSURE_ABSOLUTE = V4L2_CID_EXPOSURE_ABSOLUTE;
static const unsigned int PINHOLE_CID_EXPOSURE_AUTO_PRIORITY = V4L2_CID_EXPOSURE_AUTO_PRIORITY;
static const unsigned int PINHOLE_CID_AUTO_EXPOSURE_BIAS = V4L2_CID_AUTO_EXPOSURE_BIAS;
static const unsigned int PINHOLE_CID_ISO_SENSITIVITY = V4L2_CID_ISO_SENSITIVITY;
static const unsigned int PINHOLE_CID_ISO_SENSITIVITY_AUTO = V4L2_CID_ISO_SENSITIVITY_AUTO;
static const unsigned int PINHOLE_CID_FOCUS_ABSOLUTE = V4L2_CID_FOCUS_ABSOLUTE;
static const unsigned int PINHOLE_CID_FOCUS_AUTO = V4L2_CID_FOCUS_AUTO;
static const unsigned int PINHOLE_CID_AUTO_FOCUS_START = V4L2_CID_AUTO_FOCUS_START;
static const unsigned int PINHOLE_CID_ZOOM_ABSOLUTE = V4L2_CID_ZOOM_ABSOLUTE;
static const unsigned int PINHOLE_CID_WIDE_DYNAMIC_RANGE = V4L2_CID_WIDE_DYNAMIC_RANGE;
static const unsigned int PINHOLE_CID_CAMERA_ORIENTATION = V4L2_CID_CAMERA_ORIENTATION;
static const unsigned int PINHOLE_CID_CAMERA_SENSOR_ROTATION = V4L2_CID_CAMERA_SENSOR_ROTATION;
static const unsigned int PINHOLE_CID_FLASH_LED_MODE = V4L2_CID_FLASH_LED_MODE;
static const unsigned int PINHOLE_CID_FLASH_TORCH_INTENSITY = V4L2_CID_FLASH_TORCH_INTENSITY;

// Casts and shifts beyond the importer's arithmetic.
static const unsigned int PINHOLE_CTRL_FLAG_DISABLED = V4L2_CTRL_FLAG_DISABLED;
static const unsigned int PINHOLE_CTRL_FLAG_READ_ONLY = V4L2_CTRL_FLAG_READ_ONLY;
static const unsigned int PINHOLE_CTRL_FLAG_INACTIVE = V4L2_CTRL_FLAG_INACTIVE;
static const unsigned int PINHOLE_BUF_FLAG_ERROR = V4L2_BUF_FLAG_ERROR;
static const unsigned int PINHOLE_BUF_FLAG_TIMESTAMP_MASK = V4L2_BUF_FLAG_TIMESTAMP_MASK;
static const unsigned int PINHOLE_BUF_FLAG_TIMESTAMP_MONOTONIC = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;

#endif
