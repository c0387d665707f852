import AsyncHTTPClient
import Foundation
import NIOCore
import Testing
import Viewfinder

/// What a server shows, as a browser sees it.
enum ServedPage {
    /// The state that the page shows.
    static func state(_ page: URL) async throws -> ViewfinderState {
        let answer = try await HTTPClient.shared.get(url: page.appending(path: "state").absoluteString).get()
        let body = try #require(answer.body)
        return try JSONDecoder().decode(ViewfinderState.self, from: Data(body.readableBytesView))
    }

    /// The first bytes of the preview that hold a whole picture, or all when the server ends before.
    static func preview(_ page: URL) async throws -> Data {
        let request = HTTPClientRequest(url: page.appending(path: "preview.mjpeg").absoluteString)
        let answer = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
        var bytes = Data()
        for try await part in answer.body {
            bytes += Data(part.readableBytesView)
            if let start = bytes.firstRange(of: Data([0xFF, 0xD8])),
                bytes[start.upperBound...].firstRange(of: Data([0xFF, 0xD9])) != nil
            {
                break
            }
        }
        return bytes
    }
}
