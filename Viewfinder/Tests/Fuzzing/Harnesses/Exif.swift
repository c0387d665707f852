import Foundation

@testable import ImageProcessing

/// Reading EXIF metadata, and writing what was read.
enum ExifHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let payload = Data(JPEGSegments.exifIdentifier) + Data(bytes)
        let metadata = payload.withUnsafeBytes { ExifReader.metadata(payload: $0) }
        guard let metadata, let written = try? ExifWriter.payload(metadata) else { return }
        precondition(written.count <= JPEGSegments.largestPayload, "more than a segment holds")
        let again = written.withUnsafeBytes { ExifReader.metadata(payload: $0) }
        precondition(again?.orientation == metadata.orientation, "another orientation")
    }
}

#if FUZZER
    let harness = ExifHarness.run
#endif
