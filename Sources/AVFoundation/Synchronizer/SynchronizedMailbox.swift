/// Data that belong together on their way to a slow or fast client, in order, bounded. The storage is allocated once.
///
/// Outputs keep their rules for late data (S-145): with `discardsLate` a new frame of an output takes the place of one that
/// nobody has fetched yet, which turns into news of a drop; without, up to `frameCapacity` frames of the output wait, and what
/// comes then is dropped.
struct SynchronizedMailbox: Sendable {
    typealias Entry = FramePairing<SynchronizedDatum>.Entry

    /// How many frames of an output wait at most, as with the output alone.
    static let frameCapacity = 15

    private var slots: [Entry?]
    private var head = 0
    /// How many groups wait.
    private(set) var count = 0
    /// How many of them waited already when the latest data arrived.
    private var earlier = 0
    private let outputs: Int
    private let capacity: Int

    /// - Parameters:
    ///   - outputs: how many data a group has at most.
    ///   - capacity: how many groups wait; beyond it, the oldest is forgotten.
    init(outputs: Int, capacity: Int = 64) {
        self.outputs = outputs
        self.capacity = capacity
        slots = Array(repeating: nil, count: outputs * capacity)
    }

    /// Enqueues a group, and empties it.
    ///
    /// - Parameters:
    ///   - isWithFormer: whether the same datum that decided on the former group decided on this one, too: then nobody was late to
    ///     fetch that.
    ///   - discardsLate: of each output.
    mutating func enqueue(_ group: inout [Entry?], isWithFormer: Bool = false, discardsLate: (Int) -> Bool) {
        if !isWithFormer { earlier = count }
        for output in 0..<outputs {
            guard group[output]?.datum.isFrame == true else { continue }
            if discardsLate(output) {
                dropWaitingFrames(of: output)
            } else if waitingFrames(of: output) >= Self.frameCapacity, let late = group[output]?.datum.late {
                group[output]?.datum = late
            }
        }
        if count == capacity { removeFirst() }
        let start = (head + count) % capacity * outputs
        for output in 0..<outputs {
            slots[start + output] = group[output]
            group[output] = nil
        }
        count += 1
    }

    /// Fetches the oldest group.
    ///
    /// - Parameter group: gets the data, each at its output's index, and nothing where there are none; of a group whose data were
    ///   forgotten, nothing at all.
    /// - Returns: whether there was a group.
    mutating func next(into group: inout [Entry?]) -> Bool {
        guard count > 0 else { return false }
        let start = head * outputs
        for output in 0..<outputs { group[output] = slots[start + output] }
        removeFirst()
        return true
    }

    /// Forgets everything.
    mutating func removeAll() {
        while count > 0 { removeFirst() }
    }

    /// Forgets the data of one output. Groups that hold nothing else stay, empty.
    mutating func removeAll(of output: Int) {
        for group in 0..<count { slots[(head + group) % capacity * outputs + output] = nil }
    }

    private mutating func removeFirst() {
        for output in 0..<outputs { slots[head * outputs + output] = nil }
        head = (head + 1) % capacity
        count -= 1
        earlier = max(0, earlier - 1)
    }

    private func waitingFrames(of output: Int) -> Int {
        (0..<count).count { slots[(head + $0) % capacity * outputs + output]?.datum.isFrame == true }
    }

    private mutating func dropWaitingFrames(of output: Int) {
        for group in 0..<earlier {
            let index = (head + group) % capacity * outputs + output
            if let datum = slots[index]?.datum, datum.isFrame { slots[index]?.datum = datum.late }
        }
    }
}
