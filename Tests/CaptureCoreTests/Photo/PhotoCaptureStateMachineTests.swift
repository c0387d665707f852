import CaptureCore
import CoreMedia
import SeededRandom
import Testing

@Suite struct PhotoCaptureStateMachineTests {
    typealias Machine = PhotoCaptureStateMachine
    typealias Action = PhotoCaptureStateMachine.Action

    private func running(overlaps: Bool = false, limits: Machine.Limits = .init()) -> Machine {
        var machine = Machine(limits: limits)
        _ = machine.setOverlaps(overlaps)
        _ = machine.sessionStarted()
        return machine
    }

    private func use(_ id: Int64, _ photo: Int = 0) -> Machine.FrameUse { .init(id: id, photo: photo) }

    @Test("S-149: willBegin comes first and didFinish last")
    func order() {
        var machine = running()
        var actions = machine.submit(.init(id: 1))
        let taken = machine.frameArrived(at: .zero)
        actions += taken.actions
        #expect(taken.use == use(1))
        actions += machine.processed(use(1))
        #expect(
            actions == [.willBegin(1), .willCapture(1), .didCapture(1), .deliver(1, photo: 0), .didFinish(1, nil)]
        )
        #expect(machine.unfinishedCount == 0)
    }

    @Test("A frame that nobody waits for is nobody's")
    func unwantedFrame() {
        var machine = running()
        #expect(machine.frameArrived(at: .zero).use == nil)
        #expect(machine.frameArrived(at: .zero).actions == [])
    }

    @Test("Without responsive capture the next request begins when the last one has finished")
    func oneAtATime() {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        #expect(machine.submit(.init(id: 2)) == [])
        #expect(machine.frameArrived(at: .zero).actions == [.didCapture(1)])
        #expect(machine.frameArrived(at: .zero).use == nil)
        #expect(
            machine.processed(use(1)) == [.deliver(1, photo: 0), .didFinish(1, nil), .willBegin(2), .willCapture(2)]
        )
    }

    @Test(
        "S-160: with responsive capture the next request begins while the last one is processed, but holds two frames at most"
    )
    func overlapping() {
        var machine = running(overlaps: true)
        _ = machine.submit(.init(id: 1))
        #expect(machine.submit(.init(id: 2)) == [])
        #expect(machine.submit(.init(id: 3)) == [])
        #expect(machine.frameArrived(at: .zero).actions == [.didCapture(1), .willBegin(2), .willCapture(2)])
        #expect(machine.frameArrived(at: .zero).actions == [.didCapture(2)])
        #expect(machine.frameArrived(at: .zero).use == nil)
        #expect(
            machine.processed(use(1)) == [.deliver(1, photo: 0), .didFinish(1, nil), .willBegin(3), .willCapture(3)]
        )
    }

    @Test("Uncompressed photos don't overlap even with responsive capture")
    func uncompressedDoesNotOverlap() {
        var machine = running(overlaps: true)
        var capture = Machine.Capture(id: 1)
        capture.allowsOverlap = false
        _ = machine.submit(capture)
        _ = machine.submit(.init(id: 2))
        #expect(machine.frameArrived(at: .zero).actions == [.didCapture(1)])
    }

    @Test("Zero shutter lag: a past frame goes to whoever accepts one")
    func pastFrame() {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        #expect(machine.pastFrameIsAtHand().use == nil)
        _ = machine.sessionEnded(.sessionNotRunning)
        _ = machine.sessionStarted()
        var capture = Machine.Capture(id: 2)
        capture.acceptsPastFrame = true
        _ = machine.submit(capture)
        #expect(machine.pastFrameIsAtHand().use == use(2))
    }

    @Test("Flash: frames from before the light don't count, and the light goes off when the photo is taken")
    func light() {
        var machine = running()
        var capture = Machine.Capture(id: 1)
        capture.preparation = .once
        capture.acceptsPastFrame = true
        #expect(machine.submit(capture) == [.willBegin(1), .prepare(1, photo: 0)])
        #expect(machine.pastFrameIsAtHand().use == nil)
        #expect(machine.frameArrived(at: CMTime(value: 1, timescale: 1)).use == nil)
        #expect(machine.isPrepared(1, from: CMTime(value: 5, timescale: 1)) == [.willCapture(1)])
        #expect(machine.frameArrived(at: CMTime(value: 4, timescale: 1)).use == nil)
        let taken = machine.frameArrived(at: CMTime(value: 5, timescale: 1))
        #expect(taken.use == use(1))
        #expect(taken.actions == [.restore(1), .didCapture(1)])
    }

    @Test("A camera that can't be prepared fails the request")
    func preparationFails() {
        var machine = running()
        var capture = Machine.Capture(id: 1)
        capture.preparation = .once
        _ = machine.submit(capture)
        #expect(
            machine.preparationFailed(1, .noFrame) == [
                .restore(1), .deliverFailure(1, photo: 0, .noFrame), .didFinish(1, .noFrame),
            ]
        )
    }

    @Test("S-169: a bracket takes a frame for each exposure, and prepares each")
    func bracket() {
        var machine = running()
        var capture = Machine.Capture(id: 1)
        capture.photoCount = 3
        capture.preparation = .each
        var actions = machine.submit(capture)
        for photo in 0..<3 {
            actions += machine.isPrepared(1, from: .invalid)
            let taken = machine.frameArrived(at: .zero)
            #expect(taken.use == use(1, photo))
            actions += taken.actions + machine.processed(use(1, photo))
        }
        #expect(
            actions == [
                .willBegin(1), .prepare(1, photo: 0), .willCapture(1), .prepare(1, photo: 1), .deliver(1, photo: 0),
                .prepare(1, photo: 2), .deliver(1, photo: 1), .restore(1), .didCapture(1), .deliver(1, photo: 2),
                .didFinish(1, nil),
            ]
        )
    }

    @Test("A bracket that is cut short delivers what it has, and errors for the rest")
    func cutBracket() {
        var machine = running()
        var capture = Machine.Capture(id: 1)
        capture.photoCount = 3
        _ = machine.submit(capture)
        _ = machine.frameArrived(at: .zero)
        #expect(
            machine.sessionEnded(.interrupted) == [
                .deliverFailure(1, photo: 1, .interrupted), .deliverFailure(1, photo: 2, .interrupted),
            ]
        )
        #expect(machine.processed(use(1)) == [.deliver(1, photo: 0), .didFinish(1, .interrupted)])
    }

    @Test(
        "A session that ends fails every request that waits for a frame, and none is lost",
        arguments: [PhotoCaptureFailure.sessionNotRunning, .interrupted, .deviceDisconnected, .configurationChanged]
    )
    func sessionEnds(_ failure: PhotoCaptureFailure) {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        _ = machine.submit(.init(id: 2))
        #expect(
            machine.sessionEnded(failure) == [
                .deliverFailure(1, photo: 0, failure), .didFinish(1, failure),
                .willBegin(2), .deliverFailure(2, photo: 0, failure), .didFinish(2, failure),
            ]
        )
        #expect(machine.unfinishedCount == 0)
    }

    @Test("A photo whose frame has been taken survives the end of the session")
    func takenFrameSurvives() {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.sessionEnded(.deviceDisconnected) == [])
        #expect(machine.processed(use(1)) == [.deliver(1, photo: 0), .didFinish(1, nil)])
    }

    @Test("A request to a session that isn't running ends with an error at once")
    func notRunning() {
        var machine = Machine()
        #expect(
            machine.submit(.init(id: 1)) == [
                .willBegin(1), .deliverFailure(1, photo: 0, .sessionNotRunning), .didFinish(1, .sessionNotRunning),
            ]
        )
    }

    @Test("Too many unfinished requests are refused, not lost")
    func tooMany() {
        var machine = running(limits: .init(unfinishedRequests: 2))
        _ = machine.submit(.init(id: 1))
        _ = machine.submit(.init(id: 2))
        #expect(machine.submit(.init(id: 3)).last == .didFinish(3, .tooManyRequests))
        #expect(machine.unfinishedCount == 2)
    }

    @Test("A bad frame is replaced by the next one, up to a limit, and the delegate hears of the capture once")
    func unusableFrame() {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        #expect(machine.frameArrived(at: .zero).actions == [.didCapture(1)])
        #expect(machine.frameWasUnusable(use(1), .undecodable("x")) == [])
        #expect(machine.frameArrived(at: .zero).actions == [])
        #expect(machine.frameWasUnusable(use(1), .undecodable("x")) == [])
        #expect(machine.frameArrived(at: .zero).use == use(1))
        #expect(
            machine.frameWasUnusable(use(1), .undecodable("x")) == [
                .deliverFailure(1, photo: 0, .undecodable("x")), .didFinish(1, .undecodable("x")),
            ]
        )
    }

    @Test("A request whose wait is over waits for no other frame when the one it has turns out bad")
    func unusableFrameAfterExpiry() {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.expired(1) == [])
        #expect(
            machine.frameWasUnusable(use(1), .undecodable("x")) == [
                .deliverFailure(1, photo: 0, .undecodable("x")), .didFinish(1, .undecodable("x")),
            ]
        )
        #expect(machine.unfinishedCount == 0)
    }

    @Test("A bad frame after the session's end is an error")
    func unusableFrameAfterEnd() {
        var machine = running()
        _ = machine.submit(.init(id: 1))
        _ = machine.frameArrived(at: .zero)
        _ = machine.sessionEnded(.interrupted)
        #expect(machine.frameWasUnusable(use(1), .undecodable("x")).last == .didFinish(1, .undecodable("x")))
    }

    @Test("A wait that expires is an error; expiry of anything else is nothing")
    func expiry() {
        var machine = running()
        #expect(machine.expired(1) == [])
        _ = machine.submit(.init(id: 1))
        _ = machine.submit(.init(id: 2))
        #expect(machine.expired(2) == [])
        #expect(
            machine.expired(1) == [
                .deliverFailure(1, photo: 0, .noFrame), .didFinish(1, .noFrame), .willBegin(2), .willCapture(2),
            ]
        )
        _ = machine.frameArrived(at: .zero)
        #expect(machine.expired(2) == [])
    }

    @Test("Events for a request that is gone are nothing")
    func strayEvents() {
        var machine = running()
        #expect(machine.processed(use(9)) == [])
        #expect(machine.failed(use(9), .noFrame) == [])
        #expect(machine.frameWasUnusable(use(9), .noFrame) == [])
        #expect(machine.isPrepared(9, from: .zero) == [])
        #expect(machine.preparationFailed(9, .noFrame) == [])
        #expect(machine.failAll(.noFrame) == [])
    }

    @Test("S-161: readiness follows what the output is busy with")
    func readiness() {
        var machine = Machine()
        #expect(machine.readiness == .sessionNotRunning)
        _ = machine.sessionStarted()
        #expect(machine.readiness == .ready)
        _ = machine.submit(.init(id: 1))
        #expect(machine.readiness == .notReadyMomentarily)
        _ = machine.submit(.init(id: 2, takesLong: true))
        #expect(machine.readiness == .notReadyWaitingForCapture)
        _ = machine.frameArrived(at: .zero)
        #expect(machine.readiness == .notReadyWaitingForProcessing)
        _ = machine.processed(use(1))
        #expect(machine.readiness == .notReadyWaitingForCapture)
        _ = machine.frameArrived(at: .zero)
        #expect(machine.readiness == .notReadyWaitingForProcessing)
        _ = machine.processed(use(2))
        #expect(machine.readiness == .ready)
        _ = machine.sessionEnded(.interrupted)
        #expect(machine.readiness == .sessionNotRunning)
    }

    @Test("S-161: what takes long to process only is told once it is processed")
    func readinessOfLongProcessing() {
        var machine = running(overlaps: false)
        var capture = Machine.Capture(id: 1)
        capture.takesLongToProcess = true
        _ = machine.submit(capture)
        #expect(machine.readiness == .notReadyMomentarily)
        _ = machine.frameArrived(at: .zero)
        #expect(machine.readiness == .notReadyWaitingForProcessing)
        _ = machine.processed(use(1))
        #expect(machine.readiness == .ready)
    }

    @Test("S-161: with responsive capture the output is ready again while a photo is processed")
    func responsiveReadiness() {
        var machine = running(overlaps: true)
        _ = machine.submit(.init(id: 1))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.readiness == .ready)
        _ = machine.submit(.init(id: 2))
        _ = machine.frameArrived(at: .zero)
        #expect(machine.readiness == .notReadyMomentarily)
    }

    /// A random walk: whatever happens in whatever order, each request gets one willBegin, its photos, and one didFinish,
    /// in that order.
    @Test("No request is ever lost, whatever happens", arguments: 0..<200)
    func randomWalk(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var machine = Machine(limits: .init(unfinishedRequests: 6))
        var history: [Action] = machine.setOverlaps(seed.isMultiple(of: 2))
        var held: [Machine.FrameUse] = []
        var nextID: Int64 = 1
        var photoCounts: [Int64: Int] = [:]
        var preparing: [Int64] = []
        var moviesDue: Set<Int64> = []
        func record(_ actions: [Action]) {
            history += actions
            for case .prepare(let id, _) in actions { preparing.append(id) }
        }
        func step(_ choice: Int) {
            switch choice {
            case 0, 1:
                var capture = Machine.Capture(id: nextID)
                capture.photoCount = random.below(4) == 0 ? 3 : 1
                capture.preparation = [.none, .none, .once, .each][random.below(4)]
                capture.acceptsPastFrame = random.below(2) == 0
                capture.hasMovie = capture.photoCount == 1 && random.below(2) == 0
                photoCounts[nextID] = capture.photoCount
                if capture.hasMovie { moviesDue.insert(nextID) }
                nextID += 1
                record(machine.submit(capture))
            case 2, 3, 4:
                let (use, actions) = machine.frameArrived(at: .zero)
                use.map { held.append($0) }
                record(actions)
            case 5:
                let (use, actions) = machine.pastFrameIsAtHand()
                use.map { held.append($0) }
                record(actions)
            case 6, 7:
                guard !held.isEmpty else { return }
                let use = held.removeFirst()
                switch random.below(5) {
                case 0: record(machine.frameWasUnusable(use, .undecodable("")))
                case 1: record(machine.failed(use, .unencodable("")))
                default: record(machine.processed(use))
                }
            case 8, 9:
                guard !preparing.isEmpty else { return }
                let id = preparing.removeFirst()
                record(
                    random.below(6) == 0
                        ? machine.preparationFailed(id, .noFrame) : machine.isPrepared(id, from: .invalid)
                )
            case 10: record(machine.sessionStarted())
            case 11: record(machine.sessionEnded(.interrupted))
            case 12: record(machine.failAll(.configurationChanged))
            case 13:
                guard let id = moviesDue.randomElement(using: &random) else { return }
                record(machine.movieRecorded(id))
                if random.below(2) == 0 { record(machine.movieFinished(id, random.below(3) == 0 ? .noFrame : nil)) }
            default: record(machine.expired(Int64(random.below(Int(nextID) + 1))))
            }
            #expect(held.count <= 2)
        }
        record(machine.sessionStarted())
        for _ in 0..<300 { step(random.below(15)) }
        record(machine.sessionEnded(.sessionNotRunning))
        while !held.isEmpty { record(machine.processed(held.removeFirst())) }
        #expect(machine.busyCount == 0)
        for id in moviesDue.sorted() { record(machine.movieFinished(id, .interrupted)) }
        #expect(machine.unfinishedCount == 0)
        for (id, count) in photoCounts {
            expectWholeStory(of: id, photos: count, in: history)
            let movies = history.filter { $0.id == id && $0.isOfMovie }
            #expect(movies.count == (moviesDue.contains(id) ? 2 : 0) && movies.first?.isEndOfMovie != true)
        }
    }

    private func expectWholeStory(of id: Int64, photos: Int, in history: [Action]) {
        let story = history.filter { $0.id == id }
        #expect(story.first == .willBegin(id))
        #expect(story.last?.isFinish == true)
        #expect(story.count { $0 == .willBegin(id) } == 1)
        #expect(story.count(where: \.isFinish) == 1)
        #expect(Set(story.compactMap(\.deliveredPhoto)) == Set(0..<photos))
        #expect(story.compactMap(\.deliveredPhoto).count == photos)
    }
}

extension PhotoCaptureStateMachine.Action {
    fileprivate var id: Int64 {
        switch self {
        case .willBegin(let id), .willCapture(let id), .restore(let id), .didCapture(let id), .didRecordMovie(let id),
            .deliverMovie(let id, _):
            id
        case .prepare(let id, _), .deliver(let id, _), .deliverFailure(let id, _, _), .didFinish(let id, _): id
        }
    }

    fileprivate var isOfMovie: Bool {
        if case .didRecordMovie = self { true } else { isEndOfMovie }
    }

    fileprivate var isEndOfMovie: Bool {
        if case .deliverMovie = self { true } else { false }
    }

    fileprivate var isFinish: Bool {
        if case .didFinish = self { true } else { false }
    }

    fileprivate var deliveredPhoto: Int? {
        switch self {
        case .deliver(_, let photo), .deliverFailure(_, let photo, _): photo
        default: nil
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
