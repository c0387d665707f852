import Foundation
import HTTPTypes
import Hummingbird
import ScannerLink
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

/// The same expectations hold for the bare router and for a server behind a socket.
@Suite("The scanner's routes")
struct ScannerRouteTests {
    typealias Setup = RouteTests.Setup

    private static let id = UUID()
    private static let book = ScannerBook(
        id: 7,
        job: id,
        photoName: "SCAN_1",
        date: Date(timeIntervalSince1970: 1_800_000_000),
        title: "Emma",
        author: "Jane Austen",
        score: 0.9,
        isAccepted: true
    )

    @Test("R-SCAN-2, R-SCAN-6: each command reaches the scanner", arguments: Setup.allCases)
    func commands(setup: Setup) async throws {
        let scanner = ScriptedScanner()
        try await RouteTests().withClient(setup, scanner: scanner) { client, _, _ in
            try await expectStatus(.ok, client, "mode", #"{"mode":"scan"}"#)
            let answer = try await send(client, "scan")
            let id = try JSON.decode([String: UUID].self, from: Data(buffer: answer.body))["id"]
            let queued = await scanner.state().jobs.first?.id
            #expect(answer.status == .ok && id != nil && id == queued)
            try await expectStatus(.ok, client, "retryScan", #"{"id":"\#(Self.id)"}"#)
            try await expectStatus(.ok, client, "retryScan")
            try await expectStatus(.ok, client, "cancelScan", #"{"id":"\#(Self.id)"}"#)
            try await expectStatus(.ok, client, "confirmBook", #"{"book":7}"#)
            try await expectStatus(.ok, client, "rejectBook", #"{"book":8}"#)
            try await expectStatus(.ok, client, "correctBook", #"{"book":9,"title":"Emma","author":"","isbn":""}"#)
            try await expectStatus(.ok, client, "judgeDuplicate", #"{"duplicate":1,"verdict":"same"}"#)
            try await expectStatus(.ok, client, "judgeDuplicate", #"{"duplicate":2,"verdict":"different"}"#)
            try await expectStatus(.ok, client, "setScanSize", #"{"isLarger":true}"#)
        }
        #expect(
            scanner.calls == [
                .scan, .retry(Self.id), .retry(nil), .cancel(Self.id), .confirm(7), .reject(8),
                .correct(9, ScannerBookTitle(title: "Emma", author: "")), .resolve(1, isSame: true),
                .resolve(2, isSame: false), .setLarger(true),
            ]
        )
    }

    @Test("What makes no sense is refused with the reason, and never reaches the scanner", arguments: Setup.allCases)
    func refusals(setup: Setup) async throws {
        let scanner = ScriptedScanner()
        try await RouteTests().withClient(setup, scanner: scanner) { client, _, _ in
            try await expectStatus(.badRequest, client, "cancelScan")
            try await expectStatus(.badRequest, client, "retryScan", #"{"id":"../etc"}"#)
            try await expectStatus(.badRequest, client, "confirmBook", #"{"book":"7"}"#)
            try await expectStatus(.badRequest, client, "correctBook", #"{"book":7,"title":"  "}"#)
            try await expectStatus(.badRequest, client, "judgeDuplicate", #"{"duplicate":1,"verdict":"maybe"}"#)
            let photo = try await client.execute(uri: "/scans/photos/..%2F..%2Fetc%2Fpasswd", method: .get)
            #expect(photo.status == .notFound)
            #expect(scanner.calls.isEmpty)
            scanner.failCalls(with: CameraCommandError(.storage, "The disk is full."))
            let full = try await send(client, "scan")
            #expect(full.status.code == 507 && String(buffer: full.body).contains("The disk is full."))
        }
    }

    @Test("What was scanned can be searched, and taken away as files", arguments: Setup.allCases)
    func books(setup: Setup) async throws {
        let scanner = ScriptedScanner(photo: try TestFrames.small()[0])
        scanner.setBooks([Self.book])
        try await RouteTests().withClient(setup, scanner: scanner) { client, _, _ in
            for (search, count) in [("", 1), ("?search=austen", 1), ("?search=Dickens%20%26%20Son", 0)] {
                let answer = try await client.execute(uri: "/scans/books\(search)", method: .get)
                let books = try JSON.decode([String: [ScannerBook]].self, from: Data(buffer: answer.body))["books"]
                #expect(books?.count == count, "\(search)")
            }
            for (form, type) in [("csv", "text/csv; charset=utf-8"), ("json", "application/json; charset=utf-8")] {
                let file = try await client.execute(uri: "/scans/books.\(form)", method: .get)
                #expect(file.status == .ok && file.headers[.contentType] == type)
                #expect(file.headers[.contentDisposition] == "attachment; filename=\"books.\(form)\"")
                #expect(String(buffer: file.body).contains("Emma"))
            }
            let photo = try await client.execute(uri: "/" + Self.book.photo, method: .get)
            #expect(photo.status == .ok && photo.headers[.contentType] == "image/jpeg")
            #expect(Array(photo.body.readableBytesView.prefix(2)) == [0xFF, 0xD8])
        }
    }

    @Test("Without a scanner there are no such addresses, and no mode for it", arguments: Setup.allCases)
    func withoutScanner(setup: Setup) async throws {
        try await RouteTests().withClient(setup) { client, _, _ in
            try await expectStatus(.badRequest, client, "mode", #"{"mode":"scan"}"#)
            try await expectStatus(.notFound, client, "scan")
            for address in ["/scans/books", "/scans/books.csv", "/scans/photos/\(Self.id)"] {
                let answer = try await client.execute(uri: address, method: .get)
                #expect(answer.status == .notFound, "\(address)")
            }
        }
    }

    @Test("R-SCAN-2: the scanner's state comes first and with each change; text in the picture comes as it is seen")
    func events() async throws {
        let scanner = ScriptedScanner()
        try await RunningServer.run(scanner: scanner) { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(StreamTests.get("/events"))
                let first = try await RunningServer.read(&inbound) {
                    String(buffer: $0).contains("event: scanner\n") && String(buffer: $0).contains(#""jobs":[]"#)
                }
                #expect(String(buffer: first).contains(#""isOffline":false"#))
                scanner.update { $0.isOffline = true }
                _ = try await RunningServer.read(&inbound) { String(buffer: $0).contains(#""isOffline":true"#) }
                scanner.publish(LiveText(boxes: [[[0, 0], [1, 0], [1, 1], [0, 1]]], age: 0.5))
                _ = try await RunningServer.read(&inbound) {
                    String(buffer: $0).contains("event: text\n")
                        && String(buffer: $0).contains(#"{"age":0.5,"boxes":[[[0,0],[1,0],[1,1],[0,1]]]}"#)
                }
            }
        }
    }
}
