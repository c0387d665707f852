import Digests
import Foundation
import HTTPTestSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RecognitionService
import ScanProtocol
import ScanTestSupport
import ServerSentEvents
import Testing

/// The service without a socket, and the requests of the protocol.
struct RouteTester: Sendable {
    let service: TestService
    let clock = TestClock()
    let configuration: RecognitionConfiguration

    init(_ configuration: RecognitionConfiguration = RecognitionConfiguration(rate: nil)) throws {
        service = try TestService()
        self.configuration = configuration
    }

    var application: some ApplicationProtocol {
        let router = Router(context: RecognitionRequestContext.self)
        router.add(middleware: ProblemMiddleware())
        let time = service.time
        ScanRoutes(
            store: service.store,
            photos: service.photos,
            configuration: configuration,
            clock: clock,
            now: { time.now },
            logger: .silent
        ).add(to: router)
        return Application(router: router, logger: .silent)
    }

    func test(_ body: @escaping @Sendable (Client) async throws -> Void) async throws {
        try await ResponderClient.run(application) { try await body(Client(client: $0, tester: self)) }
    }

    struct Client: Sendable {
        let client: ResponderClient
        let tester: RouteTester

        func send(
            _ method: HTTPRequest.Method,
            _ path: String,
            _ headers: HTTPFields = [:],
            _ body: Data? = nil
        ) async throws -> TestAnswer {
            var complete: HTTPFields = [.tusResumable: "1.0.0"]
            for field in headers { complete[field.name] = field.value }
            return try await client.execute(
                uri: path,
                method: method,
                headers: complete,
                body: body.map { ByteBuffer(bytes: $0) }
            )
        }

        func create(_ length: Int, key: String = UUID().uuidString, _ headers: HTTPFields = [:]) async throws -> ScanID
        {
            var complete: HTTPFields = [.uploadLength: "\(length)", .idempotencyKey: "\"\(key)\""]
            for field in headers { complete[field.name] = field.value }
            let response = try await send(.post, "/v1/scans", complete)
            #expect(response.status == .created)
            #expect(response.headers[.tusResumable] == "1.0.0")
            return try #require(response.headers[.location].flatMap { ScanAddress.scanID(inLocation: $0) })
        }

        func patch(_ id: ScanID, at offset: Int, _ body: Data, _ headers: HTTPFields = [:]) async throws -> TestAnswer {
            var complete: HTTPFields = [.uploadOffset: "\(offset)", .contentType: Tus.contentType]
            for field in headers { complete[field.name] = field.value }
            return try await send(.patch, ScanAddress.scan(id), complete, body)
        }

        func offset(_ id: ScanID) async throws -> String? {
            try await send(.head, ScanAddress.scan(id)).headers[.uploadOffset]
        }
    }
}

/// Checks that an answer is a problem of a kind, complete and with its status.
func expectProblem(_ response: TestAnswer, _ problem: ScanProblem, _ location: SourceLocation = #_sourceLocation) {
    #expect(response.status.code == problem.status.code, sourceLocation: location)
    #expect(response.headers[.contentType] == "application/problem+json", sourceLocation: location)
    let details = ProblemDetails(body: Data(response.body.readableBytesView))
    #expect(details?.type == problem.type, sourceLocation: location)
    #expect(details?.status == problem.status.code, sourceLocation: location)
    #expect(details?.title == problem.title, sourceLocation: location)
}

@Suite struct UploadRoutesTests {
    @Test func optionsTellWhatTheServiceCan() async throws {
        try await RouteTester().test { client in
            for path in ["/v1/scans", ScanAddress.scan(ScanID())] {
                // The version in the request is ignored.
                let response = try await client.send(.options, path, [.tusResumable: "0.1"])
                #expect(response.status == .noContent)
                #expect(response.headers[.tusVersion] == "1.0.0")
                let extensions = "creation,creation-with-upload,checksum,termination,expiration"
                #expect(response.headers[.tusExtension] == extensions)
                #expect(response.headers[.tusMaxSize] == "26214400")
                #expect(response.headers[.tusChecksumAlgorithm] == "sha1,sha256")
                #expect(response.headers[.tusResumable] == nil)
            }
        }
    }

    @Test func aPhotoComesInPieces() async throws {
        let tester = try RouteTester()
        let photo = jpeg(1, count: 5000)
        try await tester.test { client in
            let id = try await client.create(photo.count, [.uploadMetadata: "filename YS5qcGc="])
            let head = try await client.send(.head, ScanAddress.scan(id))
            #expect(head.status == .ok)
            #expect(head.headers[.uploadOffset] == "0")
            #expect(head.headers[.uploadLength] == "5000")
            #expect(head.headers[.uploadMetadata] == "filename YS5qcGc=")
            #expect(head.headers[.cacheControl] == "no-store")
            let first = try await client.patch(id, at: 0, photo[..<5])
            #expect(first.status == .noContent)
            #expect(first.headers[.uploadOffset] == "5")
            #expect(first.headers[.tusResumable] == "1.0.0")
            _ = try await client.patch(id, at: 5, photo[5..<3000])
            #expect(try await client.offset(id) == "3000")
            #expect(try await tester.service.store.scan(id)?.stage == .uploading)
            let last = try await client.patch(id, at: 3000, photo[3000...])
            #expect(last.headers[.uploadOffset] == "5000")
            #expect(try await tester.service.store.scan(id)?.stage == .queued)
            #expect(try await tester.service.photos.photo(id) == photo)
            // The client did not get the answer and asks once more.
            let repeated = try await client.patch(id, at: 5000, Data())
            #expect(repeated.status == .noContent)
            expectProblem(try await client.patch(id, at: 3000, photo[3000...]), .offsetConflict)
        }
    }

    @Test func anUploadThatIsNotFinishedExpires() async throws {
        let tester = try RouteTester()
        let (time, store) = (tester.service.time, tester.service.store)
        let photo = jpeg(1, count: 100)
        @Sendable func day() -> String { HTTPDate.string(time.now.addingTimeInterval(24 * 3600)) }
        try await tester.test { client in
            let fields: HTTPFields = [.uploadLength: "100", .idempotencyKey: "\"k\""]
            let created = try await client.send(.post, "/v1/scans", fields)
            #expect(created.headers[.uploadExpires] == day())
            let id = try #require(created.headers[.location].flatMap { ScanAddress.scanID(inLocation: $0) })
            time.advance(by: .seconds(3600))
            #expect(try await client.patch(id, at: 0, photo[..<50]).headers[.uploadExpires] == day())
            #expect(try await client.send(.head, ScanAddress.scan(id)).headers[.uploadExpires] == day())
            time.advance(by: .seconds(24 * 3600))
            #expect(try await store.expireUploads() == [id])
            #expect(try await client.send(.head, ScanAddress.scan(id)).status == .notFound)
            #expect(try await client.patch(id, at: 50, photo[50...]).status == .notFound)
            // Begun again under the same key, it can be finished, and does not expire then.
            let again = try await client.create(100, key: "k")
            #expect(again != id)
            let last = try await client.patch(again, at: 0, photo)
            #expect(last.status == .noContent && last.headers[.uploadExpires] == nil)
        }
    }

    @Test func creationWithUpload() async throws {
        let tester = try RouteTester()
        let photo = jpeg(1)
        try await tester.test { client in
            let headers: HTTPFields = [
                .uploadLength: "64", .idempotencyKey: "\"k\"", .contentType: Tus.contentType,
            ]
            let first = try await client.send(.post, "/v1/scans", headers, photo[..<30])
            #expect(first.status == .created)
            #expect(first.headers[.uploadOffset] == "30")
            let location = try #require(first.headers[.location])
            let second = try await client.send(.post, "/v1/scans", headers, photo[..<30])
            #expect(second.status == .created)
            #expect(second.headers[.location] == location)
            #expect(second.headers[.uploadOffset] == "30")
            let id = try #require(ScanAddress.scanID(inLocation: location))
            _ = try await client.patch(id, at: 30, photo[30...])
            #expect(try await tester.service.photos.photo(id) == photo)
            let third = try await client.send(.post, "/v1/scans", headers, photo[..<30])
            #expect(third.headers[.uploadOffset] == "64")
            #expect(try await tester.service.store.events(of: id, after: 0).count == 1)
        }
    }

    @Test func idempotencyKeys() async throws {
        try await RouteTester().test { client in
            let first = try await client.create(64, key: "a")
            let second = try await client.create(64, key: "a")
            #expect(first == second)
            let other = try await client.send(.post, "/v1/scans", [.uploadLength: "65", .idempotencyKey: "\"a\""])
            expectProblem(other, .idempotencyKeyReused)
            let metadata: HTTPFields = [
                .uploadLength: "64", .idempotencyKey: "\"a\"", .uploadMetadata: "filename YQ==",
            ]
            expectProblem(try await client.send(.post, "/v1/scans", metadata), .idempotencyKeyReused)
            expectProblem(try await client.send(.post, "/v1/scans", [.uploadLength: "64"]), .idempotencyKeyMissing)
            let bad = try await client.send(.post, "/v1/scans", [.uploadLength: "64", .idempotencyKey: "\"a"])
            expectProblem(bad, .idempotencyKeyMissing)
        }
    }

    @Test func refusedCreations() async throws {
        try await RouteTester().test { client in
            func post(_ headers: HTTPFields, _ body: Data? = nil) async throws -> TestAnswer {
                var complete: HTTPFields = [.uploadLength: "64", .idempotencyKey: "\"\(UUID())\""]
                for field in headers { complete[field.name] = field.value }
                return try await client.send(.post, "/v1/scans", complete, body)
            }
            let version = try await post([.tusResumable: "0.2.0"])
            expectProblem(version, .unsupportedVersion)
            #expect(version.headers[.tusVersion] == "1.0.0")
            #expect(version.headers[.tusResumable] == "1.0.0")
            let large = try await post([.uploadLength: "26214401"])
            expectProblem(large, .tooLarge)
            #expect(large.headers[.tusMaxSize] == "26214400")
            expectProblem(try await post([.uploadLength: "0"]), .emptyPhoto)
            expectProblem(try await post([.uploadLength: "x"]), .badRequest)
            expectProblem(try await post([.uploadDeferLength: "1"]), .badRequest)
            expectProblem(try await post([.uploadMetadata: "a !"]), .badRequest)
            expectProblem(try await post([:], jpeg(1)), .wrongContentType)
            expectProblem(try await post([.contentType: "image/jpeg"], jpeg(1)), .wrongContentType)
            expectProblem(try await post([.contentType: Tus.contentType], jpeg(1, count: 65)), .tooLarge)
        }
    }

    @Test func refusedPieces() async throws {
        try await RouteTester().test { client in
            let id = try await client.create(64)
            expectProblem(try await client.patch(id, at: 1, jpeg(1)), .offsetConflict)
            expectProblem(try await client.patch(id, at: 0, jpeg(1, count: 65)), .tooLarge)
            expectProblem(try await client.patch(id, at: 0, jpeg(1), [.contentType: "image/jpeg"]), .wrongContentType)
            expectProblem(try await client.patch(id, at: 0, jpeg(1), [.tusResumable: "2.0.0"]), .unsupportedVersion)
            expectProblem(try await client.patch(id, at: 0, jpeg(1), [.uploadOffset: "-1"]), .badRequest)
            expectProblem(try await client.patch(ScanID(), at: 0, jpeg(1)), .notFound)
            #expect(try await client.offset(id) == "0")
        }
    }

    @Test func checksums() async throws {
        let tester = try RouteTester()
        let photo = jpeg(1)
        try await tester.test { client in
            let id = try await client.create(64)
            let part = photo[..<30]
            let wrong = UploadChecksum(algorithm: .sha1, digest: Data(repeating: 0, count: 20)).fieldValue
            expectProblem(try await client.patch(id, at: 0, part, [.uploadChecksum: wrong]), .checksumMismatch)
            #expect(try await client.offset(id) == "0")
            expectProblem(try await client.patch(id, at: 0, part, [.uploadChecksum: "md5 AAAA"]), .badRequest)
            let sha1 = UploadChecksum(algorithm: .sha1, digest: MessageDigest(of: part, .sha1).bytes).fieldValue
            #expect(try await client.patch(id, at: 0, part, [.uploadChecksum: sha1]).status == .noContent)
            let rest = photo[30...]
            let sha256 = UploadChecksum(algorithm: .sha256, digest: MessageDigest(of: rest).bytes).fieldValue
            #expect(try await client.patch(id, at: 30, rest, [.uploadChecksum: sha256]).headers[.uploadOffset] == "64")
            #expect(try await tester.service.photos.photo(id) == photo)
        }
    }

    @Test func whatIsNoPhotoIsRefused() async throws {
        let tester = try RouteTester()
        try await tester.test { client in
            let page = Data("<html>this is no photo at all, really not one</html>".utf8)
            let id = try await client.create(page.count)
            expectProblem(try await client.patch(id, at: 0, page), .unsupportedPhoto)
            let status = try await client.send(.get, ScanAddress.scan(id))
            let decoded = try JSONDecoder().decode(ScanStatus.self, from: Data(status.body.readableBytesView))
            #expect(decoded.state == .failed)
            #expect(decoded.problem?.type == ScanProblem.unsupportedPhoto.type)
            expectProblem(try await client.patch(id, at: 0, page), .uploadFailed)
            // Byte by byte, and shorter than any magic.
            let slow = try await client.create(page.count)
            for index in 0..<11 {
                #expect(try await client.patch(slow, at: index, page[index..<index + 1]).status == .noContent)
            }
            expectProblem(try await client.patch(slow, at: 11, page[11..<12]), .unsupportedPhoto)
            let short = try await client.create(3)
            expectProblem(try await client.patch(short, at: 0, Data("abc".utf8)), .unsupportedPhoto)
            #expect(try await tester.service.store.lease(for: .seconds(1)) == nil)
        }
    }

    @Test func theSameRequestIsRefusedTheSameWay() async throws {
        try await RouteTester().test { client in
            let headers: HTTPFields = [
                .uploadLength: "64", .idempotencyKey: "\"x\"", .contentType: Tus.contentType,
            ]
            for _ in 0..<2 {
                let body = Data("This is a text and no photo.".utf8)
                expectProblem(try await client.send(.post, "/v1/scans", headers, body), .unsupportedPhoto)
            }
        }
    }

    @Test func termination() async throws {
        try await RouteTester().test { client in
            let id = try await client.create(64, key: "t")
            _ = try await client.patch(id, at: 0, jpeg(1))
            let response = try await client.send(.delete, ScanAddress.scan(id))
            #expect(response.status == .noContent)
            #expect(response.headers[.tusResumable] == "1.0.0")
            expectProblem(try await client.send(.delete, ScanAddress.scan(id)), .terminated)
            expectProblem(try await client.send(.get, ScanAddress.scan(id)), .terminated)
            expectProblem(try await client.send(.get, ScanAddress.events(id)), .terminated)
            expectProblem(try await client.patch(id, at: 64, Data()), .terminated)
            let head = try await client.send(.head, ScanAddress.scan(id))
            #expect(head.status == .gone)
            #expect(head.headers[.uploadOffset] == nil)
            let again = try await client.send(.post, "/v1/scans", [.uploadLength: "64", .idempotencyKey: "\"t\""])
            expectProblem(again, .terminated)
            expectProblem(try await client.send(.delete, ScanAddress.scan(ScanID())), .notFound)
        }
    }

    @Test func methodOverride() async throws {
        try await RouteTester().test { client in
            let id = try await client.create(64)
            let headers: HTTPFields = [
                .methodOverride: "PATCH", .uploadOffset: "0", .contentType: Tus.contentType,
            ]
            let response = try await client.send(.post, ScanAddress.scan(id), headers, jpeg(1))
            #expect(response.status == .noContent)
            #expect(try await client.offset(id) == "64")
        }
    }

    @Test func wrongMethodsAndAddresses() async throws {
        try await RouteTester().test { client in
            let put = try await client.send(.put, "/v1/scans")
            expectProblem(put, .methodNotAllowed)
            #expect(put.headers[.allow] == "OPTIONS, POST")
            expectProblem(try await client.send(.post, ScanAddress.scan(ScanID())), .methodNotAllowed)
            expectProblem(try await client.send(.get, "/v2"), .notFound)
            expectProblem(try await client.send(.get, "/v1/scans/a%20b"), .notFound)
            expectProblem(try await client.send(.get, ScanAddress.scan(ScanID())), .notFound)
            for problem in ScanProblem.allCases {
                let page = try await client.send(.get, problem.type)
                #expect(page.status == .ok)
                #expect(String(buffer: page.body).contains(problem.title))
            }
            expectProblem(try await client.send(.get, "/v1/problems/none"), .notFound)
        }
    }

    /// After a crash between the last byte and the queue no client needs to send anything for the photo to get there.
    @Test func aCompletePhotoIsQueuedByAnyQuestion() async throws {
        let tester = try RouteTester()
        try await tester.test { client in
            let id = try await client.create(64)
            try await tester.service.photos.write(jpeg(1), of: id, at: 0)
            try await tester.service.photos.sync(id)
            try await tester.service.store.advance(id, from: 0, to: 64)
            #expect(try await client.offset(id) == "64")
            #expect(try await tester.service.store.scan(id)?.stage == .queued)
        }
    }
}

@Suite struct AccessTests {
    @Test func tokens() async throws {
        try await RouteTester(RecognitionConfiguration(token: "secret-secret", rate: nil)).test { client in
            let path = ScanAddress.scan(ScanID())
            for value in [nil, "", "Bearer", "Bearer ", "Bearer wrong", "Basic secret-secret", "secret-secret"] {
                var headers: HTTPFields = [:]
                headers[.authorization] = value
                let response = try await client.send(.get, path, headers)
                expectProblem(response, .unauthorized)
                #expect(response.headers[.wwwAuthenticate] == "Bearer")
            }
            expectProblem(try await client.send(.get, path, [.authorization: "bearer secret-secret"]), .notFound)
            #expect(try await client.send(.options, path).status == .noContent)
        }
    }

    static let rate = TokenBucket.Rate(burst: 2, interval: .milliseconds(2500))

    @Test func rateInSeconds() async throws {
        let tester = try RouteTester(RecognitionConfiguration(rate: Self.rate))
        try await tester.test { client in
            let path = ScanAddress.scan(ScanID())
            for _ in 0..<2 { expectProblem(try await client.send(.get, path), .notFound) }
            let refused = try await client.send(.get, path)
            expectProblem(refused, .rateLimited)
            #expect(refused.headers[.retryAfter] == "3")
            #expect(try await client.send(.options, path).status == .noContent)
            tester.clock.advance(by: .milliseconds(2499))
            #expect(try await client.send(.get, path).headers[.retryAfter] == "1")
            tester.clock.advance(by: .milliseconds(1))
            expectProblem(try await client.send(.get, path), .notFound)
        }
    }

    @Test func rateAsDate() async throws {
        let tester = try RouteTester(RecognitionConfiguration(rate: Self.rate, retryAfterForm: .date))
        try await tester.test { client in
            let path = ScanAddress.scan(ScanID())
            for _ in 0..<2 { _ = try await client.send(.get, path) }
            let value = try #require(try await client.send(.get, path).headers[.retryAfter])
            let now = tester.service.time.now
            #expect(RetryAfter(fieldValue: value, now: now) == .date(now + 3))
        }
    }
}

@Suite struct ResultRoutesTests {
    static let result = PhotoResult(photo: "1.jpg", books: [])

    @Test func states() async throws {
        let tester = try RouteTester()
        let store = tester.service.store
        try await tester.test { client in
            func status(_ id: ScanID) async throws -> ScanStatus {
                let response = try await client.send(.get, ScanAddress.scan(id), [.tusResumable: "ignored"])
                #expect(response.headers[.contentType] == "application/json")
                return try JSONDecoder().decode(ScanStatus.self, from: Data(response.body.readableBytesView))
            }
            let new = try await client.create(64)
            #expect(try await status(new) == ScanStatus(id: new, state: .uploading, offset: 0, length: 64))
            let id = try await store.enqueued(1, in: tester.service.photos)
            #expect(try await status(id).state == .queued)
            let lease = try #require(try await store.lease(for: .seconds(30)))
            try await store.report(lease, RecognitionProgress(0.5, stage: .matching))
            #expect(try await status(id).progress == 0.5)
            #expect(try await status(id).stage == .matching)
            try await store.finish(lease, Self.result)
            let expected = ScanStatus(id: id, state: .done, offset: 64, length: 64, result: Self.result)
            #expect(try await status(id) == expected)
        }
    }

    @Test func eventsFromTheBeginningAndFromTheLastOne() async throws {
        let tester = try RouteTester()
        let store = tester.service.store
        let id = try await store.enqueued(1, in: tester.service.photos)
        let lease = try #require(try await store.lease(for: .seconds(30)))
        try await store.finish(lease, Self.result)
        let stored = try await store.events(of: id, after: 0)
        try await tester.test { client in
            func events(after lastID: String?) async throws -> [ServerSentEventParser.Message] {
                var headers: HTTPFields = [:]
                headers[.lastEventID] = lastID
                let response = try await client.send(.get, ScanAddress.events(id), headers)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/event-stream")
                var parser = ServerSentEventParser()
                let messages = try parser.read(response.body.readableBytesView)
                #expect(parser.reconnectionTime == 1000)
                return messages
            }
            let all = try await events(after: nil)
            #expect(all.map(\.type) == ["queued", "recognising", "done"])
            #expect(all.map(\.lastEventID) == stored.map { String($0.id) })
            let decoded = try all.map { try JSONDecoder().decode(ScanEvent.self, from: Data($0.data.utf8)) }
            #expect(decoded == stored.map(\.event))
            for index in 0..<2 {
                #expect(try await events(after: all[index].lastEventID) == Array(all[(index + 1)...]))
            }
            // Ids that are no ids of this scan: everything again rather than nothing.
            for value in ["99999999", "x", "-1", ""] { #expect(try await events(after: value) == all) }
            let seen = try await client.send(.get, ScanAddress.events(id), [.lastEventID: all[2].lastEventID])
            #expect(seen.status == .noContent)
        }
    }

    @Test func eventsAsTheyHappen() async throws {
        let tester = try RouteTester()
        let store = tester.service.store
        let id = try await store.enqueued(1, in: tester.service.photos)
        try await tester.test { client in
            async let response = client.send(.get, ScanAddress.events(id))
            await tester.clock.waitForSleepers(1)
            let lease = try #require(try await store.lease(for: .seconds(30)))
            try await store.finish(lease, Self.result)
            let text = String(buffer: try await response.body)
            var parser = ServerSentEventParser()
            let types = try parser.read(text.utf8).map(\.type)
            #expect(types == ["queued", "recognising", "done"])
        }
    }

    @Test func aStreamEndsWhenItsScanIsGivenUp() async throws {
        let tester = try RouteTester()
        let id = try await tester.service.store.enqueued(1, in: tester.service.photos)
        try await tester.test { client in
            async let response = client.send(.get, ScanAddress.events(id))
            await tester.clock.waitForSleepers(1)
            let deleted = try await client.send(.delete, ScanAddress.scan(id))
            #expect(deleted.status == .noContent)
            let status = try await response.status
            #expect(status == .ok || status == .gone)
        }
    }
}
