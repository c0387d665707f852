import CoreMedia
import Foundation
import Testing

@testable import MediaEncoding

/// Two seconds of pictures and sound that were encoded once, for tests of files.
// Unchecked: format descriptions never change.
struct RecordedMovie: @unchecked Sendable {
    let pictures: (samples: [EncodedSample], format: CMFormatDescription)
    let sound: (samples: [EncodedSample], format: CMFormatDescription)

    private static let made = Result { try make(sound: .init(codec: .aac, channels: 1)) }

    /// The movie of most tests, with AAC.
    static func usual() throws -> RecordedMovie { try made.get() }

    static func make(sound settings: AudioEncoderSettings) throws -> RecordedMovie {
        RecordedMovie(pictures: try TestMedia.pictures(60), sound: try TestMedia.sound(2, settings: settings))
    }

    func settings(_ url: URL, _ container: MovieContainer = .mp4) -> MovieFileSettings {
        MovieFileSettings(
            url: url,
            container: container,
            tracks: [MovieTrack(format: pictures.format), MovieTrack(format: sound.format)],
            fragmentInterval: CMTime(value: 60, timescale: 1),
            syncInterval: CMTime(value: 1000, timescale: 1)
        )
    }

    /// Appends everything as far as that goes, one job of the disk after the other, in fragments of 0.3 s: cut by hand, so that
    /// nothing depends on how fast the machine is.
    func append(to file: MovieFile) throws(MediaEncodingError) {
        try file.start(at: .zero)
        var pictureCount = 0
        for (sample, track) in TestMedia.interleaved(pictures.samples, sound.samples) {
            try file.append(sample, track: track)
            if track == 0 { pictureCount += 1 }
            if track == 0, pictureCount % 9 == 0 { try file.flush() }
            file.waitForDisk()
        }
    }

    /// Writes a file whose writer goes away in the middle of it.
    func leave(at url: URL, _ container: MovieContainer = .mp4) throws {
        let file = try MovieFile(settings(url, container))
        try append(to: file)
        try file.flush()
        file.waitForDisk()
    }

    /// How many samples of each track lie in whole fragments of a file, told from their offsets.
    static func samples(of url: URL) throws -> [Int] {
        let storage = try MovieFileStorage(opening: url.path, forWriting: false)
        let anatomy = try MovieAnatomy(storage)
        let record = try #require(anatomy.record)
        return try MovieReader(storage, anatomy, for: .media).samples(record, in: anatomy.end) { _ in }
            .map(\.entries.count)
    }
}
