import CoreMedia

/// Which frames of a camera are looked at for objects: one at a time, at most 15 a second, and fewer where looking takes so long that it
/// would cost more than an eighth of a processor.
package struct DetectionSchedule: Sendable {
    /// Between two looks, in seconds. A little less than at 15 looks a second, as frames do not come quite evenly.
    private static let shortestInterval = 1.0 / 15 - 0.005
    /// How many times as long as a look took nobody looks again.
    private static let rest = 8.0

    private var latest: Double?
    private var next = 0.0
    private var latestCost = 0.0
    /// Whether a look is under way.
    package private(set) var isDetecting = false

    /// Nothing was looked at yet.
    package init() {}

    /// Whether a frame is to be looked at now; then `finish(cost:)` must follow.
    package mutating func begins(at time: CMTime) -> Bool {
        guard !isDetecting, time.isNumeric else { return false }
        let seconds = time.seconds
        // Time goes backwards where another stream begins.
        if let latest, seconds >= latest, seconds < next { return false }
        (latest, next, isDetecting) = (seconds, seconds + Self.shortestInterval, true)
        return true
    }

    /// The look is over. One alone may have been dear by accident, two in a row are believed.
    ///
    /// - Parameter cost: how long a processor was busy with it, in seconds.
    package mutating func finish(cost: Double) {
        isDetecting = false
        if let latest { next = max(next, latest + Self.rest * min(cost, latestCost)) }
        latestCost = cost
    }

    /// Other frames come from now on. A look that is under way goes on.
    package mutating func reset() {
        latest = nil
    }
}
