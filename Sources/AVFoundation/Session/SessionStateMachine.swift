import CaptureDriver

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
/// Every method answers with the effects to perform, in order. The struct does no I/O and knows no time.
struct SessionStateMachine: Sendable {
    private enum State: Sendable, Equatable {
        case stopped
        case starting
        case running
        /// Not running because of the system. `wantsToRun` turns false when the client stops meanwhile.
        case interrupted(reasons: [CaptureInterruption], wantsToRun: Bool)
    }

    /// What the shell has to do.
    enum Effect: Sendable, Equatable {
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
        var failure: SessionFailure? {
            if case .post(.runtimeError(let failure)) = self { return failure }
            return nil
        }
    }

    /// The notifications of a session.
    enum Notice: Sendable, Equatable {
        case didStart
        case didStop
        case wasInterrupted(CaptureInterruption)
        case interruptionEnded
        case runtimeError(SessionFailure)
    }

    private var state = State.stopped

    /// Whether streams are open, or being opened.
    var isRunning: Bool { state == .running }

    /// The client calls `startRunning()`.
    ///
    /// - Parameters:
    ///   - interruptions: those that are in force; S-81: the wish to run is remembered until all of them are over.
    ///   - hasMicrophone: whether the session wants sound; one that does not any more is not kept waiting for the microphone.
    mutating func start(during interruptions: [CaptureInterruption], hasMicrophone: Bool = true) -> [Effect] {
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
    mutating func opened(failure: SessionFailure?) -> [Effect] {
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
    mutating func stop() -> [Effect] {
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
    mutating func interruptionBegan(_ reason: CaptureInterruption) -> [Effect] {
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
    mutating func interruptionEnded(_ reason: CaptureInterruption) -> [Effect] {
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
    mutating func failed(_ failure: SessionFailure) -> [Effect] {
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

/// Why a session failed: a code of `AVError`, and the driver's error behind it if there is one.
struct SessionFailure: Sendable, Equatable {
    /// Raw value of `AVError.Code`.
    var code: Int
    /// What the driver said.
    var underlying: CaptureDriverError?
    /// The device at fault, if it is one.
    var device: AVCaptureDevice?
    /// Seconds after which the client is told.
    var toldAfter = 0.0
}

extension SessionFailure {
    /// A device's driver failed.
    init(_ error: CaptureDriverError, of device: AVCaptureDevice) {
        self.init(code: error.kind.code.rawValue, underlying: error, device: device)
    }

    /// A device was unplugged.
    static func disconnected(_ device: AVCaptureDevice) -> SessionFailure {
        SessionFailure(code: AVError.Code.deviceWasDisconnected.rawValue, underlying: nil, device: device)
    }

    /// The device at fault, if it is gone or does not answer, and nothing that is asked of it could be right.
    var deadDevice: AVCaptureDevice? {
        switch underlying?.kind {
        case .notFound, .disconnected, .io, .timedOut: device
        default: nil
        }
    }

    /// The microphone at fault, if it is one that another program has, or that does not work. A refusal by the user is no fault of
    /// the microphone's: a program that asks for sound without permission has to hear of it.
    var brokenMicrophone: AVCaptureDevice? {
        guard let device, device.hardware.medium == .audio, let kind = underlying?.kind, kind != .denied else {
            return nil
        }
        return device
    }

    /// The error as clients see it; it names the device at fault under `AVErrorDeviceKey`.
    var avError: AVError {
        if let underlying { return AVError(underlying, device: device) }
        return AVError(
            AVError.Code(rawValue: code) ?? .unknown,
            userInfo: device.map { [AVErrorDeviceKey: $0] } ?? [:]
        )
    }
}
