import CameraLifecycle

/// One press of the shutter.
struct ShutterPress: Sendable, Hashable {
    /// Counts from 1, in the order of the presses.
    var number: UInt64
}

/// What happens to presses of the shutter, from the press to its answer.
///
/// ```
/// pressed -> waiting -> underWay -> answered -> gone
///               |          |  \________________/
///               |          |     the output is done with it
///               +----------+---- the session ended, time is up, nobody wants it any more: answered with the reason
/// ```
///
/// The struct decides; whoever drives it performs the effects in order. Every press is answered exactly once, at the latest
/// when its time is up; a press is never forgotten because many came at once (R-PHOTO-4), and nothing that comes late, twice
/// or from a session that is gone is taken for an answer.
struct PhotoQueue<Photo: Sendable>: Sendable {
    /// Bounds.
    struct Limits: Sendable, Hashable {
        /// Presses that may be unanswered. More are answered with ``PhotoFailure/tooManyPresses``.
        var unanswered = 64
        /// Requests that the photo output may have at a time; the others wait their turn.
        var underWay = 16
        /// Milliseconds after which a press is answered in any case.
        var patience: Int64 = 20_000
        /// Milliseconds that a photo which has been asked for is waited for after its session has ended: the output still
        /// delivers what it had taken before, and says itself why it did not take the rest.
        var grace: Int64 = 3_000
    }

    /// What happens.
    enum Event: Sendable {
        /// The shutter was pressed.
        case pressed(ShutterPress)
        /// Whoever pressed does not wait any more.
        case abandoned(ShutterPress)
        /// The photo could not even be asked for.
        case refused(ShutterPress, PhotoFailure)
        /// The photo is there: the final one, or with deferred delivery the proxy, which comes in its place.
        case photo(ShutterPress, Photo)
        /// The output is done with a request, in whatever way; with the reason if that gave no photo.
        case finished(ShutterPress, PhotoFailure?)
        /// No photo will be taken any more of what was asked for so far.
        case sessionEnded(PhotoFailure)
        /// A press's time is up.
        case timeIsUp(ShutterPress)
    }

    /// What is to be done, in order.
    enum Effect: Sendable {
        /// Ask the photo output for a photo.
        case capture(ShutterPress)
        /// Tell whoever pressed.
        case answer(ShutterPress, Result<Photo, PhotoFailure>)
        /// Set the press's timer, in the place of the one that is set.
        case setTimer(ShutterPress, CameraTime)
        /// Put the press's timer away.
        case cancelTimer(ShutterPress)
    }

    private enum Phase: Sendable {
        /// Waits for its turn.
        case waiting
        /// The output has been asked; if its session has ended, why.
        case underWay(ended: PhotoFailure?)
        /// Whoever pressed has been told; the output is not done yet.
        case answered
    }

    private struct Entry: Sendable {
        var press: ShutterPress
        /// When it is answered in any case.
        var deadline: CameraTime
        var phase = Phase.waiting
    }

    private let limits: Limits
    /// In the order of the presses.
    private var entries: [Entry] = []

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    // MARK: What can be asked

    /// Presses that have not been answered.
    var unansweredCount: Int {
        entries.count { entry in
            switch entry.phase {
            case .waiting, .underWay: true
            case .answered: false
            }
        }
    }

    /// Whether a photo that was to be taken still is.
    func wants(_ press: ShutterPress) -> Bool {
        guard let index = index(of: press) else { return false }
        switch entries[index].phase {
        case .waiting, .underWay(ended: nil): return true
        case .underWay, .answered: return false
        }
    }

    /// What a UI is to show, given what the output says: presses that wait here are more than the output knows of.
    func readiness(_ output: ShutterReadiness) -> ShutterReadiness {
        let isWaiting = entries.contains { if case .waiting = $0.phase { true } else { false } }
        switch output {
        case .unavailable: return .unavailable
        case .notReadyWaitingForCapture, .notReadyWaitingForProcessing: return output
        case .ready, .notReadyMomentarily: return isWaiting ? .notReadyWaitingForProcessing : output
        }
    }

    // MARK: Events

    /// Decides what follows.
    mutating func handle(_ event: Event, now: CameraTime) -> [Effect] {
        switch event {
        case .pressed(let press): pressed(press, now)
        case .abandoned(let press): fail(press, .cancelled) + startNext()
        case .refused(let press, let failure): remove(press, failure) + startNext()
        case .photo(let press, let photo): succeed(press, photo)
        case .finished(let press, let failure): finished(press, failure)
        case .sessionEnded(let failure): sessionEnded(failure, now)
        case .timeIsUp(let press): timeIsUp(press)
        }
    }

    private mutating func pressed(_ press: ShutterPress, _ now: CameraTime) -> [Effect] {
        guard index(of: press) == nil else { return [] }
        guard unansweredCount < limits.unanswered else { return [.answer(press, .failure(.tooManyPresses))] }
        let deadline = now.after(milliseconds: limits.patience)
        entries.append(Entry(press: press, deadline: deadline))
        return [.setTimer(press, deadline)] + startNext()
    }

    private mutating func succeed(_ press: ShutterPress, _ photo: Photo) -> [Effect] {
        guard let index = index(of: press), case .underWay = entries[index].phase else { return [] }
        entries[index].phase = .answered
        // The timer stays: should the output never be done, its place is free when the time is up.
        return [.answer(press, .success(photo))]
    }

    private mutating func finished(_ press: ShutterPress, _ failure: PhotoFailure?) -> [Effect] {
        guard let index = index(of: press) else { return [] }
        switch entries[index].phase {
        case .waiting: return []
        case .underWay(let ended): return remove(press, ended ?? failure ?? .cameraFailed(code: 0)) + startNext()
        case .answered: return remove(press, .timedOut) + startNext()
        }
    }

    private mutating func sessionEnded(_ failure: PhotoFailure, _ now: CameraTime) -> [Effect] {
        entries.map(\.press).flatMap { press -> [Effect] in
            guard let index = index(of: press) else { return [] }
            switch entries[index].phase {
            case .waiting:
                return remove(press, failure)
            case .underWay(ended: nil):
                entries[index].phase = .underWay(ended: failure)
                return [.setTimer(press, min(entries[index].deadline, now.after(milliseconds: limits.grace)))]
            case .underWay, .answered:
                return []
            }
        }
    }

    private mutating func timeIsUp(_ press: ShutterPress) -> [Effect] {
        guard let index = index(of: press) else { return [] }
        switch entries[index].phase {
        case .underWay(let ended?): return remove(press, ended) + startNext()
        case .waiting, .underWay(ended: nil), .answered: return remove(press, .timedOut) + startNext()
        }
    }

    // MARK: Rules

    private func index(of press: ShutterPress) -> Int? {
        entries.firstIndex { $0.press == press }
    }

    /// Answers a press that has not been answered; what the output has of it keeps its place.
    private mutating func fail(_ press: ShutterPress, _ failure: PhotoFailure) -> [Effect] {
        guard let index = index(of: press) else { return [] }
        switch entries[index].phase {
        case .waiting:
            return remove(press, failure)
        case .underWay:
            entries[index].phase = .answered
            return [.answer(press, .failure(failure))]
        case .answered:
            return []
        }
    }

    /// Forgets a press, and answers it if it has not been answered.
    private mutating func remove(_ press: ShutterPress, _ failure: PhotoFailure) -> [Effect] {
        guard let index = index(of: press) else { return [] }
        switch entries.remove(at: index).phase {
        case .waiting, .underWay: return [.cancelTimer(press), .answer(press, .failure(failure))]
        case .answered: return [.cancelTimer(press)]
        }
    }

    /// Asks for as many photos as there is room for, the oldest press first.
    private mutating func startNext() -> [Effect] {
        var effects: [Effect] = []
        var underWay = entries.count { if case .waiting = $0.phase { false } else { true } }
        for index in entries.indices where underWay < limits.underWay {
            guard case .waiting = entries[index].phase else { continue }
            entries[index].phase = .underWay(ended: nil)
            underWay += 1
            effects.append(.capture(entries[index].press))
        }
        return effects
    }
}
