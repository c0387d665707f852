import BookScanner
import BookshelfScene
import CaptureSystemTesting
import Foundation
import HTTPTransports
import LiveScanner
import Logging
import RecognitionService
import ScanProtocol
import ScanServiceTestSupport
import ScannerLink
import ScannerService
import SimulatedDriver
import Synchronization
import Testing

@testable import Viewfinder

/// In real time, with a recogniser that needs no models.
@Suite("The viewfinder's scanner on a simulated phone", .ownCaptureSystem)
struct LiveScannerTests {
    @Test(
        "R-SCAN-2, R-PHOTO-3: a press is a job, a photo near 1024 x 768, and then books; they can be searched and exported"
    )
    func scan() async throws {
        let fixture = try await ScannerFixture()
        await fixture.camera.wait(for: .live)
        try await fixture.camera.camera.setMode(.scan)
        await fixture.camera.wait { $0.mode == .scan && $0.phase == .live }
        let id = try await fixture.scanner.scan()
        let done = await fixture.wait { $0.finishedCount == 1 }
        #expect(done.jobs.isEmpty && done.bookCount == 1 && done.failure == nil)
        let photo = try #require(try await fixture.scanner.photo(id))
        #expect(photo.contentType == "image/jpeg" && photo.data.starts(with: [0xFF, 0xD8]))
        let title = PrintRecognizer.print(photo.data)
        let books = try await fixture.scanner.books(search: title)
        #expect(books.map(\.title) == [title] && books.first?.photo == "scans/photos/\(id.uuidString)")
        #expect(try await fixture.scanner.books(search: "nothing of the kind").isEmpty)
        let csv = String(decoding: try await fixture.scanner.export(.csv), as: UTF8.self)
        #expect(csv.contains(title))
        let json = try JSONDecoder().decode([PhotoResult].self, from: try await fixture.scanner.export(.json))
        #expect(json.flatMap(\.books).map(\.title) == [title])
        #expect(try await fixture.scanner.photo(UUID()) == nil)
        try await fixture.end()
    }

    @Test("R-SCAN-2: a job tells what the recogniser is doing with it")
    func stage() async throws {
        let recognizer = PatientRecognizer(stage: .matching)
        let fixture = try await ScannerFixture(recognizer: recognizer)
        await fixture.camera.wait(for: .live)
        let id = try await fixture.scanner.scan()
        let state = await fixture.wait { $0.jobs.first?.stage != nil }
        #expect(state.jobs.map(\.id) == [id] && state.jobs.first?.state == .recognizing)
        #expect(state.jobs.first?.stage == "matching" && state.jobs.first?.fraction == 0.5)
        recognizer.goOn()
        await fixture.wait { $0.finishedCount == 1 && $0.jobs.isEmpty }
        try await fixture.end()
    }

    @Test("R-SCAN-9: each job tells its photo's size and cost by rules with names; the larger size can be chosen")
    func size() async throws {
        let fixture = try await ScannerFixture(recognizes: false)
        await fixture.camera.wait(for: .live)
        try await fixture.camera.camera.setMode(.scan)
        await fixture.camera.wait { $0.mode == .scan && $0.phase == .live }
        _ = try await fixture.scanner.scan()
        let job = try #require(await fixture.wait { $0.jobs.count == 1 }.jobs.first)
        // Held upright.
        #expect(job.width == 768 && job.height == 1024)
        #expect(job.estimates.map(\.tokens).sorted() == [516, 1032] && job.estimates.allSatisfy { !$0.rule.isEmpty })
        try await fixture.scanner.setLarger(true)
        let larger = await fixture.wait { $0.isLarger }
        #expect(larger.size == ScannerState.Size(width: 1536, height: 1152))
        _ = try await fixture.scanner.scan()
        // What comes nearest of the phone's.
        let second = try #require(await fixture.wait { $0.jobs.count == 2 }.jobs.last)
        #expect(second.width == 1080 && second.height == 1440)
        try await fixture.scanner.cancel(second.id)
        try await fixture.scanner.cancel(job.id)
        await fixture.wait { $0.jobs.isEmpty }
        try await fixture.end()
    }

    @Test(
        "R-SCAN-4: photos that nobody takes wait for the network, and go out when it is back, also with the next process"
    )
    func offline() async throws {
        let fixture = try await ScannerFixture(recognizes: false)
        await fixture.camera.wait(for: .live)
        let photo = try await fixture.scanner.scan()
        // Between two attempts; during one it is being sent.
        let waiting = await fixture.wait { $0.isOffline && $0.jobs.first?.state == .waitingForNetwork }
        #expect(waiting.jobs.map(\.id) == [photo])
        await fixture.scanner.shutDown()
        let next = fixture.nextScanner()
        next.start(opensAtOnce: true)
        await ScannerFixture.wait(next) { $0.finishedCount == 1 && $0.jobs.isEmpty && !$0.isOffline }
        await next.shutDown()
        try await fixture.end()
    }

    @Test("A scanner that cannot be opened says why, takes no photo, and is opened the next time")
    func opening() async throws {
        let fixture = try await ScannerFixture(failures: 1)
        await fixture.camera.wait(for: .live)
        let error = await #expect(throws: CameraCommandError.self) { try await fixture.scanner.scan() }
        #expect(error?.kind == .storage && error?.message.description.contains("disk is full") == true)
        let told = await fixture.wait { $0.failure != nil }
        #expect(told.failure?.advice.contains("disk is full") == true && told.jobs.isEmpty)
        _ = try await fixture.scanner.scan()
        await fixture.wait { $0.finishedCount == 1 && $0.failure == nil }
        try await fixture.end()
    }

    @Test("R-SCAN-2, R-MULTI-10: where scans are taken the phone's own shutter scans, as the page's button does")
    func ownShutter() async throws {
        let fixture = try await ScannerFixture()
        await fixture.camera.wait(for: .live)
        try await fixture.camera.camera.setMode(.scan)
        await fixture.camera.wait { $0.mode == .scan && $0.phase == .live }
        fixture.camera.phone.useCameraControl(.press)
        await fixture.wait { $0.finishedCount == 1 }
        let photo = await fixture.camera.camera.state().lastPhoto
        #expect(photo == nil, "a scan is none of the photos")
        try await fixture.end()
    }

    @Test("What keeps books from being recognised is shown until it is gone")
    func obstacle() async throws {
        let obstacle = Obstacle()
        let fixture = try await ScannerFixture(obstacle: { obstacle.message.withLock { $0 } })
        await fixture.camera.wait(for: .live)
        _ = try await fixture.scanner.scan()
        await fixture.wait { $0.finishedCount == 1 && $0.failure?.title == "No models" }
        obstacle.message.withLock { $0 = nil }
        _ = try await fixture.scanner.scan()
        await fixture.wait { $0.finishedCount == 2 && $0.failure == nil }
        try await fixture.end()
    }

    private final class Obstacle: Sendable {
        let message = Mutex<ScannerMessages?>(ScannerMessages(title: "No models", advice: "Fetch them."))
    }

    @Test("R-SCAN-1: text in the live picture is told while scans are what is taken; with the mode it goes")
    func liveText() async throws {
        let fixture = try await ScannerFixture(scene: try ShelfScene(level: .clean))
        await fixture.camera.wait(for: .live)
        let viewer = Viewer()
        fixture.camera.camera.frames.add(viewer)
        let texts = fixture.scanner.liveText()
        try await fixture.camera.camera.setMode(.scan)
        for await text in texts where text.boxes.count >= 5 {
            #expect(text.boxes.allSatisfy { $0.count == 4 && $0.allSatisfy { $0.count == 2 } })
            #expect(text.boxes.joined().joined().allSatisfy { (-0.1...1.1).contains($0) } && text.age >= 0)
            break
        }
        let others = fixture.scanner.liveText()
        try await fixture.camera.camera.setMode(.photo)
        // What stood in the picture goes.
        for await text in others where text.boxes.isEmpty { break }
        fixture.camera.camera.frames.remove(viewer)
        try await fixture.end()
    }

    /// Somebody who looks.
    private final class Viewer: FrameClient {
        func frameWasPublished() {}
    }
}

/// Tells one stage, and waits there until it may go on.
private final class PatientRecognizer: BookRecognizer {
    let name = "patient"
    private let stage: RecognitionStage
    private let (permissions, permission) = AsyncStream.makeStream(of: Void.self)

    init(stage: RecognitionStage) { self.stage = stage }

    func goOn() { permission.finish() }

    func recognize(
        photo: Data,
        progress: @escaping @Sendable (RecognitionProgress) -> Void
    ) async throws -> PhotoResult {
        progress(RecognitionProgress(0.5, stage: stage))
        for await _ in permissions {}
        return PhotoResult(photo: "", books: [])
    }
}

/// A scanner with a camera on a simulated phone.
struct ScannerFixture {
    let camera: LiveCameraFixture
    let scanner: LiveScanner

    /// - Parameters:
    ///   - recognizes: whether there is a recogniser that answers.
    ///   - recognizer: that one.
    ///   - failures: how often the storage cannot be opened.
    ///   - obstacle: what keeps books from being recognised.
    init(
        scene: any SimulatedScene = DarkScene(),
        recognizes: Bool = true,
        recognizer: any BookRecognizer = PrintRecognizer(),
        failures: Int = 0,
        obstacle: @escaping @Sendable () -> ScannerMessages? = { nil }
    ) async throws {
        let camera = try await LiveCameraFixture(scene: scene)
        self.camera = camera
        scanner = Self.scanner(camera, recognizes ? recognizer : nil, failures: failures, obstacle)
        scanner.start(opensAtOnce: false)
    }

    /// The scanner of a process that comes later.
    func nextScanner() -> LiveScanner { Self.scanner(camera, PrintRecognizer(), failures: 0) { nil } }

    func end() async throws {
        await scanner.shutDown()
        await camera.camera.shutDown()
        try FileManager.default.removeItem(at: camera.folder)
    }

    @discardableResult
    func wait(until isThere: (ScannerState) -> Bool) async -> ScannerState {
        await Self.wait(scanner, until: isThere)
    }

    @discardableResult
    static func wait(_ scanner: LiveScanner, until isThere: (ScannerState) -> Bool) async -> ScannerState {
        let states = scanner.states()
        var last = await scanner.state()
        if isThere(last) { return last }
        for await state in states {
            if isThere(state) { return state }
            last = state
        }
        Issue.record("Never shown; the last state: \(last)")
        return last
    }

    /// - Parameter recognizer: nil if nobody answers.
    private static func scanner(
        _ camera: LiveCameraFixture,
        _ recognizer: (any BookRecognizer)?,
        failures: Int,
        _ obstacle: @escaping @Sendable () -> ScannerMessages?
    ) -> LiveScanner {
        let failuresLeft = Atomic<Int>(failures)
        let folder = camera.folder.appending(path: "scanner")
        let service = ScannerService {
            if failuresLeft.subtract(1, ordering: .relaxed).oldValue > 0 { throw ScanStoreError.diskFull }
            return try await open(in: folder, recognizer, obstacle)
        }
        return LiveScanner(camera: camera.camera, backend: service)
    }

    private static func open(
        in folder: URL,
        _ answering: (any BookRecognizer)?,
        _ obstacle: @escaping @Sendable () -> ScannerMessages?
    ) async throws -> OpenScanner {
        let store = try await ScanStore.open(at: folder)
        let recognizer = try await EmbeddedRecognizer.start(
            folder: folder.appending(path: "recognizer"),
            recognizer: answering ?? PrintRecognizer(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let transport = SystemHTTPTransport()
        // Nobody listens at the port for nothing.
        let server = answering != nil ? recognizer.server : URL(string: "http://127.0.0.1:9")
        let session = ScanSession(
            store: store,
            configuration: ScanClientConfiguration(server: try #require(server), token: recognizer.token),
            transport: transport
        )
        try await session.start()
        return OpenScanner(session: session, obstacle: obstacle) {
            transport.close()
            await recognizer.stop()
            try? await store.close()
        }
    }
}
