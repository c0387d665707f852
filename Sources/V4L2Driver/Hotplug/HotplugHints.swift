/// Tells that video nodes may have come, gone, or changed their permissions.
protocol HotplugHints: AnyObject, Sendable {
    /// Waits for a hint.
    ///
    /// - Parameter timeoutMilliseconds: at most so long.
    func wait(timeoutMilliseconds: Int32) -> HotplugHint

    /// Makes the present and all later waits return `.stopped`. Any thread.
    func stop()
}

/// Why a wait for a hint returned.
enum HotplugHint: Sendable, Equatable {
    /// Something changed; what, a look will show.
    case changed
    /// Nothing.
    case timeout
    /// Nobody wants to know any more.
    case stopped
}
