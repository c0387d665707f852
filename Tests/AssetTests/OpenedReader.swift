import AVFoundation
import Testing

/// A reader that reads one track. An output does not keep its reader.
struct OpenedReader {
    let reader: AVAssetReader
    let output: AVAssetReaderTrackOutput
}

extension OpenedReader {
    init(_ url: URL, _ type: AVMediaType, _ settings: [String: Any]?, _ range: CMTimeRange? = nil) throws {
        let asset = AVURLAsset(url: url)
        reader = try AVAssetReader(asset: asset)
        if let range { reader.timeRange = range }
        let track = try #require(asset.tracks(withMediaType: type).first)
        output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        #expect(reader.canAdd(output))
        reader.add(output)
        #expect(reader.status == .unknown && reader.startReading() && reader.status == .reading)
    }

    /// The next sample.
    func next() -> CMSampleBuffer? {
        withExtendedLifetime(reader) { output.copyNextSampleBuffer() }
    }

    /// All samples that are left.
    func rest() -> [CMSampleBuffer] {
        Array(sequence(state: self) { $0.next() })
    }
}
