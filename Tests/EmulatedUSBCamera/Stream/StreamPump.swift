/// The pictures' endpoint: which of the host's waiting transfers gets which piece of which frame, and when.
///
/// Pure: time, orders and pictures are passed in. Times are nanoseconds of one monotonic clock.
struct StreamPump {
    /// A transfer that the host waits for.
    struct Request: Equatable {
        var sequence: UInt32
        var capacity: Int
    }

    /// What to do now.
    enum Step: Equatable {
        /// Answer a transfer.
        case send(sequence: UInt32, header: [UInt8], body: ArraySlice<UInt8>)
        /// Nothing before this time; `nil`: before the host asks for more.
        case wait(until: Int64?)
        /// Pull the plug.
        case unplug
    }

    private struct Frame {
        var bytes: ArraySlice<UInt8>
        var splitter: PayloadSplitter
        var unplugs: Bool
    }

    private var parameters = StreamParameters()
    private var requests: [Request] = []
    private var frame: Frame?
    private var frameTime: Int64?
    private var isOdd = false
    /// Counts the frames that were begun.
    private(set) var frameNumber = 0
    /// Counts the frames that were sent to their end, whatever was wrong with them.
    private(set) var framesSent = 0

    /// Takes over what was agreed; ends the stream that runs.
    mutating func configure(_ parameters: StreamParameters) {
        stop()
        self.parameters = parameters
    }

    /// Ends the stream: the next transfer begins a new frame.
    mutating func stop() {
        frame = nil
        frameTime = nil
    }

    /// The host waits for a transfer.
    mutating func queue(_ request: Request) {
        requests.append(request)
    }

    /// The host doesn't wait for a transfer any more.
    ///
    /// - Returns: whether it was waiting; otherwise it was answered already.
    mutating func unlink(_ sequence: UInt32) -> Bool {
        guard let index = requests.firstIndex(where: { $0.sequence == sequence }) else { return false }
        requests.remove(at: index)
        return true
    }

    /// Decides what to do now; to be asked again until it says to wait.
    ///
    /// - Parameters:
    ///   - consumeFaults: the faults of the next frame.
    ///   - picture: the bytes of a picture in a mode.
    mutating func step(
        at now: Int64,
        consumeFaults: () -> FrameFaults,
        picture: (VideoMode, Int) -> [UInt8]
    ) -> Step {
        guard let request = requests.first else { return .wait(until: nil) }
        if frame == nil {
            let due = frameTime ?? now
            guard now >= due else { return .wait(until: due) }
            frame = begin(consumeFaults(), picture)
            let interval = Int64(parameters.frameInterval) * 100
            // Who is late by more than a frame does not hurry to catch up.
            frameTime = now - due > interval ? now + interval : due + interval
        }
        guard var current = frame else { return .wait(until: nil) }
        var capacity = request.capacity
        if current.unplugs {
            let rest = current.splitter.byteCount / 2 - current.splitter.sent
            guard rest > 0 else { return .unplug }
            capacity = min(capacity, rest + PayloadSplitter.headerByteCount)
        }
        requests.removeFirst()
        let payload = current.splitter.next(capacity: capacity)
        frame = current.splitter.isComplete ? nil : current
        if frame == nil { framesSent += 1 }
        let start = current.bytes.startIndex
        return .send(
            sequence: request.sequence,
            header: payload.header,
            body: current.bytes[(start + payload.range.lowerBound)..<(start + payload.range.upperBound)]
        )
    }

    private mutating func begin(_ faults: FrameFaults, _ picture: (VideoMode, Int) -> [UInt8]) -> Frame {
        var bytes = picture(parameters.mode, frameNumber % EmulatedFrame.count)[...]
        frameNumber += 1
        isOdd.toggle()
        if faults.isCorrupt { Self.corrupt(&bytes) }
        if faults.isTruncated { bytes = bytes.prefix(bytes.count / 2) }
        return Frame(
            bytes: bytes,
            splitter: PayloadSplitter(byteCount: bytes.count, isOdd: isOdd, isMarked: faults.isMarked),
            unplugs: faults.unplugs
        )
    }

    /// Puts the beginning of a picture into its middle, as when the packets in between are lost and the camera's next
    /// picture is taken for the rest of this one.
    private static func corrupt(_ bytes: inout ArraySlice<UInt8>) {
        let beginning = bytes.prefix(bytes.count / 4)
        let middle = bytes.startIndex + bytes.count / 2
        bytes.replaceSubrange(middle..<(middle + beginning.count), with: beginning)
    }
}
