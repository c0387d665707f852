/// Decides which frames of a camera are looked at for text (R-SCAN-1). Pure: told what happens and when, it says what to do.
///
/// One frame at a time, at most ``mostLooksPerSecond`` a second, and never for more than ``greatestShare`` of the time: however
/// slow the machine, the preview keeps a part of it for itself.
public struct LiveTextSchedule: Sendable {
    /// More looks a second are not to be told apart by people.
    public static let mostLooksPerSecond = 6.0
    /// The share of the time in which a frame is looked at, at most.
    public static let greatestShare = 0.9

    /// Whether text is looked for at all.
    public private(set) var isOn = false
    private var began: Duration?
    private var next = Duration.zero

    /// A schedule that is off.
    public init() {}

    /// Begins to look for text, with the next frame, or ends it: what is under way then is of no interest any more.
    public mutating func turn(on isOn: Bool) {
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        next = .zero
    }

    /// A frame has come.
    ///
    /// - Returns: whether it is to be looked at; then ``finished(at:)`` has to follow.
    public mutating func offers(at now: Duration) -> Bool {
        guard isOn, began == nil, now >= next else { return false }
        began = now
        return true
    }

    /// The look at a frame has ended.
    ///
    /// - Returns: whether what was seen is of interest.
    public mutating func finished(at now: Duration) -> Bool {
        guard let began else { return false }
        self.began = nil
        let cost = max(.zero, now - began)
        next = began + max(.seconds(1 / Self.mostLooksPerSecond), cost / Self.greatestShare)
        return isOn
    }
}
