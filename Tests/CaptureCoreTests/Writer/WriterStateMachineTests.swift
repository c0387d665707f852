import CaptureCore
import CoreMedia
import Testing

@Suite("The life of an asset writer")
struct WriterStateMachineTests {
    private enum Failure: Error {
        case first, later
    }

    /// Every state that a writer can be in, and how it gets there.
    enum Situation: String, CaseIterable {
        case configuring, writing, open, ended, finishing, completed, failed, cancelled

        func make() throws -> WriterStateMachine {
            var machine = WriterStateMachine()
            if self == .configuring { return machine }
            try machine.start()
            if self == .writing { return machine }
            try machine.startSession(at: CMTime(value: 5, timescale: 1))
            switch self {
            case .configuring, .writing, .open: break
            case .ended: try machine.endSession(at: CMTime(value: 9, timescale: 1))
            case .finishing: _ = try machine.finish()
            case .completed:
                _ = try machine.finish()
                _ = machine.complete()
            case .failed: _ = machine.fail(Failure.first)
            case .cancelled: _ = try machine.cancel()
            }
            return machine
        }

        var status: WriterStateMachine.Status {
            switch self {
            case .configuring: .unknown
            case .writing, .open, .ended, .finishing: .writing
            case .completed: .completed
            case .failed: .failed
            case .cancelled: .cancelled
            }
        }
    }

    @Test("S-184: the status of every state", arguments: Situation.allCases)
    func status(_ situation: Situation) throws {
        let machine = try situation.make()
        #expect(machine.status == situation.status)
        #expect((machine.error != nil) == (situation == .failed))
        #expect(machine.takesSamples == (situation == .writing || situation == .open))
        #expect(machine.sessionStart?.seconds == ([.open, .ended, .finishing].contains(situation) ? 5 : nil))
    }

    @Test("S-185, S-193: only a writer that has not begun is configured and started", arguments: Situation.allCases)
    func configuration(_ situation: Situation) throws {
        var machine = try situation.make()
        if situation == .configuring {
            try machine.configure()
            try machine.start()
            #expect(machine.status == .writing)
        } else {
            let refusal = WriterRefusal.status(situation.status)
            #expect(throws: refusal) { try machine.configure() }
            #expect(throws: refusal) { try machine.start() }
        }
    }

    @Test("S-187: one session, and it ends once", arguments: Situation.allCases)
    func sessions(_ situation: Situation) throws {
        var machine = try situation.make()
        let time = CMTime(value: 7, timescale: 1)
        if situation == .writing {
            #expect(throws: WriterRefusal.self) { try machine.endSession(at: time) }
            #expect(throws: WriterRefusal.self) { try machine.startSession(at: .invalid) }
            #expect(throws: WriterRefusal.self) { try machine.startSession(at: .positiveInfinity) }
            try machine.startSession(at: time)
            #expect(machine.sessionStart == time)
        } else {
            #expect(throws: WriterRefusal.self) { try machine.startSession(at: time) }
        }
        machine = try situation.make()
        if situation == .open {
            #expect(throws: WriterRefusal.self) { try machine.endSession(at: CMTime(value: 4, timescale: 1)) }
            try machine.endSession(at: time)
            #expect(try machine.finish() == .begin(.ended(start: CMTime(value: 5, timescale: 1), end: time)))
        } else {
            #expect(throws: WriterRefusal.self) { try machine.endSession(at: time) }
        }
    }

    @Test("S-190: samples only within a session", arguments: Situation.allCases)
    func appending(_ situation: Situation) throws {
        let machine = try situation.make()
        switch situation {
        case .open: #expect(try machine.append() == .accept(sessionStart: CMTime(value: 5, timescale: 1)))
        case .finishing, .failed, .cancelled: #expect(try machine.append() == .ignore)
        case .configuring, .writing, .ended, .completed:
            #expect(throws: WriterRefusal.self) { try machine.append() }
        }
    }

    @Test("Inputs are marked as finished while writing", arguments: Situation.allCases)
    func marking(_ situation: Situation) throws {
        let machine = try situation.make()
        switch situation {
        case .writing, .open, .ended: #expect(try machine.markAsFinished())
        case .finishing, .failed, .cancelled: #expect(try !machine.markAsFinished())
        case .configuring, .completed: #expect(throws: WriterRefusal.self) { try machine.markAsFinished() }
        }
    }

    @Test("S-191: finishing", arguments: Situation.allCases)
    func finishing(_ situation: Situation) throws {
        var machine = try situation.make()
        switch situation {
        case .writing, .open, .ended:
            let finish = try machine.finish()
            #expect(finish != .alreadyOver)
            #expect(machine.status == .writing)
            #expect(machine.complete() == true)
            #expect(machine.status == .completed)
        case .failed, .cancelled: #expect(try machine.finish() == .alreadyOver)
        case .configuring, .finishing, .completed:
            #expect(throws: WriterRefusal.status(situation.status)) { try machine.finish() }
        }
    }

    @Test("S-192: cancelling has no effect on what is over", arguments: Situation.allCases)
    func cancelling(_ situation: Situation) throws {
        var machine = try situation.make()
        switch situation {
        case .writing, .open, .ended, .finishing:
            #expect(try machine.cancel() == true)
            #expect(machine.status == .cancelled)
            #expect(machine.complete() == false)
            #expect(machine.fail(Failure.later) == false)
        case .completed, .failed, .cancelled:
            #expect(try machine.cancel() == false)
            #expect(machine.status == situation.status)
        case .configuring: #expect(throws: WriterRefusal.status(.unknown)) { try machine.cancel() }
        }
    }

    @Test("The first failure counts", arguments: Situation.allCases)
    func failing(_ situation: Situation) throws {
        var machine = try situation.make()
        let counts = ![.completed, .failed, .cancelled].contains(situation)
        #expect(machine.fail(Failure.later) == counts)
        #expect(machine.status == (counts ? .failed : situation.status))
        if situation == .failed { #expect(machine.error as? Failure == .first) }
    }
}
