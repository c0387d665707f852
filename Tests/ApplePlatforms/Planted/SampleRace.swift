// Buffers and inputs are not Sendable: they do not go to another queue unasked.
// expects: capture of 'sampleBuffer' with non-Sendable type 'CMSampleBuffer' in a '@Sendable' closure
// expects: capture of 'input' with non-Sendable type 'AVAssetWriterInput' in a '@Sendable' closure
import AVFoundation

func append(_ sampleBuffer: CMSampleBuffer, to input: AVAssetWriterInput, on queue: DispatchQueue) {
    queue.async { _ = input.append(sampleBuffer) }
}
