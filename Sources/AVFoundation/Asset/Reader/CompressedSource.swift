import CoreMedia
import Foundation
import MediaEncoding

/// Gives a piece's samples as they are: from the one at which decoding must start to the last that is shown or heard.
final class CompressedSource: SampleSource {
    private let piece: MediaPiece
    private let demuxer: MediaDemuxer
    private let format: CMFormatDescription?

    init(_ piece: MediaPiece) throws(MediaEncodingError) {
        self.piece = piece
        demuxer = try piece.open()
        format = demuxer.info.tracks.first { $0.index == piece.media.index }?.format
        let isAudio = piece.mediaType == .audio
        try demuxer.seek(to: isAudio ? piece.range.start - Self.preparation : piece.range.start)
    }

    /// Sounds are decoded right when the one before them was.
    private static let preparation = CMTime(value: 1, timescale: 10)

    func next() throws -> CMSampleBuffer? {
        while let found = try demuxer.next() {
            let sample = found.sample
            guard piece.mediaType == .audio else {
                return sample.decodeTime < piece.range.end ? try buffer(sample) : nil
            }
            let length = sample.duration.isNumeric ? sample.duration : .zero
            // Where pieces meet, a packet belongs to the one that has more of it: times must not go back.
            let half = CMTimeMultiplyByRatio(length, multiplier: 1, divisor: 2)
            let start = piece.isFirst ? piece.range.start - length - length : piece.range.start - half
            guard sample.presentationTime < (piece.isLast ? piece.range.end : piece.range.end - half) else {
                return nil
            }
            if piece.isFirst ? sample.presentationTime > start : sample.presentationTime >= start {
                return try buffer(sample)
            }
        }
        return nil
    }

    private func buffer(_ sample: EncodedSample) throws -> CMSampleBuffer {
        let shown = sample.presentationTime + piece.offset
        let decoded = sample.decodeTime + piece.offset
        var timing = CMSampleTimingInfo(
            duration: sample.duration,
            presentationTimeStamp: shown,
            decodeTimeStamp: decoded == shown ? .invalid : decoded
        )
        var count = 1
        var size = sample.byteCount
        if let stream = format?.audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM,
            stream.mBytesPerFrame > 0
        {
            size = Int(stream.mBytesPerFrame)
            count = sample.byteCount / size
            timing.duration = CMTime(value: 1, timescale: CMTimeScale(stream.mSampleRate))
        }
        let made = try CMSampleBuffer(
            dataBuffer: sample.makeBlockBuffer(),
            formatDescription: format,
            numSamples: count,
            sampleTimings: [timing],
            sampleSizes: [size]
        )
        if piece.mediaType == .video, !sample.isKeyFrame {
            made.sampleAttachments[0][.notSync] = true
            made.sampleAttachments[0][.dependsOnOthers] = true
        }
        return made
    }
}
