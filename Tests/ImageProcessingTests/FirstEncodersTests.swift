import CoreVideo
import Foundation
import ImageProcessing
import Synchronization
import Testing

/// The first encoders of a program.
@Suite("The first HEVC encoders of a program")
struct FirstEncodersTests {
    /// x265 fills its tables of functions when its first encoder is opened, without a lock.
    @Test("Several threads may encode at once from the first picture on")
    func atOnce() async {
        await #expect(processExitsWith: .success) {
            let missing = Mutex(8)
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                var made: CVPixelBuffer?
                CVPixelBufferCreate(nil, 128, 128, kCVPixelFormatType_32BGRA, nil, &made)
                guard let made, (try? HEIFEncoder().encode(made, quality: 50)) != nil else { return }
                missing.withLock { $0 -= 1 }
            }
            #expect(missing.withLock { $0 } == 0)
        }
    }
}
