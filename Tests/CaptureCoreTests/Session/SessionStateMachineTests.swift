import CaptureCore
import CaptureDriver
import Testing

@Suite("Session state machine")
struct SessionStateMachineTests {
    private typealias Machine = SessionStateMachine<String>

    private static func running() -> Machine {
        var machine = Machine()
        _ = machine.start(during: [])
        _ = machine.opened(failure: nil)
        return machine
    }

    @Test("S-8: a start that succeeds opens streams, then says so")
    func start() {
        var machine = Machine()
        #expect(machine.start(during: []) == [.openStreams])
        #expect(machine.opened(failure: nil) == [.setRunning(true), .post(.didStart)])
        #expect(machine.isRunning)
    }

    @Test("S-1: a start that fails posts a runtime error and leaves the session stopped")
    func failedStart() {
        var machine = Machine()
        let failure = "-11872"
        _ = machine.start(during: [])
        #expect(machine.opened(failure: failure) == [.closeStreams, .post(.runtimeError(failure))])
        #expect(!machine.isRunning)
        #expect(machine.stop() == [])
    }

    @Test("Starting twice and stopping twice do nothing the second time")
    func idempotence() {
        var machine = Self.running()
        #expect(machine.start(during: []) == [])
        #expect(machine.stop() == [.closeStreams, .setRunning(false), .post(.didStop)])
        #expect(machine.stop() == [])
    }

    @Test("S-81: a start during an interruption is remembered and carried out when it ends")
    func startWhileInterrupted() {
        var machine = Machine()
        let reason = CaptureInterruption.videoDeviceNotAvailableInBackground
        #expect(machine.start(during: [reason]) == [.setInterrupted(true), .post(.wasInterrupted(reason))])
        #expect(!machine.isRunning)
        #expect(
            machine.interruptionEnded(reason)
                == [.setInterrupted(false), .post(.interruptionEnded), .openStreams]
        )
        #expect(machine.opened(failure: nil) == [.setRunning(true), .post(.didStart)])
    }

    @Test("S-83: an interruption stops a running session, and its end starts it again")
    func interruption() {
        var machine = Self.running()
        let reason = CaptureInterruption.audioDeviceInUseByAnotherClient
        #expect(
            machine.interruptionBegan(reason)
                == [
                    .closeStreams, .setInterrupted(true), .setRunning(false), .post(.wasInterrupted(reason)),
                    .post(.didStop),
                ]
        )
        #expect(machine.interruptionEnded(reason).last == .openStreams)
    }

    @Test("S-81: a stop during an interruption is not undone by its end")
    func stopWhileInterrupted() {
        var machine = Self.running()
        let reason = CaptureInterruption.videoDeviceInUseByAnotherClient
        _ = machine.interruptionBegan(reason)
        #expect(machine.stop() == [])
        #expect(machine.interruptionEnded(reason) == [.setInterrupted(false), .post(.interruptionEnded)])
        #expect(!machine.isRunning)
    }

    @Test("Two interruptions at once both have to end")
    func overlappingInterruptions() {
        var machine = Self.running()
        _ = machine.interruptionBegan(.videoDeviceNotAvailableInBackground)
        #expect(
            machine.interruptionBegan(.audioDeviceInUseByAnotherClient)
                == [.post(.wasInterrupted(.audioDeviceInUseByAnotherClient))]
        )
        #expect(machine.interruptionEnded(.videoDeviceNotAvailableInBackground) == [])
        #expect(machine.interruptionEnded(.audioDeviceInUseByAnotherClient).last == .openStreams)
    }

    @Test("A session that wants no sound any more does not wait for the microphone")
    func microphoneGivenUp() {
        var machine = Self.running()
        _ = machine.interruptionBegan(.audioDeviceInUseByAnotherClient)
        _ = machine.stop()
        #expect(machine.start(during: [], hasMicrophone: true) == [])
        #expect(machine.start(during: [.audioDeviceInUseByAnotherClient], hasMicrophone: false) == [])
        #expect(
            machine.start(during: [], hasMicrophone: false)
                == [.setInterrupted(false), .post(.interruptionEnded), .openStreams]
        )
        _ = machine.opened(failure: nil)
        _ = machine.interruptionBegan(.audioDeviceInUseByAnotherClient)
        _ = machine.interruptionBegan(.videoDeviceInUseByAnotherClient)
        #expect(machine.start(during: [], hasMicrophone: false) == [])
        #expect(machine.interruptionEnded(.videoDeviceInUseByAnotherClient).last == .openStreams)
    }

    @Test("A failure while running posts the error before the stop")
    func failure() {
        var machine = Self.running()
        let failure = "-11819"
        #expect(
            machine.failed(failure)
                == [.closeStreams, .setRunning(false), .post(.runtimeError(failure)), .post(.didStop)]
        )
        #expect(machine.failed(failure) == [])
    }

    @Test("Every event in every state leaves a state that a stop and a start bring back to running")
    func everyEventInEveryState() {
        let failure = "-11800"
        let reason = CaptureInterruption.videoDeviceNotAvailableInBackground
        let events: [(inout Machine) -> [Machine.Effect]] = [
            { $0.start(during: []) }, { $0.start(during: [reason]) }, { $0.start(during: [], hasMicrophone: false) },
            { $0.stop() }, { $0.interruptionBegan(reason) },
            { $0.interruptionEnded(reason) }, { $0.failed(failure) },
        ]
        for first in events.indices {
            for second in events.indices {
                for third in events.indices {
                    var machine = Machine()
                    for event in [first, second, third] where events[event](&machine).contains(.openStreams) {
                        _ = machine.opened(failure: nil)
                    }
                    let ended = machine.interruptionEnded(reason)
                    if ended.contains(.openStreams) { _ = machine.opened(failure: nil) }
                    _ = machine.stop()
                    #expect(machine.start(during: []) == [.openStreams], "after events \(first), \(second), \(third)")
                }
            }
        }
    }
}
