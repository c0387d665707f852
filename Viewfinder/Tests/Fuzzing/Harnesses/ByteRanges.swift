@testable import Viewfinder

/// Reading the header `Range` of a request: the first four bytes are the file's length, the rest is the header.
enum ByteRangesHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4 else { return }
        let length = Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
        let header = String(decoding: bytes[4...], as: UTF8.self)
        for length in [length, 0, .max] {
            if case .part(let range) = ByteRangeRequest(header, length: length) {
                precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "not in the file")
            }
        }
    }
}

#if FUZZER
    let harness = ByteRangesHarness.run
#endif
