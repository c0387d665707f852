import Foundation

/// Gets data of several outputs that belong together, on the queue given with it.
public protocol AVCaptureDataOutputSynchronizerDelegate: NSObjectProtocol {
    /// There are data: of the first output and what belongs to it, or of another output alone (S-144).
    ///
    /// - Parameter synchronizedDataCollection: the data by output. Holding it holds buffers that the cameras need.
    func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    )
}
