import CameraEngine
import CameraLifecycle

extension ViewfinderDual {
    init(_ status: DualStatus) {
        let words = status.obstacle?.words
        self.init(
            isOffered: status.isOffered,
            isWanted: status.isWanted,
            isOn: status.isOn,
            obstacle: words.map { PhaseWords(title: $0.title, advice: $0.advice) },
            first: status.first.map(Camera.init),
            second: status.second.map(Camera.init),
            arrangement: ViewfinderArrangement(status.arrangement),
            hardwareCost: Double(status.hardwareCost),
            systemPressureCost: Double(status.systemPressureCost),
            steps: status.ladder
        )
    }
}

extension ViewfinderDual.Camera {
    init(_ figures: CameraFigures) {
        let camera = ViewfinderCameraInfo(figures.camera, isSelected: false)
        self.init(
            id: camera.id,
            name: camera.name,
            position: camera.position,
            width: figures.width,
            height: figures.height,
            framesPerSecond: figures.framesPerSecond,
            pressure: ViewfinderPressure(figures.pressure),
            isLost: figures.isLost
        )
    }
}

extension ViewfinderArrangement {
    init(_ arrangement: DualArrangement) {
        let layout: Layout =
            switch arrangement.layout {
            case .pictureInPicture: .pictureInPicture
            case .sideBySide: .sideBySide
            case .topAndBottom: .topAndBottom
            }
        let pip = arrangement.pip
        self.init(
            layout: layout,
            isSwapped: arrangement.isSwapped,
            pip: PictureInPicture(x: pip.x, y: pip.y, width: pip.width)
        )
    }
}

extension DualArrangement {
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
            isSwapped: arrangement.isSwapped,
            pip: PictureInPicture(x: pip.x, y: pip.y, width: pip.width)
        )
    }
}
