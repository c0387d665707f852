import CaptureDriver
import CoreMedia

/// The life of photo requests, from `capturePhoto` to the last callback.
///
/// ```
/// submit -> queued -> (preparing) -> exposing -> processing -> gone
///              |           |  ^         |  ^         |
///              |           |  +- next --+  +- frame was unusable
///              |           |    of bracket |         +-- awaitingMovie -> gone, for Live Photos
///              +-----------+---------------+--- fail: error callbacks, then gone
/// ```
///
/// The struct decides; it does no I/O and knows no frames, only that one arrived. Whoever drives it performs the
/// returned actions in the order of the calls. Whatever happens, the last action for a request is `didFinish`, and there
/// is exactly one of it: no request is ever lost.
package struct PhotoCaptureStateMachine: Sendable {
    /// The `uniqueID` of the request's settings.
    package typealias RequestID = Int64

    /// What the machine has to know of a request.
    package struct Capture: Sendable, Hashable {
        /// Identifies it.
        package var id: RequestID
        /// How many photos it delivers, each from a frame of its own; at least one.
        package var photoCount = 1
        /// Whether it takes long (flash, best quality, brackets), so that waiting for it is shown to the user.
        package var takesLong: Bool
        /// Whether its photos take long once the frames are there, so that waiting for that is shown to the user.
        package var takesLongToProcess = false
        /// Whether the next capture may start before this one is processed.
        package var allowsOverlap = true
        /// Whether a frame from just before the request will do (zero shutter lag).
        package var acceptsPastFrame = false
        /// What must be done to the camera before frames are of use.
        package var preparation = Preparation.none
        /// Whether it is a Live Photo: it is over when its movie is, too. Others need not wait for that.
        package var hasMovie = false

        /// One photo from any frame.
        package init(id: RequestID, takesLong: Bool = false) {
            self.id = id
            self.takesLong = takesLong
        }
    }

    /// What a request needs of the camera before its frames.
    package enum Preparation: Sendable, Hashable {
        /// Any frame will do.
        case none
        /// The light, for all frames.
        case once
        /// An exposure of its own for each frame.
        case each
    }

    /// What is to be done, in order.
    package enum Action: Sendable, Hashable {
        /// Tell the delegate that the settings are resolved.
        case willBegin(RequestID)
        /// Switch the light on, or set the exposure for a photo (index from zero), then call `isPrepared`.
        case prepare(RequestID, photo: Int)
        /// Tell the delegate that the photo is being taken, and watch that a frame arrives in time.
        case willCapture(RequestID)
        /// Undo what `prepare` did.
        case restore(RequestID)
        /// Tell the delegate that the photo has been taken.
        case didCapture(RequestID)
        /// Deliver a processed photo (index from zero).
        case deliver(RequestID, photo: Int)
        /// Deliver an error in place of a photo.
        case deliverFailure(RequestID, photo: Int, PhotoCaptureFailure)
        /// Tell the delegate that a Live Photo's movie takes nothing more.
        case didRecordMovie(RequestID)
        /// Deliver a Live Photo's movie, or the error in place of it. With an error nothing may be recorded any more.
        case deliverMovie(RequestID, PhotoCaptureFailure?)
        /// Tell the delegate that this is the end, and forget the request.
        case didFinish(RequestID, PhotoCaptureFailure?)
    }

    /// A frame is to be processed as this photo of this request.
    package struct FrameUse: Sendable, Hashable {
        /// The request.
        package var id: RequestID
        /// Index from zero.
        package var photo: Int

        /// - Parameters:
        ///   - id: the request.
        ///   - photo: index from zero.
        package init(id: RequestID, photo: Int) {
            self.id = id
            self.photo = photo
        }
    }

    /// Bounds on what may be under way.
    package struct Limits: Sendable, Hashable {
        /// Requests that may be unfinished. UNKNOWN: Apple documents the error, not the number.
        package var unfinishedRequests: Int
        /// Frames that may be held for processing. Each keeps a buffer from the camera, which has few.
        package var heldFrames = 2
        /// Frames that may turn out unreadable before a request gives up.
        package var unusableFrames = 3

        /// The usual ones.
        package init(unfinishedRequests: Int = 32) {
            self.unfinishedRequests = unfinishedRequests
        }
    }

    private enum Phase: Sendable {
        /// Waits for its turn.
        case queued
        /// Waits for the light, or for an exposure of a bracket.
        case preparing
        /// Waits for frames.
        case exposing
        /// Has all its frames.
        case processing
        /// Has delivered all its photos; a Live Photo's movie is still recorded or written.
        case awaitingMovie
    }

    /// How far a Live Photo's movie is.
    private enum Movie: Sendable {
        /// Not asked for, or told of to the end.
        case done
        /// The delegate has not heard of it.
        case due
        /// The delegate knows that it takes nothing more.
        case recorded
    }

    private struct Entry: Sendable {
        var capture: Capture
        var phase = Phase.queued
        /// Frames taken so far.
        var taken = 0
        /// Photos delivered so far, errors included.
        var delivered = 0
        var unusable = 0
        /// Frames before this time don't show what was prepared.
        var notBefore = CMTime.invalid
        /// Whether `restore` is due.
        var isPrepared = false
        /// Whether its time to wait for frames is over: none is waited for any more.
        var isExpired = false
        /// Whether the delegate knows that the photo is being taken.
        var isAnnounced = false
        /// Whether the delegate knows that it has been taken.
        var isTakenAnnounced = false
        var movie: Movie
        var failure: PhotoCaptureFailure?

        init(_ capture: Capture) {
            self.capture = capture
            movie = capture.hasMovie ? .due : .done
        }

        /// Whether nothing is left to be told but the end.
        var isDone: Bool { delivered == capture.photoCount && movie == .done }
    }

    private let limits: Limits
    private var entries: [Entry] = []
    private var isRunning = false

    /// Whether captures may overlap with the processing of earlier ones (responsive capture).
    package private(set) var overlaps = false

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    // MARK: What can be asked

    /// The number of unfinished requests.
    package var unfinishedCount: Int { entries.count }

    /// The number of requests that still need the camera or the processor for photos.
    package var busyCount: Int { entries.count { $0.phase != .awaitingMovie } }

    /// Whether a Live Photo's movie is to be told of.
    package func awaitsMovie(_ id: RequestID) -> Bool { entries.contains { $0.capture.id == id && $0.movie != .done } }

    /// Frames that are held for processing.
    private var heldFrames: Int { entries.reduce(0) { $0 + $1.taken - $1.delivered } }

    /// S-161, in the terms of the documentation: not ready for long when it is long-running work, or requests wait
    /// already; not ready for a moment when it is short work. UNKNOWN: Apple's exact rules.
    package var readiness: PhotoReadiness {
        guard isRunning else { return .sessionNotRunning }
        let isWaiting = entries.contains { $0.phase == .queued }
        let capturing = entries.filter { $0.phase == .preparing || $0.phase == .exposing }
        if !capturing.isEmpty {
            let isLong = isWaiting || capturing.contains { $0.capture.takesLong }
            return isLong ? .notReadyWaitingForCapture : .notReadyMomentarily
        }
        let processing = entries.filter { $0.phase == .processing }
        guard isWaiting || !hasRoom(after: processing) else { return .ready }
        let isLong = isWaiting || processing.contains { $0.capture.takesLong || $0.capture.takesLongToProcess }
        return isLong ? .notReadyWaitingForProcessing : .notReadyMomentarily
    }

    // MARK: Events

    /// Responsive capture was switched on or off.
    package mutating func setOverlaps(_ overlaps: Bool) -> [Action] {
        self.overlaps = overlaps
        return startNext()
    }

    /// The session runs. Requests made before have already failed.
    package mutating func sessionStarted() -> [Action] {
        isRunning = true
        return startNext()
    }

    /// The session doesn't run any more: all that waits for frames fails; frames that were taken are still delivered.
    package mutating func sessionEnded(_ failure: PhotoCaptureFailure) -> [Action] {
        isRunning = false
        return failAll(failure)
    }

    /// A client wants photos. UNKNOWN: what Apple does when the session isn't running; here the request fails at once,
    /// because a wait for a start that nobody has promised has no bound.
    package mutating func submit(_ capture: Capture) -> [Action] {
        let refusal: PhotoCaptureFailure? =
            if !isRunning {
                .sessionNotRunning
            } else if entries.count >= limits.unfinishedRequests {
                .tooManyRequests
            } else {
                nil
            }
        if let refusal {
            var entry = Entry(capture)
            return end(&entry, refusal)
        }
        entries.append(Entry(capture))
        return startNext()
    }

    /// The camera is prepared; frames from `time` on show it (invalid: any frame will do).
    package mutating func isPrepared(_ id: RequestID, from time: CMTime) -> [Action] {
        guard let index = index(of: id), entries[index].phase == .preparing else { return [] }
        entries[index].notBefore = time
        return expose(index)
    }

    /// The camera could not be prepared.
    package mutating func preparationFailed(_ id: RequestID, _ failure: PhotoCaptureFailure) -> [Action] {
        guard let index = index(of: id), entries[index].phase == .preparing else { return [] }
        return fail(index, failure) + startNext()
    }

    /// A frame arrived. Says whose it is, if anybody waits for it.
    package mutating func frameArrived(at time: CMTime) -> (use: FrameUse?, actions: [Action]) {
        assignFrame { entry in
            !entry.notBefore.isValid || !time.isValid || CMTimeCompare(time, entry.notBefore) >= 0
        }
    }

    /// A frame from just before the request is at hand. Says whose it is, if anybody accepts it.
    package mutating func pastFrameIsAtHand() -> (use: FrameUse?, actions: [Action]) {
        assignFrame { $0.capture.acceptsPastFrame && $0.capture.preparation == .none && $0.unusable == 0 }
    }

    /// A photo is ready.
    package mutating func processed(_ use: FrameUse) -> [Action] {
        guard let index = index(of: use.id) else { return [] }
        entries[index].delivered += 1
        return [.deliver(use.id, photo: use.photo)] + finishIfDone(index)
    }

    /// A photo could not be made.
    package mutating func failed(_ use: FrameUse, _ failure: PhotoCaptureFailure) -> [Action] {
        guard let index = index(of: use.id) else { return [] }
        entries[index].delivered += 1
        entries[index].failure = entries[index].failure ?? failure
        return [.deliverFailure(use.id, photo: use.photo, failure)] + finishIfDone(index)
    }

    /// The frame itself was bad: the request waits for another one, unless that happens too often, its time is over, the session
    /// has ended, or it is part of a bracket, whose exposures can't be repeated singly.
    package mutating func frameWasUnusable(_ use: FrameUse, _ failure: PhotoCaptureFailure) -> [Action] {
        guard let index = index(of: use.id) else { return [] }
        entries[index].unusable += 1
        let mayRepeat = isRunning && !entries[index].isExpired && entries[index].capture.photoCount == 1
        guard mayRepeat, entries[index].unusable < limits.unusableFrames else { return failed(use, failure) }
        entries[index].taken = 0
        return prepareOrExpose(index)
    }

    /// A Live Photo's movie takes nothing more.
    package mutating func movieRecorded(_ id: RequestID) -> [Action] {
        guard let index = index(of: id), entries[index].phase != .queued, entries[index].movie == .due else {
            return []
        }
        entries[index].movie = .recorded
        return [.didRecordMovie(id)]
    }

    /// A Live Photo's movie is written, or will never be.
    package mutating func movieFinished(_ id: RequestID, _ failure: PhotoCaptureFailure?) -> [Action] {
        guard let index = index(of: id), entries[index].phase != .queued else { return [] }
        let actions = endMovie(&entries[index], failure)
        guard entries[index].isDone else { return actions }
        let entry = entries.remove(at: index)
        return actions + [.didFinish(id, entry.failure)] + startNext()
    }

    /// Waiting for a frame has taken too long.
    package mutating func expired(_ id: RequestID) -> [Action] {
        guard let index = index(of: id) else { return [] }
        switch entries[index].phase {
        case .queued, .awaitingMovie: return []
        case .processing:
            // The frames are there, and what becomes of them is known soon; but no other frame is waited for.
            entries[index].isExpired = true
            return []
        case .preparing, .exposing: return fail(index, .noFrame) + startNext()
        }
    }

    /// Nothing can be captured any more, for a reason other than the session's end; or none of these requests' photos can.
    package mutating func failAll(
        _ failure: PhotoCaptureFailure,
        where isConcerned: (RequestID) -> Bool = { _ in true }
    ) -> [Action] {
        var actions: [Action] = []
        for id in entries.map(\.capture.id) where isConcerned(id) {
            guard let index = index(of: id) else { continue }
            switch entries[index].phase {
            case .processing, .awaitingMovie: continue
            case .queued, .preparing, .exposing: actions += fail(index, failure)
            }
        }
        return actions + startNext()
    }

    // MARK: Rules

    private func index(of id: RequestID) -> Int? {
        entries.firstIndex { $0.capture.id == id }
    }

    /// Whether one more capture may start while these are processed.
    private func hasRoom(after processing: [Entry]) -> Bool {
        guard !processing.isEmpty else { return true }
        return overlaps && processing.allSatisfy(\.capture.allowsOverlap) && processing.count < limits.heldFrames
    }

    /// Starts the oldest waiting request if its turn has come.
    private mutating func startNext() -> [Action] {
        guard isRunning, let index = entries.firstIndex(where: { $0.phase == .queued }) else { return [] }
        let isCapturing = entries.contains { $0.phase == .preparing || $0.phase == .exposing }
        guard !isCapturing, hasRoom(after: entries.filter { $0.phase == .processing }) else { return [] }
        return [.willBegin(entries[index].capture.id)] + prepareOrExpose(index)
    }

    /// Goes for the next frame of a request.
    private mutating func prepareOrExpose(_ index: Int) -> [Action] {
        switch entries[index].capture.preparation {
        case .none:
            return expose(index)
        case .once where entries[index].isPrepared:
            return expose(index)
        case .once, .each:
            entries[index].phase = .preparing
            entries[index].isPrepared = true
            return [.prepare(entries[index].capture.id, photo: entries[index].taken)]
        }
    }

    /// From now on frames are for this request. The delegate hears of it once.
    private mutating func expose(_ index: Int) -> [Action] {
        entries[index].phase = .exposing
        guard !entries[index].isAnnounced else { return [] }
        entries[index].isAnnounced = true
        return [.willCapture(entries[index].capture.id)]
    }

    private mutating func assignFrame(where accepts: (Entry) -> Bool) -> (use: FrameUse?, actions: [Action]) {
        guard heldFrames < limits.heldFrames,
            let index = entries.firstIndex(where: { $0.phase == .exposing && accepts($0) })
        else { return (nil, []) }
        let id = entries[index].capture.id
        let use = FrameUse(id: id, photo: entries[index].taken)
        entries[index].taken += 1
        guard entries[index].taken == entries[index].capture.photoCount else { return (use, prepareOrExpose(index)) }
        entries[index].phase = .processing
        return (use, restore(index) + announceTaken(index) + startNext())
    }

    private mutating func restore(_ index: Int) -> [Action] {
        guard entries[index].isPrepared else { return [] }
        entries[index].isPrepared = false
        return [.restore(entries[index].capture.id)]
    }

    private mutating func announceTaken(_ index: Int) -> [Action] {
        guard !entries[index].isTakenAnnounced else { return [] }
        entries[index].isTakenAnnounced = true
        return [.didCapture(entries[index].capture.id)]
    }

    private mutating func finishIfDone(_ index: Int) -> [Action] {
        let entry = entries[index]
        guard entry.isDone else {
            if entry.delivered == entry.capture.photoCount { entries[index].phase = .awaitingMovie }
            return startNext()
        }
        entries.remove(at: index)
        return [.didFinish(entry.capture.id, entry.failure)] + startNext()
    }

    /// Tells of the end of a Live Photo's movie, once. Who showed that it is being recorded must be able to stop that in any case.
    private func endMovie(_ entry: inout Entry, _ failure: PhotoCaptureFailure?) -> [Action] {
        let id = entry.capture.id
        let recorded: [Action] =
            switch entry.movie {
            case .done: []
            case .due: [.didRecordMovie(id), .deliverMovie(id, failure)]
            case .recorded: [.deliverMovie(id, failure)]
            }
        if entry.movie != .done { entry.failure = entry.failure ?? failure }
        entry.movie = .done
        return recorded
    }

    /// Fails what a request has not captured yet; what it has is still delivered.
    private mutating func fail(_ index: Int, _ failure: PhotoCaptureFailure) -> [Action] {
        let restoration = restore(index)
        var entry = entries[index]
        let actions = restoration + end(&entry, failure)
        if entry.isDone {
            entries.remove(at: index)
        } else {
            entries[index] = entry
        }
        return actions
    }

    /// The callbacks with which a request ends early: an error in place of each photo that is still due, then the end.
    private func end(_ entry: inout Entry, _ failure: PhotoCaptureFailure) -> [Action] {
        let id = entry.capture.id
        var actions: [Action] = entry.phase == .queued ? [.willBegin(id)] : []
        for photo in entry.taken..<entry.capture.photoCount {
            actions.append(.deliverFailure(id, photo: photo, failure))
            entry.delivered += 1
        }
        entry.taken = entry.capture.photoCount
        entry.phase = .processing
        entry.failure = entry.failure ?? failure
        actions += endMovie(&entry, failure)
        if entry.isDone { actions.append(.didFinish(id, entry.failure)) }
        return actions
    }
}

/// Why a photo could not be taken.
package enum PhotoCaptureFailure: Error, Sendable, Hashable {
    /// The session isn't running, or stopped before the photo was taken.
    case sessionNotRunning
    /// The system interrupted the session before the photo was taken.
    case interrupted
    /// The camera is gone.
    case deviceDisconnected
    /// The session's configuration changed, so that no camera feeds the output any more.
    case configurationChanged
    /// No frame came in time.
    case noFrame
    /// Too many requests are unfinished.
    case tooManyRequests
    /// The camera refused the light, or an exposure of a bracket.
    case cameraRefused(CaptureDriverError)
    /// The camera's frames can't be read.
    case undecodable(String)
    /// The photo could not be brought into the requested format.
    case unencodable(String)
    /// A Live Photo's movie could not be encoded or written; with the code of the public API's error.
    case movieFailed(code: Int, String)
}
