import CaptureCore
import CaptureDriver

/// A session's hardware controls, and what is shown of them.
struct SessionControls: @unchecked Sendable {
    // @unchecked: the controls are objects that any thread may use.

    /// How long controls stay on the screen after the last touch, in seconds. `UNKNOWN`: chosen.
    static let patience = 4.0

    /// In the order in which they were added.
    var controls: [AVCaptureControl] = []
    /// What is shown.
    var presentation = ControlPresentation()
    /// Ends it.
    var appointment: CaptureObservation?
    /// How often the user has done something; an appointment that was made earlier comes to nothing.
    var touches = 0

    /// What users see of the controls.
    var faces: [HardwareControlFace] { controls.map(\.face) }
}
