import CameraLifecycle
import CameraSimulation
import Foundation

/// What the state machine's own tests look at: the machine, or one with a known bug in it.
package protocol RehearsedMachine: CameraDeciding {
    /// What is being done about a recording.
    var recordingPhase: RecordingPhase { get }
    /// The cameras that are wanted, the leading one first.
    var cameraStates: [SessionCameraState] { get }
}

extension CameraStateMachine: RehearsedMachine {}

extension Mutant: RehearsedMachine {
    package var recordingPhase: RecordingPhase { machine.recordingPhase }
    package var cameraStates: [SessionCameraState] { machine.cameraStates }
}

extension Mutation {
    /// The bug that the environment's `PINHOLE_MUTANT` names. `simulator-run --mutants` names one after the other, to see which the
    /// tests catch.
    private static let chosen: Mutation? = ProcessInfo.processInfo.environment["PINHOLE_MUTANT"].map { name in
        guard let mutation = Mutation(rawValue: name) else {
            preconditionFailure("PINHOLE_MUTANT is \(name), which is none of Tests/CameraMutants/Mutation.swift")
        }
        return mutation
    }

    /// The machine that tests rehearse with: the real one, unless the environment names a bug.
    package static func rehearsedMachine(
        timing: CameraTiming = CameraTiming(),
        keepsMultiCamSession: Bool = true
    ) -> any RehearsedMachine {
        let machine = CameraStateMachine(timing: timing, keepsMultiCamSession: keepsMultiCamSession)
        if let chosen { return Mutant(chosen, in: machine) }
        return machine
    }
}
