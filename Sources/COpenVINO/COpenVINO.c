#include "COpenVINO.h"

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Positions in `preprocess`.
enum {
    CREATE, FREE, GET_INPUT_INFO, INPUT_INFO_FREE, GET_TENSOR_INFO, TENSOR_INFO_FREE, GET_STEPS, STEPS_FREE, GET_MODEL_INFO,
    MODEL_INFO_FREE, SET_ELEMENT_TYPE, SET_COLOR_FORMAT, SET_LAYOUT, CONVERT_COLOR, CONVERT_ELEMENT_TYPE, MEAN, SCALE, MODEL_SET_LAYOUT,
    BUILD
};

static const char *const preprocess_names[] = {
    "ov_preprocess_prepostprocessor_create",
    "ov_preprocess_prepostprocessor_free",
    "ov_preprocess_prepostprocessor_get_input_info",
    "ov_preprocess_input_info_free",
    "ov_preprocess_input_info_get_tensor_info",
    "ov_preprocess_input_tensor_info_free",
    "ov_preprocess_input_info_get_preprocess_steps",
    "ov_preprocess_preprocess_steps_free",
    "ov_preprocess_input_info_get_model_info",
    "ov_preprocess_input_model_info_free",
    "ov_preprocess_input_tensor_info_set_element_type",
    "ov_preprocess_input_tensor_info_set_color_format",
    "ov_preprocess_input_tensor_info_set_layout",
    "ov_preprocess_preprocess_steps_convert_color",
    "ov_preprocess_preprocess_steps_convert_element_type",
    "ov_preprocess_preprocess_steps_mean_multi_channels",
    "ov_preprocess_preprocess_steps_scale_multi_channels",
    "ov_preprocess_input_model_info_set_layout",
    "ov_preprocess_prepostprocessor_build",
};

enum { COLOR_BGR = 6, COLOR_BGRX = 9 };

// Every function of the list is found, or the library is not one that can be used.
static bool find(void *handle, const char *name, void *place)
{
    void *symbol = dlsym(handle, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool find_all(openvino_library *it)
{
    void *handle = it->library;
    for (size_t index = 0; index < sizeof preprocess_names / sizeof *preprocess_names; index++) {
        if (!find(handle, preprocess_names[index], &it->preprocess[index])) return false;
    }
    return find(handle, "ov_get_error_info", &it->status_text) && find(handle, "ov_get_last_err_msg", &it->last_error)
        && find(handle, "ov_core_create", &it->core_create) && find(handle, "ov_core_free", &it->core_free)
        && find(handle, "ov_core_read_model", &it->core_read_model) && find(handle, "ov_model_free", &it->model_free)
        && find(handle, "ov_core_compile_model", &it->compile_model)
        && find(handle, "ov_compiled_model_free", &it->compiled_model_free)
        && find(handle, "ov_compiled_model_create_infer_request", &it->create_infer_request)
        && find(handle, "ov_infer_request_free", &it->infer_request_free)
        && find(handle, "ov_infer_request_set_input_tensor", &it->set_input_tensor)
        && find(handle, "ov_infer_request_infer", &it->infer)
        && find(handle, "ov_infer_request_get_output_tensor", &it->get_output_tensor)
        && find(handle, "ov_tensor_create_from_host_ptr", &it->tensor_from_memory)
        && find(handle, "ov_tensor_get_shape", &it->tensor_shape) && find(handle, "ov_tensor_data", &it->tensor_data)
        && find(handle, "ov_tensor_free", &it->tensor_free) && find(handle, "ov_shape_free", &it->shape_free);
}

// Calls that are under way and those that were made, and whether the program ends.
static struct {
    pthread_mutex_t lock;
    int calls, made;
    bool ends;
} use = {PTHREAD_MUTEX_INITIALIZER, 0, 0, false};

// After so many calls the library has made all that it keeps in globals.
enum { FIRST_CALLS = 64 };

// The program's end runs the destructors of what the library keeps in globals, under the threads that use it. So while it is used,
// a program ends without them, with the status it would have ended with.
static void end(int status, void *unused)
{
    (void)unused;
    pthread_mutex_lock(&use.lock);
    use.ends = true;
    bool is_in_use = use.calls > 0;
    pthread_mutex_unlock(&use.lock);
    if (!is_in_use) return;
    // Not all streams: one that a thread is stuck in would keep the program.
    fflush(stdout);
    _exit(status);
}

// What was registered last is called first, so this comes whenever something may have been made that shall be destroyed later. What
// is made within a call that is under way is destroyed before, nevertheless: who can, ends its program by `quick_exit`.
static void end_before_destructors(void)
{
#ifdef __GLIBC__
    on_exit(end, NULL);
#endif
}

bool openvino_enter(void)
{
    pthread_mutex_lock(&use.lock);
    bool may_enter = !use.ends;
    if (may_enter) use.calls++;
    pthread_mutex_unlock(&use.lock);
    return may_enter;
}

void openvino_leave(void)
{
    pthread_mutex_lock(&use.lock);
    use.calls--;
    bool is_one_of_the_first = use.made < FIRST_CALLS;
    if (is_one_of_the_first) use.made++;
    pthread_mutex_unlock(&use.lock);
    if (is_one_of_the_first) end_before_destructors();
}

// The library loads what computes on a processor by itself, and unloads it with its last core, although threads that it made
// there may still be ending. So it is loaded here, for good. Where it lies elsewhere, the library finds it or tells that it is missing.
static void keep_plugin(const char *library)
{
    static const char name[] = "libopenvino_intel_cpu_plugin.so";
    const char *end_of_folder = strrchr(library, '/');
    size_t folder = end_of_folder ? (size_t)(end_of_folder + 1 - library) : 0;
    char *path = malloc(folder + sizeof name);
    if (!path) return;
    memcpy(path, library, folder);
    memcpy(path + folder, name, sizeof name);
    dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    free(path);
}

const char *openvino_load(openvino_library *library, const char *path)
{
    memset(library, 0, sizeof *library);
    library->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library->library) return dlerror();
    end_before_destructors();
    dlerror();
    if (!find_all(library)) {
        // The library stays, as the loader's words end with its next call.
        const char *words = dlerror();
        memset(library, 0, sizeof *library);
        return words ? words : "it lacks functions";
    }
    keep_plugin(path);
    // Loaded once more, it makes some of its globals anew.
    pthread_mutex_lock(&use.lock);
    use.made = 0;
    pthread_mutex_unlock(&use.lock);
    end_before_destructors();
    return NULL;
}

// What is made on the way, to be freed whichever step fails.
typedef struct {
    void *processor, *input, *tensor, *steps, *model;
    void *layouts[2];
} preparation;

static int prepare(const openvino_library *it, preparation *made, const float mean[3], const float deviation[3])
{
    void *const *call = it->preprocess;
    int (*layout_create)(const char *, void **) = dlsym(it->library, "ov_layout_create");
    if (!layout_create) return -1;
    int status = layout_create("NHWC", &made->layouts[0]);
    if (!status) status = layout_create("NCHW", &made->layouts[1]);
    if (!status) status = ((int (*)(void *, void **))call[GET_INPUT_INFO])(made->processor, &made->input);
    if (!status) status = ((int (*)(void *, void **))call[GET_TENSOR_INFO])(made->input, &made->tensor);
    if (!status) status = ((int (*)(void *, int))call[SET_ELEMENT_TYPE])(made->tensor, OPENVINO_U8);
    if (!status) status = ((int (*)(void *, int))call[SET_COLOR_FORMAT])(made->tensor, COLOR_BGRX);
    if (!status) status = ((int (*)(void *, void *))call[SET_LAYOUT])(made->tensor, made->layouts[0]);
    if (!status) status = ((int (*)(void *, void **))call[GET_STEPS])(made->input, &made->steps);
    if (!status) status = ((int (*)(void *, int))call[CONVERT_COLOR])(made->steps, COLOR_BGR);
    if (!status) status = ((int (*)(void *, int))call[CONVERT_ELEMENT_TYPE])(made->steps, OPENVINO_F32);
    if (!status) status = ((int (*)(void *, const float *, int32_t))call[MEAN])(made->steps, mean, 3);
    if (!status) status = ((int (*)(void *, const float *, int32_t))call[SCALE])(made->steps, deviation, 3);
    if (!status) status = ((int (*)(void *, void **))call[GET_MODEL_INFO])(made->input, &made->model);
    if (!status) status = ((int (*)(void *, void *))call[MODEL_SET_LAYOUT])(made->model, made->layouts[1]);
    return status;
}

static void release(const openvino_library *it, preparation *made)
{
    void *const *call = it->preprocess;
    void (*layout_free)(void *) = dlsym(it->library, "ov_layout_free");
    if (made->model) ((void (*)(void *))call[MODEL_INFO_FREE])(made->model);
    if (made->steps) ((void (*)(void *))call[STEPS_FREE])(made->steps);
    if (made->tensor) ((void (*)(void *))call[TENSOR_INFO_FREE])(made->tensor);
    if (made->input) ((void (*)(void *))call[INPUT_INFO_FREE])(made->input);
    if (made->processor) ((void (*)(void *))call[FREE])(made->processor);
    for (int index = 0; index < 2; index++) {
        if (made->layouts[index] && layout_free) layout_free(made->layouts[index]);
    }
}

int openvino_take_pixels(
    const openvino_library *library, void *model, const float mean[3], const float deviation[3], void **prepared)
{
    void *const *call = library->preprocess;
    preparation made = {0};
    *prepared = NULL;
    int status = ((int (*)(void *, void **))call[CREATE])(model, &made.processor);
    if (!status) status = prepare(library, &made, mean, deviation);
    if (!status) status = ((int (*)(void *, void **))call[BUILD])(made.processor, prepared);
    release(library, &made);
    return status;
}

int openvino_compile(const openvino_library *library, void *core, void *model, const char *threads, void **compiled)
{
    int (*compile)(void *, void *, const char *, size_t, void **, ...) =
        (int (*)(void *, void *, const char *, size_t, void **, ...))library->compile_model;
    // What it prepares for each new size of picture takes memory, so it keeps that of a few.
    return compile(
        core, model, "CPU", (size_t)8, compiled, "INFERENCE_NUM_THREADS", threads, "PERFORMANCE_HINT", "LATENCY", "NUM_STREAMS", "1", "CPU_RUNTIME_CACHE_CAPACITY", "16");
}

void openvino_give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
