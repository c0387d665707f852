// Cairo draws the simulated scenes: anti-aliased shapes, gradients and text. fontconfig finds the files of the fonts, and
// FreeType opens them; cairo-ft.h includes both.
#include <cairo.h>
#include <cairo-ft.h>
