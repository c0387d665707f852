import Foundation

@testable import ImageProcessing

/// Reading a JPEG image's head, checking a camera's frame, and giving an image other metadata.
enum JPEGSegmentsHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        if let frame = try? MJPEGFrameCheck.check(bytes) {
            precondition((1...bytes.count).contains(frame.byteCount), "a frame that is longer than its bytes")
        }
        guard let segments = try? JPEGSegments.header(bytes) else { return }
        precondition(
            segments.allSatisfy { $0.start < $0.end && $0.end <= bytes.count },
            "segments outside of the image"
        )
        _ = JPEGSegments.frameSize(segments, bytes)
        _ = try? JPEGSegments.exif(bytes)
        let data = Data(JPEGSegments.exifIdentifier) + Data(bytes.prefix(64))
        guard let made = try? JPEGSegments.assemble(bytes, exif: data, iccProfile: Data(bytes.prefix(99))) else {
            return
        }
        let again = made.withUnsafeBytes { try? JPEGSegments.header($0) }
        precondition(again != nil, "an image with other metadata is none")
    }
}

#if FUZZER
    let harness = JPEGSegmentsHarness.run
#endif
