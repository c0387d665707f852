#define _GNU_SOURCE
#include "CLinuxFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
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
