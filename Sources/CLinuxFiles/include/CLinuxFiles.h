#ifndef CLINUXFILES_H
#define CLINUXFILES_H

/// Renames a file unless another file has the new name. Wrapped because renameat2(2) is a GNU extension of the C library's,
/// which Swift's module of it leaves out. Returns 0 or the error number.
int pinhole_rename_without_replacing(const char *oldpath, const char *newpath);

#endif
