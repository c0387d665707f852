public import CameraEngine
import Foundation
public import Viewfinder

/// Several cameras at once, as a script has them, and the control on the device's edge.
extension ScriptedCamera {
    /// Offers several cameras, which are not on yet.
    public func offerDual() {
        update { $0.dual.isOffered = true }
    }

    public func setDual(isOn: Bool) async throws(CameraCommandError) {
        try record("dual \(isOn)")
        if isOn { runSeveral(2) } else { runOne(nil) }
    }

    /// Runs several cameras: the one that is selected, the front one or, beside that, the back one, and the rest.
    public func runSeveral(_ count: Int) {
        update { state in
            guard let selected = state.camera else { return }
            let preferred = selected.id == "front" ? "back" : "front"
            let others = state.cameras.filter { $0.id != selected.id }
            let further = others.filter { $0.id == preferred } + others.filter { $0.id != preferred }
            guard further.count >= count - 1 else { return }
            state.dual.isWanted = true
            state.dual.isOn = true
            state.recording.formats = []
            state.dualObstacle = nil
            state.dual.cameras =
                [.init(0, selected, width: 1920, height: 1080)]
                + further.prefix(count - 1).enumerated().map { .init($0 + 1, $1, width: 1280, height: 720) }
            state.dual.hardwareCost = 0.72
            state.dual.systemPressureCost = 0.64
            let metrics = ViewfinderMetrics(
                framesPerSecond: 30,
                drops: ["frameWasLate": 2],
                latencyMilliseconds: 3.1,
                width: 1280,
                height: 720
            )
            state.metrics = [state.metrics[0]] + Array(repeating: metrics, count: count - 1)
        }
    }

    /// Runs one camera.
    ///
    /// - Parameter obstacle: why only one, although two are wanted; nil when one is wanted.
    public func runOne(_ obstacle: CameraMessage?) {
        update { state in
            state.dual.isWanted = obstacle != nil
            state.dual.isOn = false
            if obstacle == nil { state.recording.formats = Self.movieFormats }
            state.dualObstacle = obstacle
            state.dual.cameras = Array(state.dual.cameras.prefix(1))
            state.dual.hardwareCost = 0
            state.dual.systemPressureCost = 0
            state.dual.ladder = []
            state.metrics = [state.metrics[0]]
        }
        for stream in streams.dropFirst() { stream.forgetFrame() }
    }

    /// Pulls the plug of one of two cameras, by its index: the other one goes on, as the first one.
    public func lose(_ camera: Int) {
        update { state in
            guard state.dual.cameras.count == 2, state.dual.cameras.indices.contains(camera) else { return }
            var left = state.dual.cameras[1 - camera]
            var lost = state.dual.cameras[camera]
            lost.isLost = true
            (left.index, lost.index) = (0, 1)
            state.dual.isOn = false
            state.dualObstacle = CameraMessage(
                title: "\(lost.camera.name) was unplugged",
                advice: "The other camera goes on. Plug it in again, and both are back."
            )
            state.dual.cameras = [left, lost]
            state.metrics = [state.metrics[0]]
            state.selectedCamera = left.camera.id
        }
        streams[1].forgetFrame()
    }

    public func arrange(_ change: CameraArrangement.Change) async throws(CameraCommandError) {
        var parts = ["arrange"]
        if let layout = change.layout { parts.append("\(layout)") }
        if let leading = change.leading { parts.append("leading \(leading)") }
        if let pip = change.pip { parts.append("\(pip.x) \(pip.y) \(pip.width)") }
        try record(parts.joined(separator: " "))
        update { $0.dual.arrangement = $0.dual.arrangement.applying(change) }
    }

    public func swapCameras() async throws(CameraCommandError) {
        try record("swap")
        update { $0.dual.arrangement = $0.dual.arrangement.swapped(among: $0.dual.indices) }
    }

    /// Gives the device a control on its edge, which changes zoom, exposure and a filter.
    public func offerHardware() {
        update { state in
            state.hardware = ViewfinderHardware(controls: [
                .init(
                    id: "zoom",
                    kind: .slider,
                    title: "Zoom",
                    symbol: "plus.magnifyingglass",
                    value: 1,
                    text: "1×",
                    minimum: 0.5,
                    maximum: 10
                ),
                .init(
                    id: "bias",
                    kind: .slider,
                    title: "Exposure",
                    symbol: "plusminus.circle",
                    value: 0,
                    text: "0 EV",
                    minimum: -2,
                    maximum: 2,
                    values: [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]
                ),
                .init(
                    id: "filter",
                    kind: .indexPicker,
                    title: "Filter",
                    symbol: "camera.filters",
                    value: 0,
                    text: "None",
                    maximum: 2,
                    titles: ["None", "Mono", "Warm"]
                ),
                .init(
                    id: "locked",
                    kind: .slider,
                    title: "Aperture",
                    symbol: "camera.aperture",
                    isEnabled: false,
                    value: 2,
                    text: "f/2",
                    minimum: 1,
                    maximum: 4
                ),
            ])
        }
    }

    public func setHardware(isActive: Bool) async throws(CameraCommandError) {
        try record("hardware \(isActive)")
        showHardware(isActive)
    }

    /// Puts a finger on the device's control, which then takes the screen, or takes it away.
    public func showHardware(_ isActive: Bool) {
        update { state in
            state.hardware?.isActive = isActive
            state.hardware?.coversScreen = isActive
        }
    }

    /// Lets the device's own shutter be pressed in vain.
    public func failOnDevice(_ error: CameraCommandError) {
        send(.failure(error))
    }

    public func setHardwareControl(id: String, value: Double) async throws(CameraCommandError) {
        try record("turn \(id) \(value)")
        update { state in
            guard let index = state.hardware?.controls.firstIndex(where: { $0.id == id }) else { return }
            state.hardware?.controls[index].value = value
            let titles = state.hardware?.controls[index].titles ?? []
            state.hardware?.controls[index].text =
                titles.indices.contains(Int(value)) ? titles[Int(value)] : String(format: "%g", value)
        }
    }
}

extension CameraMetrics {
    fileprivate init(_ index: Int, _ camera: CameraInfo, width: Int, height: Int) {
        self.init(camera: camera, index: index, framesPerSecond: 30, width: width, height: height)
    }
}
