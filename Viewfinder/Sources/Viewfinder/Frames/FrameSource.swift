/// Where a client's frames come from.
protocol FrameSource: AnyObject, Sendable {
    /// The frame that a client gets now; nil while there is none for it.
    ///
    /// - Parameter generation: the place of the frame that it got last; nil before the first.
    func next(after generation: UInt64?) -> FrameBroadcaster.Delivery?

    /// Wakes `client` from now on.
    func add(_ client: any FrameClient)

    /// Stops waking `client`.
    func remove(_ client: any FrameClient)
}

extension FrameBroadcaster: FrameSource {
    func next(after generation: UInt64?) -> Delivery? { newest(after: generation) }
}
