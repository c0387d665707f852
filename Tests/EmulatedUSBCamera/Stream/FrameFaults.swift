/// What is wrong with a frame.
struct FrameFaults: Equatable {
    /// The camera says itself that the frame is bad: the error bit in the header of its last payload.
    var isMarked = false
    /// The frame ends half way.
    var isTruncated = false
    /// Bytes in the middle are overwritten.
    var isCorrupt = false
    /// The plug is pulled half way.
    var unplugs = false
}

/// The faults that are ordered for coming frames.
struct PendingFaults: Equatable {
    var marked = 0
    var truncated = 0
    var corrupt = 0
    var unplugs = false

    /// Takes those of the next frame.
    mutating func consume() -> FrameFaults {
        let faults = FrameFaults(
            isMarked: marked > 0,
            isTruncated: truncated > 0,
            isCorrupt: corrupt > 0,
            unplugs: unplugs
        )
        marked = max(marked - 1, 0)
        truncated = max(truncated - 1, 0)
        corrupt = max(corrupt - 1, 0)
        unplugs = false
        return faults
    }
}
