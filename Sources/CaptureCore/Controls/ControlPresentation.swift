import CaptureDriver

/// What is shown of a session's hardware controls, and what becomes of a gesture. Pure.
///
/// ```
///            light press                 light press
/// nothing ---------------> one control <------------- the list
///    |                         |  double light press    ^
///    |                         +------------------------+
///    +--------------------------------------------------+
///                     double light press
/// ```
///
/// `dismiss`, a while without a touch, and a session that stops lead back to nothing. `UNKNOWN`: Apple documents what users
/// do and see, not when a delegate is told; here controls are active, and their appearance full-screen, while any are shown.
package struct ControlPresentation: Sendable, Hashable {
    /// What is shown.
    package enum Showing: Sendable, Hashable, CaseIterable {
        case nothing
        case list
        case control
    }

    /// What a gesture leads to, in order.
    package enum Effect: Sendable, Hashable {
        case becameActive
        case willEnterFullscreen
        case willExitFullscreen
        case becameInactive
        /// The user chooses a value of a control.
        case set(Int, Double)
        /// The user presses the shutter.
        case pressShutter
    }

    package private(set) var showing = Showing.nothing
    /// The control that is shown, or marked in the list; or that was last.
    package private(set) var selected: Int?
    /// Where on the scale of what is shown the finger is, from 0 to 1: a value may have to wait for more than one slide.
    private var position = 0.0

    /// Nothing is shown.
    package init() {}

    /// Takes a gesture.
    ///
    /// - Parameter faces: the controls there are; empty while none may be shown.
    package mutating func handle(_ gesture: CaptureControlGesture, _ faces: [HardwareControlFace]) -> [Effect] {
        switch gesture {
        case .press: [.pressShutter]
        case .lightPress: present(.control, faces)
        case .doubleLightPress: present(.list, faces)
        case .slide(let share): slide(share, faces)
        case .dismiss: dismiss()
        }
    }

    /// Shows a control that the user has picked out.
    package mutating func select(_ id: Int, _ faces: [HardwareControlFace]) -> [Effect] {
        guard faces.contains(where: { $0.id == id }) else { return [] }
        selected = id
        return present(.control, faces)
    }

    /// Shows nothing any more.
    package mutating func dismiss() -> [Effect] {
        guard showing != .nothing else { return [] }
        showing = .nothing
        return [.willExitFullscreen, .becameInactive]
    }

    /// Takes note of controls that came, went or changed; empty while none may be shown.
    package mutating func facesChanged(_ faces: [HardwareControlFace]) -> [Effect] {
        guard !faces.isEmpty else { return dismiss() }
        guard showing != .nothing, !faces.contains(where: { $0.id == selected }) else { return [] }
        // What was shown is gone: the user is shown what is left.
        return present(.list, faces)
    }

    private mutating func present(_ wanted: Showing, _ faces: [HardwareControlFace]) -> [Effect] {
        guard let first = faces.first else { return [] }
        let face = faces.first { $0.id == selected } ?? first
        selected = face.id
        let isNew = showing == .nothing
        showing = wanted
        position = wanted == .list ? Self.position(of: face.id, in: faces) : face.scale.position(of: face.value)
        return isNew ? [.becameActive, .willEnterFullscreen] : []
    }

    private mutating func slide(_ share: Double, _ faces: [HardwareControlFace]) -> [Effect] {
        guard !share.isNaN, let face = faces.first(where: { $0.id == selected }) else { return [] }
        switch showing {
        case .nothing:
            return []
        case .list:
            position = min(max(position + share, 0), 1)
            selected = faces[HardwareControlFace.Scale.index(at: position, of: faces.count)].id
            return []
        case .control:
            guard face.isEnabled else { return [] }
            followValue(of: face)
            position = min(max(position + share, 0), 1)
            let value = face.scale.value(at: position)
            return value == face.value ? [] : [.set(face.id, value)]
        }
    }

    /// Puts the finger where the value is, if that has changed by itself.
    private mutating func followValue(of face: HardwareControlFace) {
        let isSame =
            face.scale.count == nil
            ? abs(face.scale.position(of: face.value) - position) < 1e-6 : face.scale.value(at: position) == face.value
        if !isSame { position = face.scale.position(of: face.value) }
    }

    private static func position(of id: Int, in faces: [HardwareControlFace]) -> Double {
        let index = faces.firstIndex { $0.id == id } ?? 0
        return HardwareControlFace.Scale.position(ofIndex: index, of: faces.count)
    }
}
