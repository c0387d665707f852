import Foundation

/// Hears of a timecode generator's source, exactly as Apple's protocol of the same name. Called on the generator's callback queue.
public protocol AVCaptureTimecodeGeneratorDelegate: NSObjectProtocol {
    /// The source has told the time.
    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        didReceiveUpdate timecode: AVCaptureTimecode,
        from source: AVCaptureTimecode.Source
    )

    /// The generator came nearer to the source's time, or farther from it.
    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        transitionedTo synchronizationStatus: AVCaptureTimecodeGenerator.SynchronizationStatus,
        for source: AVCaptureTimecode.Source
    )

    /// Sources have come or gone. Never called here: the two that there are stay.
    func timecodeGenerator(
        _ generator: AVCaptureTimecodeGenerator,
        didUpdateAvailableSources availableSources: [AVCaptureTimecode.Source]
    )
}
