import Foundation

/// How large this process may make a file: what lets a disk fill up without a disk.
enum DiskQuota {
    /// Refuses to let files grow beyond a size, in bytes; `nil` for as large as they like.
    static func limitFiles(to size: UInt64?) {
        // Whoever writes beyond the limit gets an error, not a signal.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
}
