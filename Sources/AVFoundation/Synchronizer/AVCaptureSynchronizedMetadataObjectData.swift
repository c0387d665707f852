import CoreMedia
import Foundation

/// Objects that were seen, exactly as Apple's class of the same name.
open class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData {
    /// The objects; `UNKNOWN`: there is at least one, as there are no data where nothing is in sight.
    public let metadataObjects: [AVMetadataObject]

    init(output: AVCaptureOutput, metadataObjects: [AVMetadataObject]) {
        self.metadataObjects = metadataObjects
        super.init(output: output, timestamp: metadataObjects.first?.time ?? .invalid)
    }
}
