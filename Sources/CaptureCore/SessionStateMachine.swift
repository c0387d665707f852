import CaptureDriver
import Foundation
import FoundationExtras

/// Decides what a session does when it is asked to start and stop, is interrupted, or fails.
///
/// ```
///                 start                    opened(nil)
///   stopped ───────────────► starting ───────────────────► running
///      ▲  │                     │ opened(error)               │  │
///      │  └─ start, while       ▼                             │  │ interrupted
///      │     interrupted     stopped                          │  ▼
///      │           └──────► interrupted ◄────────────────────────┘
///      │                     │      │ last reason ended, wants to run: starting
///      └── stop, failed ─────┘      └ last reason ended, does not: stopped
/// ```
///
/// Every method answers with the effects to perform, in order. The struct does no I/O and knows no time. What a failure is, it
/// need not know.
package struct SessionStateMachine<Failure: Sendable & Equatable>: Sendable {
    private enum State: Sendable, Equatable {
        case stopped
        case starting
        case running
        /// Not running because of the system. `wantsToRun` turns false when the client stops meanwhile.
        case interrupted(reasons: [CaptureInterruption], wantsToRun: Bool)
    }

    /// What the shell has to do.
    package enum Effect: Sendable, Equatable {
        /// Open the streams of the committed graph, then report `opened`.
        case openStreams
        /// Stop all streams.
        case closeStreams
        /// `isRunning` changes.
        case setRunning(Bool)
        /// `isInterrupted` changes.
        case setInterrupted(Bool)
        /// Post a notification.
        case post(Notice)

        /// The failure that is to be announced, if it is one.
        package var failure: Failure? {
            if case .post(.runtimeError(let failure)) = self { return failure }
            return nil
        }
    }

    /// The notifications of a session.
    package enum Notice: Sendable, Equatable {
        case didStart
        case didStop
        case wasInterrupted(CaptureInterruption)
        case interruptionEnded
        case runtimeError(Failure)
    }

    private var state = State.stopped

    /// A session that has not been started.
    package init() {}

    /// Whether streams are open, or being opened.
    package var isRunning: Bool { state == .running }

    /// The client calls `startRunning()`.
    ///
    /// - Parameters:
    ///   - interruptions: those that are in force; S-81: the wish to run is remembered until all of them are over.
    ///   - hasMicrophone: whether the session wants sound; one that does not any more is not kept waiting for the microphone.
    package mutating func start(during interruptions: [CaptureInterruption], hasMicrophone: Bool = true) -> [Effect] {
        switch state {
        case .stopped:
            guard !interruptions.isEmpty else {
                state = .starting
                return [.openStreams]
            }
            state = .interrupted(reasons: interruptions, wantsToRun: true)
            return [.setInterrupted(true)] + interruptions.map { .post(.wasInterrupted($0)) }
        case .interrupted(let reasons, _):
            state = .interrupted(reasons: reasons, wantsToRun: true)
            let reason = CaptureInterruption.audioDeviceInUseByAnotherClient
            return hasMicrophone || interruptions.contains(reason) ? [] : interruptionEnded(reason)
        case .starting, .running:
            return []
        }
    }

    /// The streams are open, or could not be opened.
    package mutating func opened(failure: Failure?) -> [Effect] {
        switch state {
        case .starting:
            if let failure {
                state = .stopped
                return [.closeStreams, .post(.runtimeError(failure))]
            }
            state = .running
            return [.setRunning(true), .post(.didStart)]
        case .stopped, .running, .interrupted:
            // The shell reports this only as the answer to openStreams, which only `starting` asks for.
            preconditionFailure("streams reported open without having been asked for")
        }
    }

    /// The client calls `stopRunning()`.
    package mutating func stop() -> [Effect] {
        switch state {
        case .running:
            state = .stopped
            return [.closeStreams, .setRunning(false), .post(.didStop)]
        case .interrupted(let reasons, _):
            state = .interrupted(reasons: reasons, wantsToRun: false)
            return []
        case .starting, .stopped:
            return []
        }
    }

    /// The system interrupts.
    package mutating func interruptionBegan(_ reason: CaptureInterruption) -> [Effect] {
        switch state {
        case .running, .starting:
            let wasRunning = state == .running
            state = .interrupted(reasons: [reason], wantsToRun: true)
            let interrupt: [Effect] = [.closeStreams, .setInterrupted(true)]
            guard wasRunning else { return interrupt + [.post(.wasInterrupted(reason))] }
            return interrupt + [.setRunning(false), .post(.wasInterrupted(reason)), .post(.didStop)]
        case .interrupted(let reasons, let wantsToRun):
            guard !reasons.contains(reason) else { return [] }
            state = .interrupted(reasons: reasons + [reason], wantsToRun: wantsToRun)
            return [.post(.wasInterrupted(reason))]
        case .stopped:
            return []
        }
    }

    /// An interruption is over. The session runs again by itself if it wants to (S-81, S-83).
    package mutating func interruptionEnded(_ reason: CaptureInterruption) -> [Effect] {
        switch state {
        case .interrupted(let reasons, let wantsToRun):
            let remaining = reasons.filter { $0 != reason }
            guard remaining.isEmpty else {
                state = .interrupted(reasons: remaining, wantsToRun: wantsToRun)
                return []
            }
            let ended: [Effect] = [.setInterrupted(false), .post(.interruptionEnded)]
            state = wantsToRun ? .starting : .stopped
            return wantsToRun ? ended + [.openStreams] : ended
        case .stopped, .starting, .running:
            return []
        }
    }

    /// A running session fails.
    package mutating func failed(_ failure: Failure) -> [Effect] {
        switch state {
        case .running:
            state = .stopped
            return [.closeStreams, .setRunning(false), .post(.runtimeError(failure)), .post(.didStop)]
        case .interrupted:
            state = .stopped
            return [.setInterrupted(false), .post(.runtimeError(failure))]
        case .starting, .stopped:
            return []
        }
    }
}

/// Performs the starts, stops and configuration changes of a system's sessions one at a time: a session that starts may have to stop
/// another one (S-80), and two locks taken in either order would be a deadlock.
///
/// Recursive, because one change may cause another. No client's code runs inside: what there is to tell is put into outboxes,
/// which deliver when the operation is over and the lock is free. A driver's thread never comes in here, since an operation
/// that stops a stream waits for that thread.
package final class SessionOperations: CaptureSystemPart {
    private let lock = NSRecursiveLock()

    /// Performs an operation once no other one is under way.
    package func perform<Result>(_ operation: () -> Result) -> Result {
        assert(!Outbox.isDeliveryProhibited, "an operation may wait for the driver's thread that it is called on")
        return Outbox.holdingDelivery { lock.withLock(operation) }
    }
}

extension CaptureSystem {
    /// Within which the system's sessions change.
    package var sessionOperations: SessionOperations { part { _ in SessionOperations() }.part }
}
