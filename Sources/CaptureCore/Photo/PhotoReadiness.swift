import CoreMedia
import Dispatch
import Foundation
import Synchronization

/// Whether a photo output would serve a new request soon (S-161).
package enum PhotoReadiness: Sendable, CaseIterable {
    /// The session isn't running.
    case sessionNotRunning
    /// A request would be served at once.
    case ready
    /// Not ready, but only for a moment.
    case notReadyMomentarily
    /// Not ready for longer: the output is busy taking a photo.
    case notReadyWaitingForCapture
    /// Not ready for longer: the output is busy processing photos.
    case notReadyWaitingForProcessing
}

/// The readiness that a coordinator shows: the output's, and the requests that are on their way to it.
package struct PhotoReadinessTracker: Sendable {
    private var output = PhotoReadiness.sessionNotRunning
    /// Requests on their way, and whether they take long.
    private var tracked: [Int64: Bool] = [:]

    /// The session does not run, and no request is on its way.
    package init() {}

    /// UNKNOWN: how Apple combines them. Here a request on its way counts as one that is being captured, also while the
    /// session is being started on another queue; where the output is busy already, its own value says more.
    package var value: PhotoReadiness {
        guard !tracked.isEmpty else { return output }
        switch output {
        case .ready, .sessionNotRunning, .notReadyMomentarily:
            return tracked.values.contains(true) ? .notReadyWaitingForCapture : .notReadyMomentarily
        case .notReadyWaitingForCapture, .notReadyWaitingForProcessing:
            return output
        }
    }

    /// A request is on its way.
    package mutating func track(_ id: Int64, takesLong: Bool) {
        tracked[id] = takesLong
    }

    /// A request is not coming.
    package mutating func stopTracking(_ id: Int64) {
        tracked[id] = nil
    }

    /// The output's readiness changed. If a request has arrived, it and all older ones are tracked no more (S-162).
    package mutating func outputChanged(_ readiness: PhotoReadiness, arrived: Int64? = nil) {
        output = readiness
        guard let arrived else { return }
        tracked = tracked.filter { $0.key > arrived }
    }
}

/// Who waits for the output to be prepared for certain settings. Documented: S-167.
///
/// There is nothing to allocate ahead, so preparing takes no time; what remains is when the client hears of it.
package struct PhotoPreparation<Completion: Sendable>: Sendable {
    private var pending: Completion?
    private var isConfiguring = false
    private var isRunning = false

    /// Whom to tell, and what.
    package struct Answer: Sendable {
        /// Who asked.
        package var completion: Completion
        /// Whether the output is prepared.
        package var isPrepared: Bool
    }

    /// Nobody waits.
    package init() {}

    /// A client wants to be prepared; whoever waited before hears at once that nothing came of it.
    package mutating func prepare(_ completion: Completion?) -> [Answer] {
        var answers = pending.map { [Answer(completion: $0, isPrepared: false)] } ?? []
        pending = completion
        answers += answerIfReady()
        return answers
    }

    /// The session started or stopped.
    package mutating func sessionRunningChanged(_ isRunning: Bool) -> [Answer] {
        self.isRunning = isRunning
        return answerIfReady()
    }

    /// A batch of configuration changes was opened, or has been committed.
    package mutating func configurationChanged(isOpen: Bool) -> [Answer] {
        isConfiguring = isOpen
        return answerIfReady()
    }

    private mutating func answerIfReady() -> [Answer] {
        guard isRunning, !isConfiguring, let completion = pending else { return [] }
        pending = nil
        return [Answer(completion: completion, isPrepared: true)]
    }
}

/// How long the latest photos took from frame to file.
package struct PhotoProcessingTimes: Sendable {
    private static let remembered = 8
    private var latest: [Double] = []

    /// No photo has been taken.
    package init() {}

    /// Notes how many seconds a photo took.
    package mutating func add(seconds: Double) {
        latest.append(max(0, seconds))
        if latest.count > Self.remembered { latest.removeFirst() }
    }

    /// From the shortest to the longest; zero before the first photo.
    package var range: CMTimeRange {
        guard let shortest = latest.min(), let longest = latest.max() else {
            return CMTimeRange(start: .zero, duration: .zero)
        }
        return CMTimeRange(
            start: CMTime(seconds: shortest, preferredTimescale: 1_000_000),
            end: CMTime(seconds: longest, preferredTimescale: 1_000_000)
        )
    }
}

/// The identity that photo settings share with their copies: the id, and whether it has been used.
///
/// Keeping the mark with the settings, instead of a list of all used ids with the output, costs no memory however many
/// photos are taken.
package final class PhotoSettingsIdentity: Sendable {
    private static let lastID = Atomic<Int64>(0)

    /// Unique for the life of the process; grows from one settings object to the next.
    package let uniqueID: Int64
    private let used = Atomic<Bool>(false)

    package init() {
        uniqueID = Self.lastID.add(1, ordering: .relaxed).newValue
    }

    /// Whether settings with this identity have been used.
    package var isUsed: Bool { used.load(ordering: .acquiring) }

    /// Marks the identity as used; tells whether it was unused before.
    package func markUsed() -> Bool {
        !used.exchange(true, ordering: .acquiringAndReleasing)
    }
}

/// Calls on the main queue.
package enum PhotoMainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

    /// Whether this code runs on the main queue. On Linux that need not be the main thread: once a program has given that
    /// away with `dispatchMain()`, which Swift's concurrency does, other threads empty the main queue.
    private static var isCurrent: Bool {
        _ = mark
        return DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread
    }

    /// Performs an action on the main queue: at once if this is it, else soon.
    package static func perform(_ action: @escaping @Sendable () -> Void) {
        if isCurrent { action() } else { DispatchQueue.main.async(execute: action) }
    }
}
