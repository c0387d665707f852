// What the sources use of Darwin and Linux's C library lacks.
@_exported import Glibc

public let F_FULLFSYNC: Int32 = 51
