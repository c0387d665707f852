import CaptureDriver
import CoreMedia
import CoreVideo
import Logging
import Testing

@testable import V4L2Driver

/// Fetches one frame of a known picture from vivid in one of the kernel's pixel formats.
struct VividPhotographer {
    var pattern: VividFrame.Pattern
    var matrix: VividFrame.Matrix?
    var range: VividFrame.Range?

    private static let size = CaptureDimensions(width: 320, height: 180)

    /// The frame, as the driver delivers it.
    ///
    /// Where two of the kernel's codes mean the same to Core Video the driver uses one of them only, so the camera is
    /// opened here as if it had nothing but the wanted one.
    func frame(_ encoding: PixelEncoding) throws -> CVPixelBuffer {
        let entry = try #require(
            LinuxVideoNodeDirectory().nodes().first { $0.hardwarePath.hasSuffix("vivid.0") },
            "The colour tests need the kernel's vivid driver."
        )
        try VividFrame.show(pattern, matrix, range, at: entry.path)
        defer { try? VividFrame.reset(at: entry.path) }
        let handle = try handle(entry, encoding)
        defer { handle.close() }
        let sink = RecordingSink(keeping: 3, isSumming: false)
        let format = try #require(handle.description.formats.first)
        _ = try handle.startStream(CaptureStreamRequest(format: format), sink: sink)
        #expect(sink.wait(frames: 1))
        handle.stopStream()
        guard case .image(let buffer)? = sink.keptFrames.first?.content else {
            throw CaptureDriverError(kind: .io, operation: "photograph", advice: "No frame came.")
        }
        return buffer
    }

    private func handle(_ entry: VideoNodeEntry, _ encoding: PixelEncoding) throws -> CameraHandle {
        let format = CaptureFormat(
            mediaSubType: encoding.videoRange,
            dimensions: Self.size,
            frameDurations: [.rate(60)]
        )
        let model = V4L2CameraModel(
            entry: entry,
            driver: "vivid",
            card: "vivid",
            bus: "platform:vivid-000",
            formats: [FormatReader.Entry(encoding: encoding, format: format)],
            controls: ControlMap([:])
        )
        return CameraHandle(
            model: model,
            node: try VideoNode(path: entry.path, system: LinuxSystemCalls()),
            now: kernelMonotonicTime,
            log: Logger(label: "pinhole.tests"),
            onEnd: {}
        )
    }
}
