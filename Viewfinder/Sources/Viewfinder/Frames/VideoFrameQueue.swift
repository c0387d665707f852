/// The latest frames of a video, as far back as a viewer may be behind.
///
/// A frame of H.264 is decoded with those before it. A viewer therefore gets all of them in order, or goes on with a key
/// frame. The queue begins with the newest key frame while it has room, so a viewer who is behind, or who comes, begins there:
///
/// ```
///  K P P P P            a viewer who comes begins with K, and gets all P at once
///  P P P P P P          full, K is gone: whoever follows gets the next P, whoever comes waits for a key frame
///  K                    a new key frame: what lies before is gone, and whoever is behind leaves it out
/// ```
///
/// JPEG files are key frames, so there is never more than the newest one of them.
struct VideoFrameQueue {
    /// What a viewer gets.
    enum Step {
        /// This frame.
        ///
        /// - Parameters:
        ///   - generation: its place in the order of publication, from 1 on; the argument for the next call.
        ///   - skipped: how many frames before it the viewer never gets.
        case frame(EncodedFrame, generation: UInt64, skipped: UInt64)
        /// Nothing yet: it has the newest one.
        case upToDate
        /// Nothing: it can go on with a key frame only, and there is none.
        case needsKeyFrame
    }

    private let limit: Int
    private var frames: [EncodedFrame] = []
    /// The place of the last frame that was ever appended; 0 before the first.
    private var newest: UInt64 = 0

    /// - Parameter limit: how many frames are held at most.
    init(limit: Int = 12) {
        precondition(limit > 0)
        self.limit = limit
        frames.reserveCapacity(limit)
    }

    /// How many frames are held.
    var count: Int { frames.count }

    /// Adds the next frame.
    mutating func append(_ frame: EncodedFrame) {
        if frame.isKeyFrame {
            frames.removeAll(keepingCapacity: true)
        } else if frames.count == limit {
            frames.removeFirst()
        }
        frames.append(frame)
        newest += 1
    }

    /// Forgets all frames. Who had the newest one can go on with the next.
    mutating func removeAll() {
        frames.removeAll(keepingCapacity: true)
    }

    /// What a viewer gets now.
    ///
    /// - Parameter generation: the place of the frame that it got last; nil, or 0, if it got none.
    func next(after generation: UInt64?) -> Step {
        let last = generation ?? 0
        if last > 0, last >= newest { return .upToDate }
        let first = newest - UInt64(frames.count) + 1
        if last > 0, last + 1 >= first {
            return .frame(frames[Int(last + 1 - first)], generation: last + 1, skipped: 0)
        }
        guard let begin = frames.first, begin.isKeyFrame else { return .needsKeyFrame }
        return .frame(begin, generation: first, skipped: last > 0 ? first - last - 1 : 0)
    }
}
