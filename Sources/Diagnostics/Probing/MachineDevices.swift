import ALSADriver
import CaptureDriver
import Foundation
import Glibc
import Synchronization
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

/// Examines the machine's microphones, each by itself.
struct MachineMicrophones: Sendable {
    /// Seconds that opening and closing may take besides listening.
    static let handling = 10.0

    let options: Diagnostics.Options
    let progress: @Sendable (String) -> Void

    /// All inputs: the system's default first, which most programs use.
    func examine() -> [MicrophoneInspection] {
        let nodes = AudioNodes().inputs()
        let listed = Bounded.run(seconds: Self.handling) { MicrophoneList.hardware() } ?? []
        // ALSA leaves out cards that it may not ask; their nodes tell that they exist.
        let hidden = nodes.map(\.microphone).filter { node in
            !listed.contains { $0.card == node.card && $0.device == node.device }
        }
        let hardware = listed + hidden
        let fallback = listen(.systemDefault)
        let defaultWorks = if case .listened = fallback.outcome { true } else { false }
        // Without any card there is a default input only where a sound server has one.
        var all = defaultWorks || (!hardware.isEmpty && hidden.isEmpty) ? [fallback] : []
        for microphone in hardware {
            var examination = listen(microphone)
            examination.defaultWorks = defaultWorks
            all.append(examination)
        }
        return all
    }

    private func listen(_ microphone: MicrophoneDescription) -> MicrophoneInspection {
        let path = microphone.card.flatMap { card in microphone.device.map { AudioNodes.path(card: card, device: $0) } }
        let permission = path.flatMap(NodeReader.permission)
        let outcome: MicrophoneInspection.Outcome
        if let path, permission?.isAllowed == false {
            // ALSA says of a card that it may not ask that it does not exist.
            outcome = .refused(CaptureDriverError(alsa: -EACCES, operation: "open", device: path))
        } else {
            outcome = listen(to: microphone)
        }
        return MicrophoneInspection(
            microphone: microphone,
            path: path,
            permission: permission,
            holders: path.map { HolderSearch.holders(of: $0) } ?? Holders(),
            outcome: outcome
        )
    }

    private func listen(to microphone: MicrophoneDescription) -> MicrophoneInspection.Outcome {
        progress("Listening to \(microphone.name) ...")
        let probe = MicrophoneProbe(seconds: options.seconds)
        let bound = Self.handling + options.seconds
        let result = Bounded.run(seconds: bound) { () -> Result<MicrophoneMeasurement, CaptureDriverError> in
            do throws(CaptureDriverError) {
                return .success(try probe.listen(to: microphone.id))
            } catch {
                return .failure(error)
            }
        }
        return switch result {
        case .success(let measurement): .listened(measurement)
        case .failure(let error): .refused(error)
        case nil: .noAnswer(seconds: bound)
        }
    }
}

/// Work that may hang.
enum Bounded {
    /// Does work on a thread of its own and waits for it.
    ///
    /// - Returns: the result, or `nil` when it did not come in time. Then the thread stays behind until the work ends; a
    ///   program that ends takes it along.
    static func run<Result: Sendable>(
        seconds: Double,
        _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        let box = Box<Result>()
        let thread = Thread {
            let result = work()
            box.value.withLock { $0 = result }
            box.isDone.signal()
        }
        thread.name = "pinhole doctor"
        thread.start()
        guard box.isDone.wait(timeout: .now() + seconds) == .success else { return nil }
        return box.value.withLock { $0 }
    }

    private final class Box<Result: Sendable>: Sendable {
        let value = Mutex<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }
}
