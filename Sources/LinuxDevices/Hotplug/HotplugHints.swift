/// Tells that device nodes may have come, gone, or changed their permissions.
package protocol HotplugHints: AnyObject, Sendable {
    /// Waits for a hint.
    ///
    /// - Parameter timeoutMilliseconds: at most so long.
    func wait(timeoutMilliseconds: Int32) -> HotplugHint

    /// Makes the present and all later waits return `.stopped`. Any thread.
    func stop()
}

/// Why a wait for a hint returned.
package enum HotplugHint: Sendable, Equatable {
    /// Something changed; what, a look will show.
    case changed
    /// Nothing.
    case timeout
    /// Nobody wants to know any more.
    case stopped
}
