/// Decides which of several waiting frames are delivered.
///
/// Usually one frame waits. Two wait when the thread was held up for a frame period: both are delivered, in order,
/// because a recording wants every frame and a consumer that wants only the newest discards by itself. When more wait,
/// the machine is overloaded and delivering old pictures would only make it worse: the newest is delivered and the others
/// go back to the kernel unseen.
enum BacklogPolicy {
    /// So many waiting frames are all delivered.
    static let tolerated = 2

    /// How many of the oldest waiting frames to skip.
    static func skipped(waiting: Int) -> Int {
        waiting > tolerated ? waiting - 1 : 0
    }
}
