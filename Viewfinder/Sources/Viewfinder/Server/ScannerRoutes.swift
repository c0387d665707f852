import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ScannerLink

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
        addScanCommands(to: router, scanner)
        addBookCommands(to: router, scanner)
    }

    private func addScanCommands(to router: Router<ViewfinderRequestContext>, _ scanner: any ViewfinderScanner) {
        router.post("/commands/scan") { request, _ in
            _ = try await request.body.collect(upTo: configuration.limits.bodySize)
            return Self.json(["id": try await scanner.scan()])
        }
        router.post("/commands/retryScan") { request, _ in
            let command = try await decode(NameScans.self, from: request, example: #"{"id": "..."}"#)
            try await scanner.retry(command.id)
            return Self.json(Done())
        }
        router.post("/commands/cancelScan") { request, _ in
            let command = try await decode(NameScan.self, from: request, example: #"{"id": "..."}"#)
            try await scanner.cancel(command.id)
            return Self.json(Done())
        }
        router.post("/commands/setScanSize") { request, _ in
            let command = try await decode(SetScanSize.self, from: request, example: #"{"isLarger": true}"#)
            try await scanner.setLarger(command.isLarger)
            return Self.json(Done())
        }
    }

    private func addBookCommands(to router: Router<ViewfinderRequestContext>, _ scanner: any ViewfinderScanner) {
        router.post("/commands/confirmBook") { request, _ in
            try await scanner.confirm(decode(NameBook.self, from: request, example: #"{"book": 7}"#).book)
            return Self.json(Done())
        }
        router.post("/commands/rejectBook") { request, _ in
            try await scanner.reject(decode(NameBook.self, from: request, example: #"{"book": 7}"#).book)
            return Self.json(Done())
        }
        router.post("/commands/correctBook") { request, _ in
            let example = #"{"book": 7, "title": "...", "author": "...", "isbn": "..."}"#
            let command = try await decode(CorrectBook.self, from: request, example: example)
            guard command.title.contains(where: { !$0.isWhitespace }) else {
                throw ViewfinderFailure.badCommand("A book has a title.")
            }
            let title = ScannerBookTitle(
                title: command.title,
                author: command.author ?? "",
                isbn: command.isbn.flatMap { $0.isEmpty ? nil : $0 }
            )
            try await scanner.correct(command.book, title)
            return Self.json(Done())
        }
        router.post("/commands/judgeDuplicate") { request, _ in
            let example = #"{"duplicate": 1, "verdict": "same"}"#
            let command = try await decode(ResolveDuplicate.self, from: request, example: example)
            try await scanner.resolve(command.duplicate, isSame: command.verdict == .same)
            return Self.json(Done())
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
