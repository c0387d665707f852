import CaptureDriver

/// A sink that also wants to know what the driver puts right or leaves out without a word to others: for diagnosis.
///
/// Called as the sink is: on the driver's thread, one call at a time, before the frame or drop in question.
package protocol StreamWitness: CaptureStreamSink {
    /// A frame's time was not the kernel's, because that was not to be believed.
    func timestampDoubted(_ suspicion: TimestampTrust.Suspicion)
    /// A frame was left out, because it was no whole picture.
    func frameRejected(_ fault: FrameCheck.Fault)
}
