#include "AllocationCounter.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

// The C library's own allocator under its internal names, which it exports for exactly this use.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_ulong count;
static atomic_ulong freed;
// A block that changes its size is asked for once more, but there is still only one.
static atomic_ulong resized;

unsigned long allocation_counter_read(void) {
    return atomic_load_explicit(&count, memory_order_relaxed);
}

long allocation_counter_live(void) {
    return (long)(allocation_counter_read() - atomic_load_explicit(&freed, memory_order_relaxed) -
                  atomic_load_explicit(&resized, memory_order_relaxed));
}

unsigned long allocation_counter_live_bytes(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

static void note(void) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
    note();
    return __libc_calloc(items, size);
}

void free(void *block) {
    if (block != NULL) {
        atomic_fetch_add_explicit(&freed, 1, memory_order_relaxed);
    }
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    note();
    if (block != NULL) {
        // The C library frees a block whose size becomes zero, and returns none.
        atomic_fetch_add_explicit(&resized, size == 0 ? 2 : 1, memory_order_relaxed);
    }
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note();
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}
