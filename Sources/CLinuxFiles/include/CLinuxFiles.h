#ifndef CLINUXFILES_H
#define CLINUXFILES_H

#include <stdint.h>

// Extended attributes, which Swift's module of the C library leaves out.
#include <sys/xattr.h>

/// Renames a file unless another file has the new name. Wrapped because renameat2(2) is a GNU extension of the C library's,
/// which Swift's module of it leaves out. Returns 0 or the error number.
int pinhole_rename_without_replacing(const char *oldpath, const char *newpath);

/// Takes space on the disk for a part of a file without making the file longer. Wrapped, as the two below, because
/// fallocate(2) is a GNU extension. Each returns 0 or the error number.
int pinhole_reserve_space(int descriptor, int64_t offset, int64_t length);
/// Makes room in the middle of a file: what comes later moves back. Offset and length are multiples of the block size.
int pinhole_insert_space(int descriptor, int64_t offset, int64_t length);
/// Takes a part out of a file: what comes later moves forward. Offset and length are multiples of the block size.
int pinhole_remove_space(int descriptor, int64_t offset, int64_t length);
/// The size of a block of the file's file system; 0 if it cannot be found out. Wrapped because statfs(2) is Linux's own.
int64_t pinhole_block_size(int descriptor);
/// Whether any program, this one included, has a file open for writing. `descriptor` must be open for reading only. Wrapped
/// because F_SETLEASE is a GNU extension, too. Returns 1 if so, 0 if not, and the negative error number where it cannot be
/// found out: the file is another user's, or its file system (NFS, FUSE) knows no leases.
int pinhole_is_being_written(int descriptor);

/// Has the C library take blocks of so many bytes and more from the kernel one by one, for good, and give them back when they are freed.
/// Wrapped, as the one below, because Swift's module of the C library leaves malloc.h out.
void pinhole_map_blocks(int least_bytes);
/// Gives back the free memory that the C library keeps.
void pinhole_return_free_memory(void);

#endif
