// Cairo draws the simulated scenes: anti-aliased shapes, gradients and text.
#include <cairo.h>
