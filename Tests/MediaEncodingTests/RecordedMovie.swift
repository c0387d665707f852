import CoreMedia
import Foundation
import Testing

@testable import MediaEncoding

/// Two seconds of pictures and sound that were encoded once, for tests of files.
struct RecordedMovie {
    let pictures: (samples: [EncodedSample], format: CMFormatDescription)
    let sound: (samples: [EncodedSample], format: CMFormatDescription)

    static func make(sound settings: AudioEncoderSettings = .init(codec: .aac, channels: 1)) throws -> RecordedMovie {
        RecordedMovie(pictures: try TestMedia.pictures(60), sound: try TestMedia.sound(2, settings: settings))
    }

    func settings(_ url: URL, _ container: MovieContainer = .mp4) -> MovieFileSettings {
        MovieFileSettings(
            url: url,
            container: container,
            tracks: [MovieTrack(format: pictures.format), MovieTrack(format: sound.format)],
            fragmentInterval: CMTime(value: 3, timescale: 10),
            syncInterval: CMTime(value: 1000, timescale: 1)
        )
    }

    /// Appends everything as far as that goes, one job of the disk after the other.
    func append(to file: MovieFile) throws(MediaEncodingError) {
        try file.start(at: .zero)
        for (sample, track) in TestMedia.interleaved(pictures.samples, sound.samples) {
            try file.append(sample, track: track)
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
        return try MovieReader(storage, until: anatomy.end).samples(record, in: anatomy.end) { _ in }
            .map(\.entries.count)
    }
}
