/// What a user does with a device's button for cameras: one at the edge of a phone that feels light presses and fingers that
/// slide along it, or whatever stands in for one.
public enum CaptureControlGesture: Sendable, Hashable {
    /// Pressed all the way: the shutter's.
    case press
    /// Pressed lightly: shows the control that was used last; in the list of controls, takes the one that is marked.
    case lightPress
    /// Pressed lightly twice: shows the list of controls.
    case doubleLightPress
    /// A finger slides along: so much of the whole range of what is shown, from -1 to 1.
    case slide(Double)
    /// What is shown is swiped away.
    case dismiss
}
