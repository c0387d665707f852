import CaptureCore
import CaptureDriver
import CoreMedia

/// Which data of several outputs belong together (S-144). Pure: times are those of the data, there is no clock.
///
/// The first output is primary. Each of its data waits until every other output has one with an equal or later time, or is
/// known to have none, and then leaves together with the nearest of each other output, if that is at most half a frame of the
/// primary output's away. Data that belong to no primary one leave alone, in order of time.
///
/// `UNKNOWN`: Apple documents neither how near is near enough, nor how an output is known to have nothing. Here it is known
/// - of an output that cannot deliver, because nothing is connected to it (`expect(_:from:)`);
/// - of one that has said nothing for `patience` while others have: a camera that is slow to start, or stalls, holds the others
///   up once, for so long, and not for every frame;
/// - when as much waits as may: cameras have few buffers.
///
/// The storage is allocated once. After each `add` take groups until there are none; then there is room for the next datum.
struct FramePairing<Datum> {
    /// A datum with its time.
    struct Entry {
        var datum: Datum
        /// In nanoseconds.
        var time: Int64
        /// In nanoseconds; 0 when unknown.
        var duration: Int64
    }

    /// What waits of one output.
    fileprivate struct Lane {
        var entries: [Entry?]
        var head = 0
        var count = 0
        /// The latest time that the output has reached; `nil` before its first datum.
        var newest: Int64?
        /// The time between its latest two data; 0 when unknown.
        var interval: Int64 = 0
        var isExpected = true

        var isFull: Bool { count == entries.count }
        var first: Entry? { count > 0 ? entries[head] : nil }

        func time(at index: Int) -> Int64? {
            index < count ? entries[(head + index) % entries.count]?.time : nil
        }

        mutating func append(_ entry: Entry) {
            entries[(head + count) % entries.count] = entry
            count += 1
        }

        mutating func removeFirst() -> Entry? {
            guard count > 0 else { return nil }
            let entry = entries[head]
            entries[head] = nil
            head = (head + 1) % entries.count
            count -= 1
            return entry
        }

        /// The index of the entry that is nearest to a time, among those that are near enough.
        func nearest(to time: Int64, within tolerance: Int64) -> Int? {
            var best: (index: Int, distance: Int64)?
            for index in 0..<count {
                guard let other = self.time(at: index) else { break }
                let distance = abs(other - time)
                if distance <= tolerance, distance < best?.distance ?? .max { best = (index, distance) }
                if other > time { break }
            }
            return best?.index
        }
    }

    /// How long one output may say nothing before nobody waits for it any more, in nanoseconds: longer than a frame of a slow
    /// camera's, shorter than a viewer would think that the picture stands still.
    static var patience: Int64 { 250_000_000 }
    /// A frame's duration when nothing tells it.
    private static var usualDuration: Int64 { 33_333_333 }
    /// Times are rounded to nanoseconds, so that what is half a frame away may seem to be a little more.
    private static var rounding: Int64 { 2 }

    private var lanes: [Lane]
    /// The latest time of any output, and the first one.
    private var latest: Int64?
    private var earliest: Int64?

    /// - Parameter capacities: how many data of each output may wait.
    init(capacities: [Int]) {
        precondition(!capacities.isEmpty && capacities.allSatisfy { $0 > 1 })
        lanes = capacities.map { Lane(entries: Array(repeating: nil, count: $0)) }
    }

    /// How many outputs there are.
    var outputs: Int { lanes.count }

    /// How many data wait.
    var waiting: Int { lanes.reduce(0) { $0 + $1.count } }

    /// Takes a datum. One whose time is not after the output's latest counts as of that time.
    mutating func add(_ datum: Datum, time: CMTime, duration: CMTime, from output: Int) {
        let newest = lanes[output].newest
        let told = Self.nanoseconds(time) ?? newest ?? latest ?? 0
        let time = max(told, newest ?? told)
        let entry = Entry(datum: datum, time: time, duration: Self.nanoseconds(duration) ?? 0)
        if let newest, time > newest { lanes[output].interval = time - newest }
        lanes[output].newest = time
        lanes[output].isExpected = true
        lanes[output].append(entry)
        latest = max(latest ?? time, time)
        earliest = earliest ?? time
    }

    /// Takes note of a time before which nothing of an output comes any more.
    mutating func reach(_ time: CMTime, from output: Int) {
        guard let time = Self.nanoseconds(time) else { return }
        lanes[output].newest = max(time, lanes[output].newest ?? time)
        latest = max(latest ?? time, time)
        earliest = earliest ?? time
    }

    /// Takes note of whether an output can deliver at all. One that does is expected to.
    mutating func expect(_ isExpected: Bool, from output: Int) {
        lanes[output].isExpected = isExpected
    }

    /// Forgets all data and times.
    mutating func removeAll() {
        for index in lanes.indices { removeAll(of: index) }
        (latest, earliest) = (nil, nil)
    }

    /// Forgets the data and times of one output.
    mutating func removeAll(of output: Int) {
        while lanes[output].removeFirst() != nil {}
        lanes[output].newest = nil
        lanes[output].interval = 0
    }

    /// Takes out what belongs together, if that is known.
    ///
    /// - Parameter group: gets the data, each at its output's index; holds nothing before.
    /// - Returns: whether there was anything.
    mutating func removeGroup(into group: inout [Entry?]) -> Bool {
        guard let primary = lanes[0].first else {
            return removeFirst(earliestStray { isStray($0, at: $1) }, into: &group)
        }
        let tolerance = tolerance(of: primary)
        if removeFirst(earliestStray { $1 < primary.time - tolerance }, into: &group) { return true }
        guard isDecided(at: primary.time) else { return false }
        for index in 1..<lanes.count where lanes[index].nearest(to: primary.time, within: tolerance) ?? 0 > 0 {
            return removeFirst(index, into: &group)
        }
        for index in 1..<lanes.count where lanes[index].nearest(to: primary.time, within: tolerance) != nil {
            group[index] = lanes[index].removeFirst()
        }
        return removeFirst(0, into: &group)
    }

    private mutating func removeFirst(_ index: Int?, into group: inout [Entry?]) -> Bool {
        guard let index else { return false }
        group[index] = lanes[index].removeFirst()
        return true
    }

    /// How far from a primary datum others may be.
    private func tolerance(of primary: Entry) -> Int64 {
        let told = primary.duration > 0 ? primary.duration : lanes[0].interval
        return (told > 0 ? told : Self.usualDuration) / 2 + Self.rounding
    }

    /// Whether nothing can come any more that would belong to a primary datum of this time.
    private func isDecided(at time: Int64) -> Bool {
        for lane in lanes where lane.isFull { return true }
        for index in 1..<lanes.count {
            if let newest = lanes[index].newest, newest >= time { continue }
            if isKnownSilent(index) { continue }
            return false
        }
        return true
    }

    private func isKnownSilent(_ index: Int) -> Bool {
        guard lanes[index].isExpected else { return true }
        guard let latest, let since = lanes[index].newest ?? earliest else { return false }
        return latest - since > Self.patience
    }

    /// The output with the earliest first datum among those that satisfy a condition.
    private func earliestStray(where isStray: (Int, Int64) -> Bool) -> Int? {
        var best: (index: Int, time: Int64)?
        for index in 1..<lanes.count {
            guard let time = lanes[index].first?.time, time < best?.time ?? .max, isStray(index, time) else { continue }
            best = (index, time)
        }
        return best?.index
    }

    /// Whether a datum of another output's belongs to no primary datum, while none waits.
    private func isStray(_ index: Int, at time: Int64) -> Bool {
        if lanes[index].isFull || isKnownSilent(0) { return true }
        // What is nearer to the latest primary datum than to any that can follow came too late for it.
        guard let last = lanes[0].newest else { return false }
        let interval = lanes[0].interval > 0 ? lanes[0].interval : Self.usualDuration
        return time < last + interval / 2 - Self.rounding
    }

    private static func nanoseconds(_ time: CMTime) -> Int64? {
        guard time.isNumeric else { return nil }
        return CMTimeConvertScale(time, timescale: 1_000_000_000, method: .default).value
    }
}

extension FramePairing: Sendable where Datum: Sendable {}
extension FramePairing.Entry: Sendable where Datum: Sendable {}
extension FramePairing.Lane: Sendable where Datum: Sendable {}

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

/// What an output hands to a synchronizer.
enum SynchronizedDatum: Sendable {
    /// A camera's frame.
    case frame(CaptureFrame)
    /// A microphone's packet.
    case audio(CaptureAudioPacket)
    /// Codes that were seen.
    case codes([CodeObservation])
    /// How far away is what a camera's frame shows.
    case depth(CapturedDepth)
    /// News of a frame or a depth map that was lost.
    case drop(FrameDrop)

    /// Whether it is a frame or a depth map, with pixels to hold.
    var isFrame: Bool {
        switch self {
        case .frame, .depth: true
        case .audio, .codes, .drop: false
        }
    }

    /// What becomes of it when the client was too slow for it: news of a lost frame. Sound stays as it is.
    var late: SynchronizedDatum {
        switch self {
        case .frame(let frame):
            .drop(FrameDrop(reason: .late, time: frame.presentationTime, duration: frame.duration))
        case .depth(let depth): .drop(FrameDrop(reason: .late, time: depth.time, duration: depth.duration))
        case .audio, .codes, .drop: self
        }
    }
}
