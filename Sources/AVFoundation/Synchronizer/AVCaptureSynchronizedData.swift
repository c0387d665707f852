import CoreMedia
import Foundation

/// One output's part of what belongs together, exactly as Apple's class of the same name; see its subclasses.
open class AVCaptureSynchronizedData: NSObject {
    /// The time of the data, on the session's `synchronizationClock` (S-146).
    public let timestamp: CMTime
    /// Whose data they are.
    let output: AVCaptureOutput

    init(output: AVCaptureOutput, timestamp: CMTime) {
        self.output = output
        self.timestamp = timestamp
        super.init()
    }
}
