#ifndef COPENVINO_H
#define COPENVINO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// OpenVINO's C interface, as far as reading text needs it. The library is loaded when text is read for the first time: programs
// that read none start without it, and machines that lack it run everything else. So nothing of its headers is needed to build.

/// Types of tensor elements, with OpenVINO's own values.
enum openvino_element_type { OPENVINO_F32 = 4, OPENVINO_U8 = 16 };

/// A shape: how many dimensions, and their sizes.
typedef struct {
    int64_t rank;
    int64_t *dims;
} openvino_shape;

/// A loaded library. Functions return 0, or a status below zero that `status_text` puts into words.
typedef struct {
    void *library;

    const char *(*status_text)(int status);
    const char *(*last_error)(void);

    int (*core_create)(void **core);
    void (*core_free)(void *core);
    int (*core_read_model)(void *core, const char *model, const char *weights, void **made);
    void (*model_free)(void *model);
    void (*compiled_model_free)(void *compiled);
    int (*create_infer_request)(void *compiled, void **request);
    void (*infer_request_free)(void *request);
    int (*set_input_tensor)(void *request, void *tensor);
    int (*infer)(void *request);
    int (*get_output_tensor)(void *request, void **tensor);

    int (*tensor_from_memory)(int type, openvino_shape shape, void *memory, void **tensor);
    int (*tensor_shape)(void *tensor, openvino_shape *shape);
    int (*tensor_data)(void *tensor, void **data);
    void (*tensor_free)(void *tensor);
    int (*shape_free)(openvino_shape *shape);

    // The rest is used here alone.
    void *compile_model;
    void *preprocess[19];
} openvino_library;

/// Loads the library of a file, for good. Returns NULL, or the loader's words, which hold until the thread's next call of it.
const char *openvino_load(openvino_library *library, const char *path);

/// Begins to use a loaded library: around each call of its functions, of those below, and of `openvino_load`. False when the program ends, and with it
/// what the library consists of: then it may not be called any more.
bool openvino_enter(void);
/// Ends what `openvino_enter` began.
void openvino_leave(void);

/// Adds to a model what prepares its input: pixels come as bytes in the order blue, green, red and one that is ignored, row by row, and leave as
/// (value - mean) / deviation, one plane for each color.
int openvino_take_pixels(
    const openvino_library *library, void *model, const float mean[3], const float deviation[3], void **prepared);

/// Compiles a model for the processor, to answer single requests quickly on a number of threads.
int openvino_compile(const openvino_library *library, void *core, void *model, const char *threads, void **compiled);

/// Gives memory that was freed back to the system, as far as the C library can.
void openvino_give_back_memory(void);

#endif
