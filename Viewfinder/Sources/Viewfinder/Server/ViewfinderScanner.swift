public import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
public import ScannerLink

/// What a viewfinder needs of a scanner of books.
///
/// Every method may be called from any task, several at once, and returns within a bounded time. What goes wrong is reported as a
/// ``CameraCommandError`` whose words say what the user can do.
public protocol ViewfinderScanner: Sendable {
    /// The scanner as it is now, complete.
    func state() async -> ScannerState

    /// The scanner after each change from this call on. The server iterates one such stream.
    func states() -> AsyncStream<ScannerState>

    /// Where there is text in the live picture, from this call on, several times a second while scans are what is taken. The server
    /// iterates one such stream. A slow reader gets the latest.
    func liveText() -> AsyncStream<LiveText>

    /// Takes a photo for scanning, and returns when it is on the disk and queued.
    func scan() async throws(CameraCommandError) -> UUID

    /// Tries a scan that failed again; all of them if `id` is nil.
    func retry(_ id: UUID?) async throws(CameraCommandError)

    /// Gives a scan up, and its photo. One that is done stays.
    func cancel(_ id: UUID) async throws(CameraCommandError)

    /// A recognised book is right.
    func confirm(_ book: Int64) async throws(CameraCommandError)

    /// A recognised book is called otherwise.
    func correct(_ book: Int64, _ title: ScannerBookTitle) async throws(CameraCommandError)

    /// A recognised book is none.
    func reject(_ book: Int64) async throws(CameraCommandError)

    /// Decides about a duplicate: the later one of the same is left out of the books.
    func resolve(_ duplicate: Int64, isSame: Bool) async throws(CameraCommandError)

    /// Chooses the size near which scans are taken from now on.
    func setLarger(_ isLarger: Bool) async throws(CameraCommandError)

    /// The books of all scans that are done, in the order in which they were taken.
    ///
    /// - Parameter search: words that all occur in title, author, ISBN or the text that was read; empty for all books.
    func books(search: String) async throws(CameraCommandError) -> [ScannerBook]

    /// All books as a file for other programs.
    func export(_ form: ScannerExport) async throws(CameraCommandError) -> Data

    /// A scan's photo; nil if there is no such scan.
    func photo(_ id: UUID) async throws(CameraCommandError) -> ScannerPhoto?
}

/// Where there is text in the live picture (R-SCAN-1).
public struct LiveText: Codable, Equatable, Sendable {
    /// The four corners [x, y] of each line, as it is read, from 0 to 1 in the picture as the frames carry it: before the page mirrors,
    /// crops or scales anything.
    public var boxes: [[[Double]]]
    /// How many seconds ago the picture was captured.
    public var age: Double

    /// Makes a description of text.
    public init(boxes: [[[Double]]] = [], age: Double = 0) {
        self.boxes = boxes
        self.age = age
    }
}

/// The addresses of the scanner. Where there is none, there are no such addresses.
extension ViewfinderRoutes {
    private struct NameScan: Decodable {
        var id: UUID
    }

    private struct NameScans: Decodable {
        var id: UUID?
    }

    private struct NameBook: Decodable {
        var book: Int64
    }

    private struct CorrectBook: Decodable {
        var book: Int64
        var title: String
        var author: String?
        var isbn: String?
    }

    private struct ResolveDuplicate: Decodable {
        enum Verdict: String, Decodable {
            case same, different
        }

        var duplicate: Int64
        var verdict: Verdict
    }

    private struct SetScanSize: Decodable {
        var isLarger: Bool
    }

    func addScanner(to router: Router<ViewfinderRequestContext>) {
        guard let scanner else { return }
        router.get("/scans/books") { request, _ in
            let search = request.uri.queryParameters["search"].map(String.init) ?? ""
            return Self.json(["books": try await scanner.books(search: search)])
        }
        for form in ScannerExport.allCases {
            router.get("/scans/books.\(form.rawValue)") { _, _ in
                Self.file(try await scanner.export(form), form)
            }
        }
        router.get("/scans/photos/:id") { _, context in
            guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)),
                let photo = try await scanner.photo(id)
            else { throw ViewfinderFailure.photoNotFound }
            return Response(
                status: .ok,
                // A scan's photo never changes.
                headers: [.contentType: photo.contentType, .cacheControl: "private, max-age=31536000, immutable"],
                body: .init(byteBuffer: ByteBuffer(data: photo.data))
            )
        }
        let commands = CommandRouter(router: router, responses: responses)
        addScanCommands(to: commands, scanner)
        addBookCommands(to: commands, scanner)
    }

    private func addScanCommands(to commands: CommandRouter, _ scanner: any ViewfinderScanner) {
        commands.answer("scan") { ["id": try await scanner.scan()] }
        commands.add("retryScan", like: #"{"id": "..."}"#) { (command: NameScans) in
            try await scanner.retry(command.id)
        }
        commands.add("cancelScan", like: #"{"id": "..."}"#) { (command: NameScan) in
            try await scanner.cancel(command.id)
        }
        commands.add("setScanSize", like: #"{"isLarger": true}"#) { (command: SetScanSize) in
            try await scanner.setLarger(command.isLarger)
        }
    }

    private func addBookCommands(to commands: CommandRouter, _ scanner: any ViewfinderScanner) {
        commands.add("confirmBook", like: #"{"book": 7}"#) { (command: NameBook) in
            try await scanner.confirm(command.book)
        }
        commands.add("rejectBook", like: #"{"book": 7}"#) { (command: NameBook) in
            try await scanner.reject(command.book)
        }
        let example = #"{"book": 7, "title": "...", "author": "...", "isbn": "..."}"#
        commands.add("correctBook", like: example) { (command: CorrectBook) in
            guard command.title.contains(where: { !$0.isWhitespace }) else {
                throw ViewfinderFailure.badCommand("A book has a title.")
            }
            let title = ScannerBookTitle(
                title: command.title,
                author: command.author ?? "",
                isbn: command.isbn.flatMap { $0.isEmpty ? nil : $0 }
            )
            try await scanner.correct(command.book, title)
        }
        commands.add("judgeDuplicate", like: #"{"duplicate": 1, "verdict": "same"}"#) { (command: ResolveDuplicate) in
            try await scanner.resolve(command.duplicate, isSame: command.verdict == .same)
        }
    }

    private static func file(_ data: Data, _ form: ScannerExport) -> Response {
        let contentType =
            switch form {
            case .csv: "text/csv; charset=utf-8"
            case .json: "application/json; charset=utf-8"
            }
        return Response(
            status: .ok,
            headers: [
                .contentType: contentType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"books.\(form.rawValue)\"",
            ],
            body: .init(byteBuffer: ByteBuffer(data: data))
        )
    }
}
