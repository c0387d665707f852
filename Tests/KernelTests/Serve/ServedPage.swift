import Foundation
import FoundationNetworking
import Synchronization
import Testing

/// What a server shows, as a browser sees it.
enum ServedPage {
    /// The part of the state that tests ask for.
    struct State: Decodable {
        struct Camera: Decodable { var name: String }

        var phase: String
        var cameras: [Camera]
    }

    /// The state that the page shows.
    static func state(_ page: URL) async throws -> State {
        // Foundation's sessions lose answers on connections that they use again, as when the server has changed meanwhile.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let (body, _) = try await session.data(from: page.appending(path: "state"))
        return try JSONDecoder().decode(State.self, from: body)
    }

    /// The first bytes of the preview that hold a whole picture, or all when the server ends before.
    static func preview(_ page: URL) async throws -> Data {
        let reader = PreviewReader()
        let session = URLSession(configuration: .ephemeral, delegate: reader, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: page.appending(path: "preview.mjpeg"))
        request.timeoutInterval = 60
        return try await withCheckedThrowingContinuation { continuation in
            reader.waiting.withLock { $0 = continuation }
            session.dataTask(with: request).resume()
        }
    }
}

/// Reads a stream until it has a picture.
private final class PreviewReader: NSObject, URLSessionDataDelegate, Sendable {
    let waiting = Mutex<CheckedContinuation<Data, any Error>?>(nil)
    private let bytes = Mutex(Data())

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let all = bytes.withLock { bytes in
            bytes.append(data)
            return bytes
        }
        // Foundation's own search: the standard library's looks at the bytes one by one, for minutes in a machine that is emulated.
        if let start = all.range(of: Data([0xFF, 0xD8])),
            all.range(of: Data([0xFF, 0xD9]), in: start.upperBound..<all.endIndex) != nil
        {
            end(.success(all))
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(error.map { .failure($0) } ?? .success(bytes.withLock { $0 }))
    }

    private func end(_ result: Result<Data, any Error>) {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(with: result)
    }
}
