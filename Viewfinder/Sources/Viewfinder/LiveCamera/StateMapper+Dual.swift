@_spi(Pinhole) import AVFoundation
import CameraEngine
import CameraLifecycle
import CaptureCore

extension ViewfinderDual {
    init(_ status: MultiCamStatus, _ host: CameraHost) {
        self.init(
            isOffered: status.isOffered,
            isWanted: status.isWanted,
            // Cameras come and go a moment before the decision about them.
            isOn: status.isOn && status.cameras.count { !$0.isLost } > 1,
            obstacle: status.obstacle.map { PhaseMessages($0.userMessage(on: host)) },
            cameras: status.cameras.map(Camera.init),
            arrangement: ViewfinderArrangement(status.arrangement),
            hardwareCost: Double(status.hardwareCost),
            systemPressureCost: Double(status.systemPressureCost),
            steps: status.ladder
        )
    }
}

extension ViewfinderDual.Camera {
    init(_ metrics: CameraMetrics) {
        let camera = ViewfinderCameraInfo(metrics.camera, isSelected: false)
        self.init(
            index: metrics.index,
            id: camera.id,
            name: camera.name,
            position: camera.position,
            width: metrics.width,
            height: metrics.height,
            framesPerSecond: metrics.framesPerSecond,
            pressure: ViewfinderPressure(metrics.pressure),
            isLost: metrics.isLost
        )
    }
}

extension ViewfinderArrangement {
    init(_ arrangement: CameraArrangement) {
        let layout: Layout =
            switch arrangement.layout {
            case .pictureInPicture: .pictureInPicture
            case .sideBySide: .sideBySide
            case .topAndBottom: .topAndBottom
            }
        let pip = arrangement.pip
        self.init(
            layout: layout,
            leading: arrangement.leading,
            pip: PictureInPicture(x: pip.x, y: pip.y, width: pip.width)
        )
    }
}

extension CameraArrangement {
    init(_ arrangement: ViewfinderArrangement) {
        let layout: Layout =
            switch arrangement.layout {
            case .pictureInPicture: .pictureInPicture
            case .sideBySide: .sideBySide
            case .topAndBottom: .topAndBottom
            }
        let pip = arrangement.pip
        self.init(
            layout: layout,
            leading: arrangement.leading,
            pip: PictureInPicture(x: pip.x, y: pip.y, width: pip.width)
        )
    }
}

extension ViewfinderHardware {
    /// Nil while there is nothing to be changed.
    ///
    /// - Parameter coversScreen: whether the app was told to clear the screen.
    init?(_ state: HardwareControlPanel.State, coversScreen: Bool) {
        guard state.areAvailable, !state.controls.isEmpty else { return nil }
        self.init(
            isActive: state.showing != .nothing,
            coversScreen: coversScreen,
            controls: state.controls.map(Control.init)
        )
    }
}

extension ViewfinderHardware.Control {
    init(_ face: HardwareControlFace) {
        self.init(
            id: String(face.id),
            kind: .slider,
            title: face.title,
            symbol: face.symbolName,
            isEnabled: face.isEnabled,
            value: face.value,
            text: face.valueText
        )
        switch face.scale {
        case .continuous(let range): (minimum, maximum) = (range.lowerBound, range.upperBound)
        case .geometric(let range):
            (minimum, maximum) = (range.lowerBound, range.upperBound)
            isGeometric = true
        case .stops(let stops):
            values = stops
            (minimum, maximum) = (stops.first ?? 0, stops.last ?? 0)
        case .titles(let titles):
            kind = .indexPicker
            self.titles = titles
            maximum = Double(max(0, titles.count - 1))
        }
    }
}
