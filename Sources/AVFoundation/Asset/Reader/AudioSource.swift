import CoreMedia
import MediaEncoding

/// Gives a piece's sound, decoded, to the frame.
final class AudioSource: SampleSource {
    private let piece: MediaPiece
    private let demuxer: MediaDemuxer
    private let decoder: AudioDecoder
    private let format: CMFormatDescription
    private let stream: AudioStreamBasicDescription
    private var decoded: ArraySlice<DecodedAudio> = []
    private var hasEnded = false

    /// Sounds are decoded right when those before them were.
    private static let preparation = CMTime(value: 1, timescale: 10)

    init(_ piece: MediaPiece, format: AudioStreamBasicDescription) throws {
        self.piece = piece
        stream = format
        self.format = try CMFormatDescription(audioStreamBasicDescription: format)
        demuxer = try piece.open()
        decoder = try AudioDecoder(demuxer, format: format, range: piece.range)
        try demuxer.seek(to: max(.zero, piece.range.start - Self.preparation))
    }

    func next() throws -> CMSampleBuffer? {
        while decoded.isEmpty, !hasEnded {
            let sample = try demuxer.next()
            hasEnded = sample == nil || sample.map { $0.sample.presentationTime >= piece.range.end } == true
            if let sample, !hasEnded { decoded = try decoder.decode(sample)[...] }
            if hasEnded { decoded = try decoder.decode(nil)[...] }
        }
        return try decoded.popFirst().map(buffer)
    }

    private func buffer(_ audio: DecodedAudio) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: audio.block,
            formatDescription: format,
            numSamples: audio.frameCount,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: CMTime(value: 1, timescale: CMTimeScale(stream.mSampleRate)),
                    presentationTimeStamp: audio.time + piece.offset,
                    decodeTimeStamp: .invalid
                )
            ],
            sampleSizes: [Int(stream.mBytesPerFrame)]
        )
    }
}
