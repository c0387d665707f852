// libudev, from Debian's libudev-dev: names, serial numbers and hot-plug of devices.
#include <libudev.h>
