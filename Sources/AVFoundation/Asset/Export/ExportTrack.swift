import CaptureCore
import CoreMedia
import CoreVideo
import Foundation

/// How one track is exported.
struct ExportTrack {
    var track: AVAssetTrack
    /// How it is decoded; nil if its samples stay as they are.
    var decoding: [String: Any]?
    var encoding: [String: Any]?

    /// The tracks of an asset that a preset exports.
    ///
    /// DEVIATION: tracks of sound are not mixed: each stays a track.
    static func tracks(of asset: AVAsset, _ preset: ExportPreset) throws -> [ExportTrack] {
        let tracks = try asset.contents().tracks.filter {
            !$0.contents.formats.isEmpty && $0.contents.timeRange.duration > .zero
        }
        let video = tracks.filter { $0.mediaType == .video }
        let audio = tracks.filter { $0.mediaType == .audio }
        switch preset {
        case .passThrough: return (video + audio).map { ExportTrack(track: $0) }
        case .movie(let codec, let longest, let shortest):
            let videoTracks = video.prefix(1).map { track in
                let settings = videoSettings(track, AVVideoCodecType(codec), longest, shortest)
                let format = "\(kCVPixelBufferPixelFormatTypeKey)"
                return ExportTrack(track: track, decoding: [format: pixelFormat(track)], encoding: settings)
            }
            return videoTracks + audio.map(audioTrack)
        case .audio: return audio.prefix(1).map(audioTrack)
        }
    }

    /// The range of values stays as it is.
    private static func pixelFormat(_ track: AVAssetTrack) -> OSType {
        let full = track.contents.formats.first.flatMap {
            CMFormatDescriptionGetExtension($0, extensionKey: kCMFormatDescriptionExtension_FullRangeVideo) as? NSNumber
        }
        return full?.boolValue == true
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }

    private static func videoSettings(
        _ track: AVAssetTrack,
        _ codec: AVVideoCodecType,
        _ longest: Int?,
        _ shortest: Int?
    ) -> [String: Any] {
        let size = track.naturalSize
        var scale = 1.0
        if let longest, let shortest, size.width > 0, size.height > 0 {
            let across = Double(longest) / max(size.width, size.height)
            scale = min(1, across, Double(shortest) / min(size.width, size.height))
        }
        func even(_ length: CGFloat) -> Int { min(8192, max(16, Int((length * scale / 2).rounded()) * 2)) }
        let rate = track.nominalFrameRate
        return [
            AVVideoCodecKey: codec, AVVideoWidthKey: even(size.width), AVVideoHeightKey: even(size.height),
            AVVideoCompressionPropertiesKey: rate > 0 ? [AVVideoExpectedSourceFrameRateKey: Double(rate)] : [:],
        ]
    }

    private static func audioTrack(_ track: AVAssetTrack) -> ExportTrack {
        let stream = track.contents.formats.first?.audioStreamBasicDescription
        let rate = stream?.mSampleRate ?? 44_100
        let usual: [Double] = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        let settings: [String: Any] = [
            AVSampleRateKey: usual.contains(rate) ? rate : 44_100,
            AVNumberOfChannelsKey: min(2, max(1, Int(stream?.mChannelsPerFrame ?? 2))),
        ]
        return ExportTrack(
            track: track,
            decoding: settings.merging([AVFormatIDKey: kAudioFormatLinearPCM]) { $1 },
            encoding: settings.merging([AVFormatIDKey: kAudioFormatMPEG4AAC]) { $1 }
        )
    }

    /// - Throws: `AVError.operationNotSupportedForAsset` for parts that cannot follow each other as they are.
    func checkJoints() throws {
        let contents = track.contents
        let pieces = contents.sources.filter { $0.media != nil }
        guard decoding == nil, pieces.count > 1 else { return }
        func refuse(_ reason: String) -> AVError {
            AVError(.operationNotSupportedForAsset, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
        }
        guard contents.formats.count == 1 else { throw refuse("The parts of a track have different formats.") }
        guard track.mediaType == .video else { return }
        guard !contents.isReordered else { throw refuse("Pictures are decoded in another order than they are shown.") }
        for piece in contents.pieces(in: CMTimeRange(start: .zero, duration: .positiveInfinity)).dropFirst() {
            let first = try CompressedSource(piece).next()
            guard let first, first.presentationTimeStamp >= piece.range.start + piece.offset else {
                throw refuse("A part does not begin with a key frame.")
            }
        }
    }
}
