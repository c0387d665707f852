import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Testing

/// A simulated phone with a session that records, on a clock that stands still while anything is encoded.
struct MovieStage {
    let stage: Stage
    let output = AVCaptureMovieFileOutput()
    let recorder = MovieRecorder()
    let folder: URL

    /// - Parameters:
    ///   - profile: which devices there are.
    ///   - hasSound: whether the microphone is in the session.
    ///   - preset: small, so that encoding takes no time worth mentioning.
    init(
        _ profile: SimulatedPhone.Profile = .iphone,
        hasSound: Bool = false,
        preset: AVCaptureSession.Preset = .vga640x480
    ) throws {
        stage = Stage(profile)
        stage.phone.setAuthorization(.authorized, for: .audio)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        stage.session.beginConfiguration()
        stage.session.sessionPreset = preset
        try stage.addInput()
        if hasSound {
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            try stage.addInput(microphone)
        }
        stage.session.addOutput(output)
        stage.session.commitConfiguration()
        stage.session.startRunning()
        #expect(stage.session.isRunning)
    }

    var session: AVCaptureSession { stage.session }
    var phone: SimulatedPhone { stage.phone }

    func url(_ name: String = "movie.mov") -> URL { folder.appendingPathComponent(name) }

    func start(_ name: String = "movie.mov") {
        output.startRecording(to: url(name), recordingDelegate: recorder)
    }

    /// Waits until everything that has happened is dealt with. Time stands still meanwhile.
    func settle() {
        #expect(phone.system.unsettled.wait(timeout: .now() + 600) == .success)
        session.settle()
        #expect(phone.system.unsettled.wait(timeout: .now() + 600) == .success)
    }

    func run(seconds: Double) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            stage.clock.advance(bySeconds: 0.01)
            settle()
        }
    }

    /// Records for a while and stops.
    func record(_ name: String = "movie.mov", seconds: Double) throws -> MovieReport {
        start(name)
        run(seconds: seconds)
        output.stopRecording()
        settle()
        return try MovieReport(url(name))
    }

    func cleanUp() {
        session.stopRunning()
        settle()
        try? FileManager.default.removeItem(at: folder)
    }
}

/// What ffprobe says about a movie.
struct MovieReport {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let streams: [[String: Any]]
    private let format: [String: Any]
    /// What it warned of.
    let complaints: String

    init(_ url: URL) throws {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffprobe", "-v", "warning", "-of", "json", "-count_frames", "-show_streams", "-show_format", url.path,
        ]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let json = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let streams = json["streams"] as? [[String: Any]], let format = json["format"] as? [String: Any]
        else { throw Failure(description: "ffprobe can't read \(url.path): \(complaints)") }
        self.streams = streams
        self.format = format
    }

    private func stream(_ kind: String) -> [String: Any]? { streams.first { $0["codec_type"] as? String == kind } }

    var videoCodec: String? { stream("video")?["codec_name"] as? String }
    var audioCodec: String? { stream("audio")?["codec_name"] as? String }
    var size: [Int] { ["width", "height"].compactMap { stream("video")?[$0] as? Int } }
    var frameCount: Int { Int(stream("video")?["nb_read_frames"] as? String ?? "") ?? 0 }
    var duration: Double { Double(format["duration"] as? String ?? "") ?? 0 }
    var videoDuration: Double { Double(stream("video")?["duration"] as? String ?? "") ?? 0 }
    var audioDuration: Double { Double(stream("audio")?["duration"] as? String ?? "") ?? 0 }
    var videoStart: Double { Double(stream("video")?["start_time"] as? String ?? "") ?? -1 }
    var sampleRate: Int { Int(stream("audio")?["sample_rate"] as? String ?? "") ?? 0 }
    var bitRate: Int { Int(stream("video")?["bit_rate"] as? String ?? "") ?? 0 }
    var container: String { format["format_name"] as? String ?? "" }
    var brand: String { tag("major_brand") ?? "" }
    var fileSize: Int { Int(format["size"] as? String ?? "") ?? 0 }

    func tag(_ name: String) -> String? { (format["tags"] as? [String: Any])?[name] as? String }

    /// The track matrix's rotation, counterclockwise as ffprobe has it, and its nine numbers.
    var rotation: Int? { sideData?["rotation"] as? Int }
    var matrix: [Int] {
        let text = sideData?["displaymatrix"] as? String ?? ""
        return text.split(separator: "\n").flatMap { line in
            line.split(separator: ":").last?.split(separator: " ").compactMap { Int($0) } ?? []
        }
    }

    private var sideData: [String: Any]? {
        (stream("video")?["side_data_list"] as? [[String: Any]])?.first { $0["displaymatrix"] != nil }
    }
}
