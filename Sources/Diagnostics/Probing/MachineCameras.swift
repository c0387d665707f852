import CaptureDriver
import Foundation
import V4L2Driver

/// Examines the machine's cameras, each by itself.
struct MachineCameras: Sendable {
    let options: Diagnostics.Options
    let progress: @Sendable (String) -> Void
    var inspection = VideoNodeInspection()
    var reader = MachineReader()
    var clock: any CaptureClock = HostCaptureClock()
    /// Seconds that a camera has to tell what it is: many requests, each of which the kernel gives up to five.
    var lookingTime = 15.0

    /// All cameras that are wanted, and the nodes that are none.
    func examine() -> (cameras: [CameraMeasurement], others: [OtherNode]) {
        var cameras: [CameraMeasurement] = []
        var others: [OtherNode] = []
        for node in nodes {
            progress("Looking at \(node.path) ...")
            guard let probeResult = probe(node) else {
                others.append(OtherNode(path: node.path, name: node.name))
                continue
            }
            var camera = CameraMeasurement(
                path: node.path,
                fallbackName: node.name.isEmpty ? node.path : node.name,
                probeResult: probeResult,
                permission: NodeReader.permission(node.path),
                attachment: reader.attachment(hardwarePath: node.hardwarePath)
            )
            guard isWanted(camera) else { continue }
            test(&camera, node)
            cameras.append(camera)
        }
        return (cameras, others)
    }

    /// The nodes to look at: the one that was asked for, else all.
    private var nodes: [InspectedNode] {
        let all = inspection.nodes()
        let named = all.filter { $0.path == options.camera }
        return named.isEmpty ? all : named
    }

    /// What the node is; `nil` for none of a camera's.
    private func probe(_ node: InspectedNode) -> CameraMeasurement.ProbeResult? {
        let inspection = inspection
        let kind = Bounded.run(seconds: lookingTime) { inspection.inspect(node) }
        return switch kind {
        case .camera(let description): .camera(description)
        case .inaccessible(let error) where error.kind == .notACaptureDevice: nil
        case .inaccessible(let error): .inaccessible(error)
        case .notCapture: nil
        case .multiplanarOnly: .multiplanarOnly
        case .cannotStream: .cannotStream
        case .noUsableFormat: .noUsableFormat
        case nil: .noAnswer(seconds: lookingTime)
        }
    }

    private func isWanted(_ camera: CameraMeasurement) -> Bool {
        guard let wanted = options.camera else { return true }
        return camera.path == wanted || camera.description?.id == wanted
            || camera.name.range(of: wanted, options: .caseInsensitive) != nil
    }

    private func test(_ camera: inout CameraMeasurement, _ node: InspectedNode) {
        if let description = camera.description {
            progress("Testing \(description.name) (\(node.path)) ...")
            let probe = CameraProbe(driver: inspection.driver(for: node), clock: clock, seconds: options.seconds)
            camera.stream = probe.test(description)
        }
        camera.holders = HolderSearch.holders(of: node.path)
    }
}
