import BookScanner
import CameraEngine
import CameraLifecycle
import Foundation
import LiveText
import Testing

@testable import PinholeApp

@MainActor
@Suite("Scanning books")
struct ScannerTests {
    private let address: [String: Any] = ["recognizer": "http://127.0.0.1:8090"]

    @Test("Every press is one scan in the queue, and opens the scanner once (R-SCAN-2)")
    func presses() async throws {
        let test = try TestApp(defaults: address)
        test.app.modes.select(.scan)
        for _ in 0..<5 { test.app.pressShutter() }
        await test.app.scanner.settle()
        #expect(test.service.captured.count == 5)
        #expect(test.opening.recognizers == [URL(string: "http://127.0.0.1:8090")])
        #expect(test.app.scanner.entries.map(\.number) == [1, 2, 3, 4, 5])
        #expect(test.app.scanner.pendingCount == 0)
        #expect(test.camera.commands.contains("scan size \(PhotoSize.scanning)"))
    }

    @Test("A scan that cannot be kept is not taken, and told about; the next press tries again")
    func cannotOpen() async throws {
        let test = try TestApp(defaults: address)
        test.opening.results.insert(.failure(.diskFull), at: 0)
        test.app.modes.select(.scan)
        test.app.pressShutter()
        await test.app.scanner.settle()
        #expect(test.notice == ScanStoreError.diskFull.message)
        #expect(test.app.scanner.banner == .storage(ScanStoreError.diskFull.message))
        test.app.pressShutter()
        await test.app.scanner.settle()
        #expect(test.service.captured.count == 1)
        #expect(test.app.scanner.banner == nil)
    }

    @Test("Failures of the camera and of the storage are told")
    func failures() async throws {
        let test = try TestApp(defaults: address)
        test.app.modes.select(.scan)
        test.camera.photoFailures = [.cameraLost]
        test.app.pressShutter()
        await test.app.scanner.settle()
        #expect(test.notice == PhotoFailure.cameraLost.message)
        test.service.captureFailure = .diskFull
        test.app.pressShutter()
        await test.app.scanner.settle()
        #expect(test.notice == ScanStoreError.diskFull.message)
    }

    @Test("Without a recogniser scans wait, and the screen says so; offline and rate limits show (R-SCAN-4, R-SCAN-5)")
    func banners() async throws {
        let waiting = try TestApp()
        await waiting.app.scanner.open()
        waiting.service.entries = [ScanEntry(id: UUID(), state: .waitingForNetwork)]
        waiting.service.isOffline = true
        #expect(waiting.opening.recognizers == [nil])
        #expect(waiting.app.scanner.banner == .noRecognizer(waiting: 1))
        let test = try TestApp(defaults: address)
        await test.app.scanner.open()
        #expect(test.app.scanner.banner == nil)
        test.service.rateLimit = 12
        #expect(test.app.scanner.banner == .rateLimited(seconds: 12))
        test.service.isOffline = true
        #expect(test.app.scanner.banner == .offline(waiting: 0))
        test.service.storageFailure = .damaged
        #expect(test.app.scanner.banner == .storage(ScanStoreError.damaged.message))
    }

    @Test("Another address closes the scanner, and opens it anew; the same one does nothing")
    func changesAddress() async throws {
        let test = try TestApp(defaults: address)
        let second = FakeScanService()
        test.opening.results.append(.success(second))
        await test.app.scanner.open()
        await test.app.scanner.settingsChanged()
        #expect(!test.service.isClosed)
        test.app.settings.recognizer = "books.local"
        await test.app.scanner.settingsChanged()
        #expect(test.service.isClosed)
        #expect(test.app.scanner.service === second)
        #expect(test.opening.recognizers.last == URL(string: "http://books.local"))
    }

    @Test("The strip shows the scan that is being worked on, else the first (R-SCAN-2)")
    func strip() async throws {
        let test = try TestApp(defaults: address)
        await test.app.scanner.open()
        let entries = [
            ScanEntry(id: UUID(), number: 1, state: .queued),
            ScanEntry(id: UUID(), number: 2, state: .recognizing(percent: 40, stage: .reading)),
        ]
        test.service.entries = entries
        #expect(test.app.scanner.current?.number == 2)
        test.service.entries = [entries[0]]
        #expect(test.app.scanner.current?.number == 1)
        #expect(!test.app.scanner.hasFailures)
        test.service.entries = [ScanEntry(id: UUID(), state: .failed(ScanFailure.forgotten.message))]
        #expect(test.app.scanner.hasFailures)
    }

    @Test("The user decides about doubtful books and duplicates (R-SCAN-6)")
    func questions() async throws {
        let test = try TestApp(defaults: address)
        await test.app.scanner.open()
        let book = BookEntry(id: 7, title: "Emma", author: "Austen", percent: 60, needsConfirmation: true)
        let twice = DuplicateEntry(id: 3, reason: .isbn)
        test.service.booksToConfirm = [book]
        test.service.duplicates = [twice]
        #expect(test.app.scanner.questionCount == 2)
        await test.app.scanner.confirm(book)
        await test.app.scanner.reject(book)
        test.app.scanner.bookToCorrect = book
        await test.app.scanner.correct(book, title: "  ", author: "Jane Austen")
        #expect(test.app.scanner.bookToCorrect == book)
        await test.app.scanner.correct(book, title: " Emma ", author: "Jane Austen")
        #expect(test.app.scanner.bookToCorrect == nil)
        await test.app.scanner.resolve(twice, isSame: true)
        #expect(test.service.commands == ["confirm 7", "reject 7", "correct 7 Emma/Jane Austen", "judge 3 true"])
    }

    @Test("Larger scans are proposed once, and taken from then on (R-SCAN-9)")
    func larger() async throws {
        let test = try TestApp(defaults: address)
        await test.app.scanner.open()
        test.service.proposesLargerScans = true
        #expect(test.app.scanner.proposesLargerScans)
        await test.app.scanner.enableLargerScans()
        #expect(!test.app.scanner.proposesLargerScans)
        #expect(test.camera.scanSize == .largerScanning)
    }

    @Test("The list is searched, and exported as it is")
    func list() async throws {
        let test = try TestApp(defaults: address)
        #expect(!test.app.books.isEmpty)
        await test.app.books.refresh()
        #expect(test.app.books.isEmpty)
        test.service.allBooks = ["Emma", "Ulysses"].enumerated().map { index, title in
            BookEntry(id: Int64(index), title: title, author: "", percent: 99, needsConfirmation: false)
        }
        let revision = test.app.books.revision
        test.service.bookCount = 2
        #expect(test.app.books.revision != revision)
        test.app.books.search = "Uly"
        await test.app.books.refresh()
        #expect(test.app.books.books.map(\.title) == ["Ulysses"])
        let csv = try #require(test.app.books.exports[.csv])
        #expect(try String(contentsOf: csv, encoding: .utf8) == "Emma\nUlysses")
        test.app.books.search = "nothing"
        await test.app.books.refresh()
        #expect(test.app.books.foundNothing)
    }

    @Test("What the scanner tells of a job becomes an entry")
    func entries() {
        typealias State = ScanEntry.State
        #expect(State(.uploading(fraction: 0.439)) == .uploading(percent: 43))
        #expect(State(.recognizing(fraction: 1.5, stage: .matching)) == .recognizing(percent: 100, stage: .matching))
        let unknown = State(.recognizing(fraction: 0, stage: .init(rawValue: "thinking")))
        #expect(String(localized: unknown.title) == String(localized: State(.done).title))
        #expect(State(.rateLimited(remaining: .milliseconds(1500))) == .rateLimited(seconds: 2))
        #expect(State(.done) == .recognizing(percent: 100, stage: nil))
        let failed = ScanEntry(id: UUID(), state: State(.failed(.photoUnreadable)))
        #expect(failed.canRetry)
        #expect(failed.fraction == nil)
        #expect(failed.state.title.key == ScanFailure.photoUnreadable.message.title.key)
        #expect(State.uploading(percent: 43).title.key == "Uploading, %lld percent")
        #expect(State.queued.title.key == "Queued")
    }

    @Test("Text is looked for while scans are taken and nothing covers the picture (R-SCAN-1)")
    func looksForText() throws {
        let test = try TestApp()
        #expect(!test.app.detectsText)
        test.app.modes.select(.scan)
        #expect(test.app.detectsText)
        test.app.sheet = .scans
        #expect(!test.app.detectsText)
        test.app.sheet = nil
        test.camera.status = .interrupted(nil)
        #expect(!test.app.detectsText)
    }

    @Test("Boxes lie where the text is in a picture that fills the screen, mirrored as the preview is")
    func boxes() {
        let line = LiveTextObservation.Line(
            topLeft: CGPoint(x: 0.25, y: 0.5),
            topRight: CGPoint(x: 0.75, y: 0.5),
            bottomRight: CGPoint(x: 0.75, y: 0.6),
            bottomLeft: CGPoint(x: 0.25, y: 0.6)
        )
        let boxes = TextBoxes(LiveTextObservation(lines: [line], time: .zero), width: 300, height: 400)
        // 600 x 800 fill 300 x 800: 150 are left on both sides.
        let outline = boxes.outlines(in: CGSize(width: 300, height: 800), isMirrored: false)[0]
        #expect(
            outline == [
                CGPoint(x: 0, y: 400), CGPoint(x: 300, y: 400), CGPoint(x: 300, y: 480), CGPoint(x: 0, y: 480),
            ]
        )
        let mirrored = boxes.outlines(in: CGSize(width: 300, height: 800), isMirrored: true)[0]
        #expect(mirrored[0] == CGPoint(x: 300, y: 400))
        #expect(TextBoxes.none.outlines(in: CGSize(width: 300, height: 800), isMirrored: false).isEmpty)
    }
}

@MainActor
@Suite("The scanner's storage")
struct FolderScanServiceTests {
    @Test("Scans that nobody can be sent to wait, survive the app's end, and are numbered (R-SCAN-2)")
    func waits() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scans-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let opening = FolderScanServiceOpening(folder: folder)
        let first = try await opening.open(recognizer: nil)
        let photo = TakenPhoto(data: Data([1, 2, 3]), date: Date(), size: PhotoSize(width: 1024, height: 768))
        try await first.capture(photo)
        try await first.capture(photo)
        await first.close()
        let second = try await opening.open(recognizer: nil)
        // Until the monitor has told, one may be tried.
        func isSettled(_ entry: ScanEntry) -> Bool {
            entry.number != nil && (entry.state == .waitingForNetwork || entry.state == .queued)
        }
        while second.entries.count < 2 || !second.entries.allSatisfy(isSettled) { await Task.yield() }
        #expect(second.entries.map(\.number) == [1, 2])
        #expect(second.entries[0].tokens.map(\.count) == [516, 1032])
        let csv = try await second.export(.csv, to: folder)
        #expect(try String(contentsOf: csv, encoding: .utf8).hasPrefix("title,author,isbn"))
        await second.close()
    }
}
