import AVFoundation
import Testing

@Suite("What stops a program that reads or exports movies wrongly")
struct AssetProgrammerErrorTests {
    private static func words(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("Copying before reading was started")
    func early() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let studio = try MovieStudio()
            let url = try await studio.record("movie.mp4", .init(pictures: 2, hasSound: false))
            let asset = AVURLAsset(url: url)
            let track = try #require(asset.tracks.first)
            _ = AVAssetReaderTrackOutput(track: track, outputSettings: nil).copyNextSampleBuffer()
        }
        #expect(Self.words(result).contains("cannot copy next sample buffer before adding this output"))
    }

    @Test("Settings that ask for compressed pictures")
    func compressed() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let studio = try MovieStudio()
            let url = try await studio.record("movie.mp4", .init(pictures: 2, hasSound: false))
            let asset = AVURLAsset(url: url)
            let settings: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.h264]
            _ = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: settings)
        }
        #expect(Self.words(result).contains("only supports output settings for uncompressed media"))
    }

    @Test("An export without an address")
    func nowhere() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere.mp4"))
            AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough)?.exportAsynchronously {}
        }
        #expect(Self.words(result).contains("without an output URL"))
    }
}
