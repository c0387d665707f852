@preconcurrency import AVFoundation

/// Lets people cut a movie: pictures for the strip below it, a cover, the part between two handles, and several parts in a row.
@MainActor
final class MovieTrimmer {
    enum Failure: Error {
        case notAMovie
        case cannotExport
    }

    struct Clip: Sendable {
        var asset: AVAsset
        var range: CMTimeRange
    }

    let asset: AVURLAsset
    private(set) var duration = CMTime.zero
    private(set) var title: String?
    private(set) var size = CGSize.zero
    private(set) var progress = 0.0

    init(url: URL) {
        asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }

    /// Finds out what the movie is like.
    func prepare() async throws {
        let (duration, isPlayable, metadata) = try await asset.load(.duration, .isPlayable, .commonMetadata)
        guard isPlayable, let video = try await asset.loadTracks(withMediaType: .video).first else {
            throw Failure.notAMovie
        }
        let (naturalSize, transform) = try await video.load(.naturalSize, .preferredTransform)
        let shown = CGRect(origin: .zero, size: naturalSize).applying(transform)
        size = CGSize(width: abs(shown.width), height: abs(shown.height))
        let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
        title = try await titles.first?.load(.stringValue)
        self.duration = duration
    }

    /// Small pictures at equal distances.
    func thumbnails(count: Int, height: CGFloat) async -> [CGImage] {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = CGSize(width: 0, height: height)
        let times = (0..<count).map { CMTimeMultiplyByRatio(duration, multiplier: Int32($0), divisor: Int32(count)) }
        var images: [CGImage] = []
        for await result in generator.images(for: times) {
            switch result {
            case .success(_, let image, _): images.append(image)
            case .failure: continue
            }
        }
        return images
    }

    /// The very picture of a moment.
    func cover(at time: CMTime) async throws -> CGImage {
        let generator = AVAssetImageGenerator(asset: asset)
        generator.appliesPreferredTrackTransform = true
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return try await generator.image(at: time).image
    }

    /// How loud the part is, for the waveform: the greatest sample of each buffer.
    nonisolated func loudness(of range: CMTimeRange) async throws -> [Float] {
        guard let track = try await asset.loadTracks(withMediaType: .audio).first else { return [] }
        let reader = try AVAssetReader(asset: asset)
        reader.timeRange = range
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
                AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
            ]
        )
        output.alwaysCopiesSampleData = false
        guard reader.canAdd(output) else { throw Failure.notAMovie }
        reader.add(output)
        guard reader.startReading() else { throw reader.error ?? Failure.notAMovie }
        var peaks: [Float] = []
        while let sample = output.copyNextSampleBuffer() {
            guard let block = CMSampleBufferGetDataBuffer(sample) else { continue }
            var values = [Float](repeating: 0, count: CMBlockBufferGetDataLength(block) / MemoryLayout<Float>.size)
            let size = values.count * MemoryLayout<Float>.size
            CMBlockBufferCopyDataBytes(block, atOffset: 0, dataLength: size, destination: &values)
            peaks.append(values.map(abs).max() ?? 0)
        }
        guard reader.status == .completed else { throw reader.error ?? Failure.notAMovie }
        return peaks
    }

    /// Writes the part between two handles.
    func trim(to range: CMTimeRange, destination: URL, preset: String = AVAssetExportPresetPassthrough) async throws {
        guard let session = AVAssetExportSession(asset: asset, presetName: preset) else { throw Failure.cannotExport }
        session.timeRange = range
        let states = session.states(updateInterval: 0.1)
        let watching = Task { [weak self] in
            for await state in states {
                if case .exporting(let progress) = state { self?.progress = progress.fractionCompleted }
            }
        }
        try await session.export(to: destination, as: .mp4)
        await watching.value
        progress = 1
    }

    /// Writes parts of movies, one after the other.
    func join(_ clips: [Clip], destination: URL) async throws {
        let composition = AVMutableComposition()
        guard
            let video = composition.addMutableTrack(
                withMediaType: .video,
                preferredTrackID: kCMPersistentTrackID_Invalid
            ),
            let audio = composition.addMutableTrack(
                withMediaType: .audio,
                preferredTrackID: kCMPersistentTrackID_Invalid
            )
        else { throw Failure.cannotExport }
        var position = CMTime.zero
        for clip in clips {
            if let source = try await clip.asset.loadTracks(withMediaType: .video).first {
                try video.insertTimeRange(clip.range, of: source, at: position)
                video.preferredTransform = try await source.load(.preferredTransform)
            }
            if let source = try await clip.asset.loadTracks(withMediaType: .audio).first {
                try audio.insertTimeRange(clip.range, of: source, at: position)
            }
            position = CMTimeAdd(position, clip.range.duration)
        }
        guard let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPreset1280x720) else {
            throw Failure.cannotExport
        }
        session.outputURL = destination
        session.outputFileType = .mp4
        session.shouldOptimizeForNetworkUse = true
        await session.export()
        guard session.status == .completed else { throw session.error ?? Failure.cannotExport }
    }
}
