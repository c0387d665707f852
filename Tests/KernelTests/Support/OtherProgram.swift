import CVideo4Linux
import Foundation
import Glibc

@testable import V4L2Driver

/// Another program that streams from a camera: `ffmpeg`, which throws the pictures away.
// @unchecked: used by the one test that started it.
final class OtherProgram: @unchecked Sendable {
    /// It doesn't stream.
    struct DoesNotStream: Error {}

    /// A slow machine takes some seconds to load it.
    private static let patience = 30.0

    private let process = Process()

    /// Starts the program, and waits until it has the camera.
    init(streamingFrom path: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error", "-f", "v4l2", "-i", path, "-f", "null", "-"]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let deadline = kernelMonotonicTime() + Int64(Self.patience * 1e9)
        while !Self.isStreaming(path) {
            guard process.isRunning, kernelMonotonicTime() < deadline else {
                end()
                throw DoesNotStream()
            }
            usleep(20_000)
        }
    }

    /// Ends the program, and waits until the camera is free.
    func end() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private static func isStreaming(_ path: String) -> Bool {
        guard let node = try? VideoNode(path: path, system: LinuxSystemCalls()) else { return false }
        var type = v4l2_requestbuffers()
        type.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        type.memory = V4L2_MEMORY_MMAP.rawValue
        do {
            try node.request(.requestBuffers, &type)
            return false
        } catch {
            return error.code == EBUSY
        }
    }
}
