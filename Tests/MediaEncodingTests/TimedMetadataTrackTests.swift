import CoreMedia
import Foundation
import FoundationExtras
import MovieValidators
import Testing

@testable import MediaEncoding

@Suite("Tracks of timed metadata in files")
struct TimedMetadataTrackTests {
    private func format() throws -> CMFormatDescription {
        let specification = NSMutableDictionary()
        specification.setObject(
            NSString(string: "mdta/org.example.note"),
            forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier
        )
        specification.setObject(
            kCMMetadataBaseDataType_UTF8,
            forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType
        )
        var made: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: nil,
            metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: NSArray(array: [specification]),
            formatDescriptionOut: &made
        )
        return try #require(made)
    }

    private func samples() -> [EncodedSample] {
        (0..<3).map { number in
            let second = CMTime(value: CMTimeValue(number), timescale: 1)
            return EncodedSample(
                data: TimedMetadataKeys.item(1, Data("note \(number)".utf8)),
                presentationTime: second,
                duration: CMTime(value: 1, timescale: 1),
                isKeyFrame: true
            )
        }
    }

    @Test("A recording that ends in the middle has the track, can be recovered, and so has the finished file")
    func unfinished() throws {
        let folder = try TestFolder()
        let pictures = try TestMedia.pictures(90, from: .zero)
        let settings = MovieFileSettings(
            url: folder.url("notes.mov"),
            container: .mov,
            tracks: [MovieTrack(format: pictures.format), MovieTrack(format: try format())]
        )
        let file = try MovieFile(settings)
        try file.start(at: .zero)
        for (sample, track) in TestMedia.interleaved(pictures.samples, samples()) {
            try file.append(sample, track: track)
        }
        try file.flush()
        file.waitForDisk()
        try FileManager.default.copyItem(at: settings.url, to: folder.url("killed.mov"))
        try check(folder.url("killed.mov"), notes: 2)
        try MovieRecovery.recover(folder.url("killed.mov"))
        try check(folder.url("killed.mov"), notes: 2)
        #expect(try file.finish() == .indexFirst)
        try check(settings.url, notes: 3)
    }

    /// - Parameter notes: how many samples there are at least; the last waits for the next, or for the end.
    private func check(_ url: URL, notes: Int) throws {
        let data = try Data(contentsOf: url)
        #expect(data.range(of: Data("mebx".utf8)) != nil && data.range(of: Data("gpmd".utf8)) == nil)
        let validator = MovieFileValidator(url)
        #expect(try validator.decodingErrors() == [])
        let packets = try validator.packets("1")
        #expect(packets.count == notes)
        for (number, packet) in packets.enumerated() {
            let sample = data[try #require(packet.position)...].prefix(packet.size)
            #expect(sample == TimedMetadataKeys.item(1, Data("note \(number)".utf8)))
            #expect(abs(packet.time - Double(number)) < 0.001)
        }
    }

    @Test("Other files hold no such track", arguments: [MovieContainer.mp4, .m4a, .caf, .wav])
    func refused(container: MovieContainer) throws {
        let track = MovieTrack(format: try format())
        #expect(throws: MediaEncodingError.self) { try TrackRecord(track, try #require(track.format), container) }
    }
}
