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
            try await body(CombineCamera())
        }
    }

    /// The first value that is wanted.
    @discardableResult
    private func first<P: Publisher>(
        of publisher: P,
        where isWanted: @escaping (P.Output) -> Bool = { _ in true }
    ) async throws -> P.Output {
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

    private func reaches(_ state: CombineCamera.State, _ camera: CombineCamera) async throws {
        try await first(of: camera.$state) { $0 == state }
    }

    @Test("frames, a photo, and the zoom are published")
    func publishes() async throws {
        try await onPhone { camera in
            camera.start()
            try await reaches(.running, camera)
            let time = try await first(of: camera.frameTimes)
            #expect(time.isNumeric)
            let photo = try await first(of: camera.takePhoto())
            #expect(photo.starts(with: [0xFF, 0xD8]))
            let device = try #require(camera.session.inputs.first as? AVCaptureDeviceInput).device
            try device.lockForConfiguration()
            device.videoZoomFactor = 2
            device.unlockForConfiguration()
            try await first(of: camera.$zoom) { $0 == 2 }
            camera.stop()
            try await reaches(.stopped, camera)
        }
    }

    @Test("a video call interrupts, and the camera comes back")
    func call() async throws {
        try await onPhone { camera in
            camera.start()
            try await reaches(.running, camera)
            phone.phoneCall(.video)
            try await reaches(.interrupted(.videoDeviceInUseByAnotherClient), camera)
            phone.endCall()
            try await reaches(.running, camera)
            camera.stop()
            try await reaches(.stopped, camera)
        }
    }

    @Test("after a reset of media services the camera starts again by itself")
    func reset() async throws {
        try await onPhone { camera in
            camera.start()
            try await reaches(.running, camera)
            phone.resetMediaServices()
            try await reaches(.stopped, camera)
            try await reaches(.running, camera)
            try await first(of: camera.frameTimes)
            camera.stop()
            try await reaches(.stopped, camera)
        }
    }

    @Test("a user who says no gets no camera")
    func denied() async throws {
        phone.permissionAnswer = .deny
        try await onPhone { camera in
            camera.start()
            try await reaches(.denied, camera)
            #expect(camera.session.inputs.isEmpty)
        }
    }
}
