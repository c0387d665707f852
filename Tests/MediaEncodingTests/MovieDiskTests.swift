import CoreMedia
import Foundation
import MovieValidators
import Synchronization
import Testing

@testable import MediaEncoding

@Suite("Movies on disks that fail")
struct MovieDiskTests {
    @Test(
        "R-REC: a disk that is full, from any change on: a clear error when media is lost, and what was written plays"
    )
    func full() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        var changes = 0
        for number in 0... {
            if changes > 0, number > changes { break }
            let url = folder.url("\(number).mp4")
            let storage = DyingStorage(
                try MovieFileStorage(creating: url.path),
                dyingAfter: number == 0 ? .max : number
            )
            storage.kind = .diskFull
            let file = try MovieFile(movie.settings(url), storage)
            let comment: Comment = "full after \(number) of \(changes) changes"
            var failure: MediaEncodingError?
            do {
                try movie.append(to: file)
            } catch {
                failure = error
                #expect(file.failure?.kind == .diskFull, comment)
            }
            do {
                try file.finish()
                #expect(failure == nil, comment)
                #expect(try MovieFileValidator(url).pictureCount() == 60, comment)
            } catch let error as MediaEncodingError {
                #expect(error.kind == .diskFull, comment)
                let left = (try? MovieRecovery.examine(url)) != nil
                #expect(left == (number > 2), comment)
                guard left else { continue }
                #expect(try MovieFileValidator(url).decodingErrors() == [], comment)
                let playable = try MovieRecovery.examine(url).playableDuration
                #expect(abs((file.keptDuration?.seconds ?? -1) - playable) < 0.05, comment)
            }
            if number == 0 { changes = storage.changes.count }
        }
    }

    /// The number of the file is another thread's as soon as it is closed: closed once more, it takes that thread's file away.
    @Test("A movie that is being recorded is not opened for writing, and nothing of others is closed")
    func locked() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TestFolder()
            let path = folder.url("a.mp4").path
            let recording = try MovieFileStorage(creating: path)
            let isDone = Atomic(false)
            async let failures = {
                var failures = 0
                while !isDone.load(ordering: .acquiring) {
                    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
                    if write(descriptor, "x", 1) != 1 || close(descriptor) != 0 { failures += 1 }
                }
                return failures
            }()
            for _ in 0..<10 {
                let error = #expect(throws: MediaEncodingError.self) {
                    _ = try MovieFileStorage(opening: path, forWriting: true)
                }
                #expect(error?.operation == "locking \(path)")
            }
            isDone.store(true, ordering: .releasing)
            #expect(await failures == 0)
            withExtendedLifetime(recording) {}
        }
    }

    @Test("Whoever removes the file or its folder while it is written is told, and nobody else's file is touched")
    func removed() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let url = folder.url("a.mp4")
        let file = try MovieFile(movie.settings(url))
        try FileManager.default.removeItem(at: url)
        try Data("another".utf8).write(to: url)
        #expect(throws: MediaEncodingError.self) { try movie.append(to: file) }
        let error = #expect(throws: MediaEncodingError.self) { try file.finish() }
        #expect(error?.kind == .writeFailed && error?.advice.isEmpty == false)
        #expect(try Data(contentsOf: url) == Data("another".utf8))
    }

    @Test(
        "Whoever shortens the file while it is written is told, and what is left of it plays",
        arguments: [0, 0.5, 1]
    )
    func shortened(share: Double) throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let url = folder.url("a.mp4")
        let file = try MovieFile(movie.settings(url))
        try file.start(at: .zero)
        let samples = TestMedia.interleaved(movie.pictures.samples, movie.sound.samples)
        for (sample, track) in samples.prefix(samples.count / 2) { try file.append(sample, track: track) }
        try file.flush()
        file.waitForDisk()
        let size = try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int)
        let beginning = movie.settings(url).indexReserve
        // All of it, half of the media, or a byte.
        let left = share == 1 ? size - 1 : Int(Double(size - beginning) * share) + (share == 0 ? 0 : beginning)
        try FileHandle(forUpdating: url).truncate(atOffset: UInt64(left))
        for (sample, track) in samples.dropFirst(samples.count / 2) { try? file.append(sample, track: track) }
        try? file.flush()
        file.waitForDisk()
        let error = #expect(throws: MediaEncodingError.self) { try file.finish() }
        #expect(error?.kind == .writeFailed && error?.advice.isEmpty == false)
        #expect(file.failure?.kind == .writeFailed)
        guard share > 0 else { return #expect((try? MovieRecovery.examine(url)) == nil) }
        #expect(try MovieRecovery.examine(url).isComplete)
        let pictures = try MovieFileValidator(url).pictureCount()
        #expect(pictures > 0 && pictures <= 30)
        #expect(try MovieFileValidator(url).decodingErrors() == [])
    }

    @Test("Whoever shortens a sound file while it is written is told")
    func shortenedAudio() throws {
        let folder = try TestFolder()
        let sound = try TestMedia.sound(2, settings: .init(codec: .pcm(.init()), channels: 1))
        let url = folder.url("a.wav")
        let file = try MovieFile(
            MovieFileSettings(url: url, container: .wav, tracks: [MovieTrack(format: sound.format)])
        )
        for sample in sound.samples { try file.append(sample, track: 0) }
        try file.flush()
        file.waitForDisk()
        try FileHandle(forUpdating: url).truncate(atOffset: 10)
        let error = #expect(throws: MediaEncodingError.self) { try file.finish() }
        #expect(error?.kind == .writeFailed)
    }

    @Test("What cannot be a movie is refused before there is a file")
    func refused() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let url = folder.url("a.m4a")
        let error = #expect(throws: MediaEncodingError.self) { try MovieFile(movie.settings(url, .m4a)) }
        #expect(error?.kind == .unsupportedSettings)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("Clocks that jump: backward and far forward samples are refused, and the movie goes on or ends well")
    func jumps() throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let url = folder.url("a.mp4")
        let file = try MovieFile(movie.settings(url))
        try movie.append(to: file)
        var sample = try #require(movie.pictures.samples.last)
        for time in [
            CMTime(value: 1, timescale: 1), CMTime(value: 100_000, timescale: 1), CMTime(value: .max, timescale: 1),
            CMTime(value: .min + 2, timescale: 1), CMTime(value: .max, timescale: .max), .positiveInfinity, .indefinite,
        ] {
            sample.presentationTime = time
            sample.decodeTime = time
            let error = #expect(throws: MediaEncodingError.self) { try file.append(sample, track: 0) }
            #expect(error?.kind == .invalidSample && error?.advice.isEmpty == false)
        }
        sample.presentationTime = CMTime(value: 5, timescale: 1)
        sample.decodeTime = sample.presentationTime
        sample.duration = CMTime(value: .max, timescale: 1)
        try file.append(sample, track: 0)
        #expect(try file.finish(endTime: CMTime(value: .max, timescale: 1)) == .indexFirst)
        #expect(try MovieFileValidator(url).report().warnings == [])
        #expect(try MovieFileValidator(url).pictureCount() == 61)
    }

    @Test("An index takes at most 32 bytes a sample while it grows")
    func memory() {
        #expect(MemoryLayout<SampleIndex.Entry>.stride == 24)
        var index = SampleIndex()
        var isSmall = true
        for number in 0..<50_000 {
            index.append(.init(offset: Int64(number), decoded: Int64(number), delay: 0, size: 9, isKeyFrame: true))
            if number >= 4096, index.entries.capacity * 24 > index.entries.count * 32 { isSmall = false }
        }
        #expect(isSmall)
    }
}
