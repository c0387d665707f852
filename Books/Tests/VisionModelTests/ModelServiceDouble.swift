import Foundation
import HTTPTransports
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RecognitionService
import ScanProtocol
import Synchronization
import VisionModel

/// A service of models on this machine, which gives one recorded answer and keeps what it was asked.
final class ModelServiceDouble: Sendable {
    struct Answer: Sendable {
        var status: HTTPResponse.Status = .ok
        var headers: HTTPFields = [.contentType: "application/json"]
        var body: String
        /// Whether it is never given.
        var isWithheld = false
    }

    struct Request: Sendable {
        var path: String
        var headers: HTTPFields
        var body: Data

        /// The body's JSON, by a path of keys and indices.
        func value(_ path: Any...) -> Any? {
            var value = try? JSONSerialization.jsonObject(with: body)
            for step in path {
                if let key = step as? String { value = (value as? [String: Any])?[key] }
                if let index = step as? Int { value = (value as? [Any])?[index] }
            }
            return value
        }
    }

    static let key = "secret-key"
    /// Begins as a JPEG does; nobody decodes it here.
    static let photo = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data("a shelf".utf8)

    private let requests = Mutex<[Request]>([])

    var received: [Request] { requests.withLock { $0 } }

    /// Lets a recogniser ask the double once.
    ///
    /// - Parameter adjust: changes the configuration.
    func recognize(
        _ form: VisionModelConfiguration.Form,
        _ answer: Answer,
        photo: PreparedPhoto = prepared,
        now: Date = Date(timeIntervalSince1970: 1_800_000_000),
        adjust: (inout VisionModelConfiguration) -> Void = { _ in },
        progress: @escaping @Sendable (RecognitionProgress) -> Void = { _ in }
    ) async throws -> PhotoResult {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = application(answer) { port.yield($0) }
        let running = Task { try await application.run() }
        let transport = SystemHTTPTransport()
        let outcome: Result<PhotoResult, any Error>
        do {
            var number = 0
            for await found in ports {
                number = found
                break
            }
            let endpoint = URL(string: "http://127.0.0.1:\(number)/version")!
            var configuration = VisionModelConfiguration(
                form: form,
                endpoint: endpoint,
                model: "some-model",
                key: Self.key
            )
            adjust(&configuration)
            let recognizer = VisionModelRecognizer(configuration: configuration, transport: transport, now: { now }) {
                _ in
                photo
            }
            outcome = .success(try await recognizer.recognize(photo: Self.photo, progress: progress))
        } catch {
            outcome = .failure(error)
        }
        running.cancel()
        _ = await running.result
        transport.close()
        return try outcome.get()
    }

    static let prepared = PreparedPhoto(
        image: photo,
        mediaType: "image/jpeg",
        imageSize: PixelSize(width: 1024, height: 768),
        photoSize: PixelSize(width: 2048, height: 1536)
    )

    private func application(
        _ answer: Answer,
        _ isRunning: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let router = Router()
        router.post("**") { request, _ in
            let body = try await request.body.collect(upTo: 32 << 20)
            self.requests.withLock {
                $0.append(Request(path: request.uri.path, headers: request.headers, body: Data(body.readableBytesView)))
            }
            // Until the client leaves.
            if answer.isWithheld { try await Task.sleep(for: .seconds(3600)) }
            return Response(
                status: answer.status,
                headers: answer.headers,
                body: .init(byteBuffer: ByteBuffer(string: answer.body))
            )
        }
        var logger = Logger(label: "double")
        logger.logLevel = .critical
        return Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { isRunning($0.localAddress?.port ?? 0) },
            logger: logger
        )
    }
}
