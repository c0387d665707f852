import Foundation
import Testing

/// Other people's programs, as judges.
enum Tools {
    struct Answer {
        var status: Int32
        var output: Data
        var errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program that is found in the search path, for a minute at most.
    static func run(_ arguments: [String]) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "60"] + arguments
        let folder = try TestFolder()
        let output = folder.url("out")
        let errors = folder.url("err")
        for url in [output, errors] { try Data().write(to: url) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus,
            output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }

    /// What `ffprobe` says about a file; it must have nothing to complain about.
    static func probe(
        _ url: URL,
        _ entries: String = "stream:format",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String: Any] {
        let answer = try run([
            "ffprobe", "-v", "warning", "-of", "json", "-show_streams", "-show_format", "-show_packets", url.path,
        ])
        #expect(answer.errors == "", sourceLocation: sourceLocation)
        #expect(answer.status == 0, sourceLocation: sourceLocation)
        return try JSONSerialization.jsonObject(with: answer.output) as? [String: Any] ?? [:]
    }

    /// Decodes everything; there must be no errors.
    static func decode(_ url: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let answer = try run(["ffmpeg", "-v", "error", "-i", url.path, "-map", "0", "-f", "null", "-"])
        #expect(answer.errors == "", "\(url.lastPathComponent)", sourceLocation: sourceLocation)
        #expect(answer.status == 0, sourceLocation: sourceLocation)
    }

    /// Whether everything decodes.
    static func plays(_ url: URL) throws -> String {
        let answer = try run(["ffmpeg", "-v", "error", "-i", url.path, "-map", "0", "-f", "null", "-"])
        return answer.status == 0 ? answer.errors : answer.errors + " status \(answer.status)"
    }

    /// The number of pictures that decode.
    static func pictureCount(_ url: URL) throws -> Int {
        let answer = try run([
            "ffprobe", "-v", "quiet", "-count_frames", "-select_streams", "v:0", "-show_entries",
            "stream=nb_read_frames", "-of", "csv=p=0", url.path,
        ])
        return Int(answer.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    /// The sound, decoded to one channel of 32-bit floating point at 48 kHz.
    static func sound(_ url: URL) throws -> [Float] {
        let answer = try run([
            "ffmpeg", "-v", "error", "-i", url.path, "-map", "0:a:0", "-ac", "1", "-ar", "48000", "-f", "f32le", "-",
        ])
        #expect(answer.errors == "")
        return answer.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// One picture as NV12.
    static func picture(_ url: URL, number: Int) throws -> Data {
        try run([
            "ffmpeg", "-v", "error", "-i", url.path, "-vf", "select=eq(n\\,\(number))", "-frames:v", "1", "-pix_fmt",
            "nv12", "-f", "rawvideo", "-",
        ]).output
    }
}

/// A folder that goes with the object.
final class TestFolder {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("pinhole-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    func url(_ name: String) -> URL { root.appendingPathComponent(name) }
}

extension [String: Any] {
    func list(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
    func text(_ key: String) -> String { self[key] as? String ?? (self[key] as? NSNumber)?.stringValue ?? "" }
    func number(_ key: String) -> Double { Double(text(key)) ?? .nan }
    func tags() -> [String: Any] { self["tags"] as? [String: Any] ?? [:] }
}
