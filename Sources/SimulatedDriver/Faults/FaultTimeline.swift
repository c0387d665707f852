/// A script's events that have not happened yet. Pure: the runner asks, and does.
struct FaultTimeline: Sendable {
    private var timed: [FaultScript.Event]
    private var framed: [FaultScript.Event]

    init(_ script: FaultScript) {
        // Stable: events of the same time happen in the script's order.
        timed = script.events.enumerated().filter { $0.element.seconds != nil }.sorted { a, b in
            let (first, second) = (a.element.seconds ?? 0, b.element.seconds ?? 0)
            return first != second ? first < second : a.offset < b.offset
        }.map(\.element)
        framed = script.events.filter { $0.seconds == nil }
    }

    /// When the next timed event is due.
    var nextSeconds: Double? { timed.first?.seconds }

    /// Takes the timed events that are due.
    mutating func removeDue(seconds: Double) -> [FaultScript.Event] {
        let due = timed.prefix { ($0.seconds ?? 0) <= seconds }
        timed.removeFirst(due.count)
        return Array(due)
    }

    /// Whether any event waits for a frame; asked for every frame.
    var waitsForFrames: Bool { !framed.isEmpty }

    /// Takes the events that happen before a frame.
    ///
    /// - Parameters:
    ///   - number: the frame's number.
    ///   - isHere: whether an event's device is the camera of the frame.
    mutating func removeDue(frame number: UInt64, isHere: (String?) -> Bool) -> [FaultScript.Event] {
        let due = framed.filter { $0.isDue(frame: number) && isHere($0.device) }
        framed.removeAll { $0.isDue(frame: number) && isHere($0.device) }
        return due
    }
}

extension FaultScript.Event {
    fileprivate var seconds: Double? {
        guard case .seconds(let seconds) = moment else { return nil }
        return seconds
    }

    fileprivate func isDue(frame number: UInt64) -> Bool {
        guard case .frame(let wanted) = moment else { return false }
        return wanted <= number
    }
}
