import Foundation
import Testing

/// What a server shows, as a client in a process of its own sees it.
///
/// Not by Foundation's sessions: a test that asked with them did not end within minutes in the guest, whose one processor is emulated.
enum ServedPage {
    /// The part of the state that tests ask for.
    struct State: Decodable {
        struct Camera: Decodable { var name: String }

        var phase: String
        var cameras: [Camera]
    }

    /// Bytes of a preview: some pictures.
    private static let previewLength = 300_000

    /// The state that the page shows; nil when nobody answers.
    static func state(_ page: URL) throws -> State? {
        let body = try get(page.appending(path: "state"), limit: 1_000_000)
        return body.isEmpty ? nil : try JSONDecoder().decode(State.self, from: body)
    }

    /// A picture of the preview; nil when there is no whole one in its first bytes.
    static func picture(_ page: URL) throws -> Data? {
        let bytes = try get(page.appending(path: "preview.mjpeg"), limit: previewLength)
        guard let start = bytes.range(of: Data([0xFF, 0xD8])),
            let end = bytes.range(of: Data([0xFF, 0xD9]), in: start.upperBound..<bytes.endIndex)
        else { return nil }
        return bytes[start.lowerBound..<end.upperBound]
    }

    /// The first bytes of an answer; none when nobody answers for a minute.
    private static func get(_ url: URL, limit: Int) throws -> Data {
        let client = Process()
        let output = Pipe()
        client.executableURL = URL(filePath: "/bin/sh")
        client.arguments = [
            "-c", #"busybox timeout 60 busybox wget -q -O - "$0" | head -c "$1""#, url.absoluteString, "\(limit)",
        ]
        client.standardInput = FileHandle.nullDevice
        client.standardOutput = output
        client.standardError = FileHandle.nullDevice
        try client.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        client.waitUntilExit()
        return bytes
    }
}
