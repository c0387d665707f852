import AVFoundation
import CaptureDriver
import Combine
import CombineCamera
import SimulatedDriver
import Testing

@MainActor
@Suite("A camera written with Combine")
struct CombineCameraTests {
    private let phone: SimulatedPhone

    init() {
        phone = SimulatedPhone(profile: .iphone)
        phone.permissionAnswer = .allow
    }

    /// Runs a test on a phone of its own.
    private func onPhone(_ body: @MainActor (CombineCamera) async throws -> Void) async throws {
        let system = phone.system
        try await CaptureSystem.withScope {
            CaptureSystem.use(system)
            let camera = CombineCamera()
            try await body(camera)
            camera.stop()
        }
    }

    /// The first value that is wanted.
    private func first<P: Publisher>(_ publisher: P, _ isWanted: @escaping (P.Output) -> Bool) async throws -> P.Output
    {
        let (values, telling) = AsyncThrowingStream.makeStream(of: P.Output.self)
        let subscription = publisher.first(where: isWanted).sink(
            receiveCompletion: { completion in
                if case .failure(let error) = completion { telling.finish(throwing: error) } else { telling.finish() }
            },
            receiveValue: { telling.yield($0) }
        )
        defer { subscription.cancel() }
        for try await value in values { return value }
        throw CancellationError()
    }

    @Test("frames, a photo, and the zoom are published")
    func publishes() async throws {
        try await onPhone { camera in
            let isGranted = try await first(camera.start()) { _ in true }
            #expect(isGranted)
            _ = try await first(camera.$state) { $0 == .running }
            let width = try await first(camera.frameWidths) { _ in true }
            #expect(width > 0)
            let photo = try await first(camera.takePhoto()) { _ in true }
            #expect(photo.starts(with: [0xFF, 0xD8]))
            let device = try #require(camera.session.inputs.first as? AVCaptureDeviceInput).device
            try device.lockForConfiguration()
            device.videoZoomFactor = 2
            device.unlockForConfiguration()
            let zoom = try await first(camera.$zoom) { $0 == 2 }
            #expect(zoom == 2)
        }
    }

    @Test("a video call interrupts, and the camera comes back")
    func call() async throws {
        try await onPhone { camera in
            _ = try await first(camera.start()) { _ in true }
            _ = try await first(camera.$state) { $0 == .running }
            phone.phoneCall(.video)
            _ = try await first(camera.$state) { $0 == .interrupted(.videoDeviceInUseByAnotherClient) }
            phone.endCall()
            _ = try await first(camera.$state) { $0 == .running }
        }
    }

    @Test("a user who says no gets no camera")
    func denied() async throws {
        phone.permissionAnswer = .deny
        try await onPhone { camera in
            let isGranted = try await first(camera.start()) { _ in true }
            #expect(!isGranted)
            #expect(camera.state == .off && camera.session.inputs.isEmpty)
        }
    }
}
