#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/statfs.h>

int pinhole_rename_without_replacing(const char *oldpath, const char *newpath) {
    return renameat2(AT_FDCWD, oldpath, AT_FDCWD, newpath, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

static int allocate(int descriptor, int mode, int64_t offset, int64_t length) {
    int result;
    do result = fallocate(descriptor, mode, offset, length);
    while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

int pinhole_reserve_space(int descriptor, int64_t offset, int64_t length) {
    return allocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length);
}

int pinhole_insert_space(int descriptor, int64_t offset, int64_t length) {
    return allocate(descriptor, FALLOC_FL_INSERT_RANGE, offset, length);
}

int pinhole_remove_space(int descriptor, int64_t offset, int64_t length) {
    return allocate(descriptor, FALLOC_FL_COLLAPSE_RANGE, offset, length);
}

int64_t pinhole_block_size(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 ? (int64_t)status.f_bsize : 0;
}

int pinhole_is_being_written(int descriptor) {
    // The kernel grants a read lease only while nobody has the file open for writing. Whoever opens it for writing in the
    // moment that the lease is held waits for that moment, and this program is told by a signal: by default SIGIO, which would
    // end it; so by SIGURG, which is ignored unless somebody cares.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) return -errno;
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -errno;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

void pinhole_map_blocks(int least_bytes) {
    mallopt(M_MMAP_THRESHOLD, least_bytes);
}

void pinhole_return_free_memory(void) {
    malloc_trim(0);
}
