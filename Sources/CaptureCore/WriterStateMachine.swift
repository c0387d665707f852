import CoreMedia
import FoundationExtras

/// The life of an asset writer. Documented: S-184, S-185, S-187, S-190, S-192.
///
///     configuring --start--> writing(no session) --startSession--> writing(open) --endSession--> writing(ended)
///     writing --finish--> finishing --complete--> completed
///     writing, finishing --fail--> failed          configuring --fail--> failed (the file could not be made)
///     writing, finishing --cancel--> cancelled
package struct WriterStateMachine {
    /// The stretch of the source's time that goes into the file.
    package enum Session: Equatable {
        case none
        case open(start: CMTime)
        case ended(start: CMTime, end: CMTime)

        /// The session's beginning.
        package var start: CMTime? {
            switch self {
            case .none: nil
            case .open(let start), .ended(let start, _): start
            }
        }

        /// The session's end; `nil` while it goes on.
        package var end: CMTime? {
            switch self {
            case .none, .open: nil
            case .ended(_, let end): end
            }
        }
    }

    /// How far a writer is.
    package enum Status: Int, CaseIterable {
        /// Not started yet.
        case unknown = 0
        /// Takes samples, or finishes.
        case writing = 1
        /// The file is done.
        case completed = 2
        /// Something went wrong.
        case failed = 3
        /// Cancelled by the client; the file is gone.
        case cancelled = 4
    }

    private enum State {
        case configuring
        case writing(Session)
        case finishing(Session)
        case completed
        case failed(any Error)
        case cancelled
    }

    /// What becomes of a sample.
    package enum Append: Equatable {
        /// It is written; the session began at this source time.
        case accept(sessionStart: CMTime)
        /// The writer has ended meanwhile: the sample comes to nothing.
        case ignore
    }

    /// What a request to finish leads to.
    package enum Finish: Equatable {
        /// The file is to be finished.
        case begin(Session)
        /// There is nothing more to do.
        case alreadyOver
    }

    private var state = State.configuring

    /// A writer that has not been started.
    package init() {}

    /// The status that clients see.
    package var status: Status {
        switch state {
        case .configuring: .unknown
        case .writing, .finishing: .writing
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// What went wrong.
    package var error: (any Error)? {
        switch state {
        case .failed(let error): error
        case .configuring, .writing, .finishing, .completed, .cancelled: nil
        }
    }

    /// Whether samples may come, as far as the life of the writer goes.
    package var takesSamples: Bool {
        switch state {
        case .writing(.none), .writing(.open): true
        case .writing(.ended), .configuring, .finishing, .completed, .failed, .cancelled: false
        }
    }

    /// The session's beginning.
    package var sessionStart: CMTime? {
        switch state {
        case .writing(let session), .finishing(let session): session.start
        case .configuring, .completed, .failed, .cancelled: nil
        }
    }

    /// Something is set that must be set before writing (S-193), or an input is added (S-185).
    package func configure() throws(WriterRefusal) {
        switch state {
        case .configuring: return
        case .writing, .finishing, .completed, .failed, .cancelled: throw .status(status)
        }
    }

    /// Writing begins.
    package mutating func start() throws(WriterRefusal) {
        try configure()
        state = .writing(.none)
    }

    /// A session begins. Only one is possible (S-187).
    package mutating func startSession(at time: CMTime) throws(WriterRefusal) {
        switch state {
        case .writing(.none):
            guard time.isNumeric else {
                throw .argument("invalid parameter not satisfying: CMTIME_IS_NUMERIC(startTime)")
            }
            state = .writing(.open(start: time))
        case .writing(.open):
            throw .state("A session has been started already and has not been ended")
        case .writing(.ended):
            throw .state("Multiple sample-writing sessions are not supported")
        case .configuring, .finishing, .completed, .failed, .cancelled:
            throw .status(status)
        }
    }

    /// The session ends.
    package mutating func endSession(at time: CMTime) throws(WriterRefusal) {
        switch state {
        case .writing(.open(let start)):
            guard time.isNumeric, time >= start else {
                throw .argument("The end time must be a number and not lie before the start of the session")
            }
            state = .writing(.ended(start: start, end: time))
        case .writing(.none), .writing(.ended):
            throw .state("Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) first")
        case .configuring, .finishing, .completed, .failed, .cancelled:
            throw .status(status)
        }
    }

    /// A sample arrives.
    ///
    /// UNKNOWN: while the writer finishes and after it failed or was cancelled, samples are refused with `false` and not by an
    /// exception: clients on other threads cannot know in time.
    package func append() throws(WriterRefusal) -> Append {
        switch state {
        case .writing(.open(let start)): return .accept(sessionStart: start)
        // OBSERVED: Apple's wording, with its unbalanced parenthesis.
        case .writing(.none):
            throw .state("Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) first")
        case .writing(.ended): throw .state("Cannot append after the session has been ended")
        case .finishing, .failed, .cancelled: return .ignore
        case .configuring, .completed: throw .status(status)
        }
    }

    /// An input is marked as finished.
    ///
    /// - Returns: whether that changes anything.
    package func markAsFinished() throws(WriterRefusal) -> Bool {
        switch state {
        case .writing: return true
        case .finishing, .failed, .cancelled: return false
        case .configuring, .completed: throw .status(status)
        }
    }

    /// The client wants the file. Documented: S-191.
    package mutating func finish() throws(WriterRefusal) -> Finish {
        switch state {
        case .writing(let session):
            state = .finishing(session)
            return .begin(session)
        case .failed, .cancelled: return .alreadyOver
        case .configuring, .finishing, .completed: throw .status(status)
        }
    }

    /// The client no longer wants the file. Documented: S-192.
    ///
    /// - Returns: whether there is a file to delete.
    package mutating func cancel() throws(WriterRefusal) -> Bool {
        switch state {
        case .writing, .finishing:
            state = .cancelled
            return true
        case .completed, .failed, .cancelled: return false
        case .configuring: throw .status(status)
        }
    }

    /// The file is done.
    ///
    /// - Returns: whether that was still wanted.
    package mutating func complete() -> Bool {
        switch state {
        case .finishing:
            state = .completed
            return true
        case .configuring, .writing, .completed, .failed, .cancelled: return false
        }
    }

    /// Something went wrong. What went wrong first counts.
    ///
    /// - Returns: whether this is the first failure of a writer that was still at work.
    package mutating func fail(_ error: any Error) -> Bool {
        switch state {
        case .configuring, .writing, .finishing:
            state = .failed(error)
            return true
        case .completed, .failed, .cancelled: return false
        }
    }
}

/// Why a call is not allowed: what the exception is called and what its message says.
package struct WriterRefusal: Error, Equatable {
    package var name: ExceptionName
    package var reason: String

    /// - Parameters:
    ///   - name: what the exception is called.
    ///   - reason: what its message says.
    package init(name: ExceptionName, reason: String) {
        self.name = name
        self.reason = reason
    }

    /// The call is not allowed in the present status. OBSERVED: Apple's wording.
    package static func status(_ status: WriterStateMachine.Status) -> WriterRefusal {
        WriterRefusal(name: .internalInconsistency, reason: "Cannot call method when status is \(status.rawValue)")
    }

    package static func state(_ reason: String) -> WriterRefusal {
        WriterRefusal(name: .internalInconsistency, reason: reason)
    }

    package static func argument(_ reason: String) -> WriterRefusal {
        WriterRefusal(name: .invalidArgument, reason: reason)
    }

    /// Stops the process as the exception does.
    package func raise(_ method: String) -> Never {
        programmerError(name, "*** -[\(method)] \(reason)")
    }
}
