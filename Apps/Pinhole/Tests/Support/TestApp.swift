import CameraEngine
import Foundation

@testable import PinholeApp

/// The app over things that a test holds in its hand.
@MainActor
final class TestApp {
    let camera = FakeCamera()
    let library: FakePhotoLibrary
    let service = FakeScanService()
    let opening: FakeScanOpening
    let folder: URL
    let app: AppModel
    private let announced = Announcements()

    /// What was spoken.
    @MainActor
    final class Announcements {
        var texts: [String] = []
    }

    var spoken: [String] { announced.texts }

    init(
        library: FakePhotoLibrary = FakePhotoLibrary(),
        freeByteCount: Int64? = 50_000_000_000,
        defaults: [String: Any] = [:]
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pinhole-app-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.library = library
        opening = FakeScanOpening([.success(service)])
        let suite = "pinhole-app-\(UUID().uuidString)"
        guard let store = UserDefaults(suiteName: suite) else { throw CocoaError(.featureUnsupported) }
        for (key, value) in defaults { store.set(value, forKey: key) }
        let announced = announced
        app = AppModel(
            AppModel.Parts(
                camera: camera,
                library: library,
                scanner: opening,
                defaults: store,
                captures: CaptureFolder(url: folder.appendingPathComponent("Captures", isDirectory: true)),
                exports: folder,
                disk: FreeDiskSpace { freeByteCount },
                statistics: [FrameStatistics(), FrameStatistics()],
                announce: { announced.texts.append($0) }
            )
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The title of the message that shows.
    var notice: Message? { app.notices.notice?.message }

    /// The files that were kept.
    var files: [String] {
        let urls = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("Captures"),
            includingPropertiesForKeys: nil,
            options: [.skipsHiddenFiles]
        )
        return (urls ?? []).map(\.lastPathComponent).sorted()
    }
}

/// A sleep that ends when the test says so.
actor HeldSleep {
    private var sleepers: [CheckedContinuation<Void, any Error>] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var durations: [Duration] = []
    /// How many have slept to the end.
    private(set) var wokenCount = 0

    func sleep(_ duration: Duration) async throws {
        durations.append(duration)
        for waiter in waiters { waiter.resume() }
        waiters = []
        try await withCheckedThrowingContinuation { sleepers.append($0) }
        wokenCount += 1
    }

    /// Returns when somebody sleeps.
    func awaitSleeper() async {
        guard sleepers.isEmpty else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Wakes everybody who sleeps, once somebody does.
    func wake() async {
        await awaitSleeper()
        for sleeper in sleepers { sleeper.resume() }
        sleepers = []
    }

    /// Wakes who has slept longest, once somebody sleeps.
    func wakeFirst() async {
        await awaitSleeper()
        sleepers.removeFirst().resume()
    }

    /// Ends the sleep of everybody who is asleep, as their cancellation would.
    func interrupt() async {
        for sleeper in sleepers { sleeper.resume(throwing: CancellationError()) }
        sleepers = []
    }
}
