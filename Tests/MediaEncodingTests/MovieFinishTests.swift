import CoreMedia
import Foundation
import MovieValidators
import Testing

@testable import MediaEncoding

@Suite("Movies whose writer is killed")
struct MovieFinishTests {
    /// Records onto a disk that dies, and finishes: what the disk made of it remains.
    private func record(
        _ movie: RecordedMovie,
        _ url: URL,
        _ container: MovieContainer,
        _ prepare: (DyingStorage) -> Void
    ) throws -> DyingStorage {
        let storage = DyingStorage(try MovieFileStorage(creating: url.path))
        prepare(storage)
        let file = try MovieFile(movie.settings(url, container), storage)
        do {
            try movie.append(to: file)
            try file.finish()
        } catch {
            // Nobody cleans up after somebody who was killed.
        }
        return storage
    }

    @Test(
        "R-REC: killed before any one change to the file, or in the middle of it, what was written before plays",
        arguments: [(MovieContainer.mp4, false), (.mp4, true), (.mov, true)]
    )
    func everyChange(container: MovieContainer, isHalfDone: Bool) throws {
        let folder = try TestFolder()
        let movie = try RecordedMovie.usual()
        let whole = folder.url("whole.\(container.rawValue)")
        let changes = try record(movie, whole, container) { _ in }.changes
        try #require(changes.count > 8)
        #expect(try MovieFileValidator(whole).flawlessReport().video.first?.frameCount == 60)
        var before = 0
        for number in 0..<changes.count {
            let url = folder.url("\(number).\(container.rawValue)")
            _ = try record(movie, url, container) { storage in
                storage.remaining = number
                storage.isLastWriteHalfDone = isHalfDone
            }
            let left = try validator(url, "after \(number) of \(changes.count) changes")
            #expect(left >= before, "after \(number) of \(changes.count) changes")
            before = left
        }
        #expect(before == 60)
    }

    /// Holds a file to be playable and repairable, and tells how many pictures it has.
    private func validator(_ url: URL, _ comment: Comment) throws -> Int {
        let validator = MovieFileValidator(url)
        guard let found = try? MovieRecovery.examine(url) else {
            // Before the first fragment there is nothing to save.
            #expect(throws: MediaEncodingError.self, comment) { try MovieRecovery.recover(url) }
            return 0
        }
        let shown = try validator.pictureCount()
        #expect(shown > 0 && found.playableDuration > 0, comment)
        let recovered = try MovieRecovery.recover(url)
        #expect(recovered.isComplete, comment)
        #expect(abs(recovered.playableDuration - found.playableDuration) < 0.1, comment)
        let boxes = try validator.boxes()
        #expect(boxes.orderOfMeaning == ["ftyp", "moov", "mdat"] && boxes.isWhole, comment)
        let frames = try validator.decodedFrames()
        #expect(frames.complaints == [], comment)
        // Players take a part of a fragment, too; what is recovered is whole.
        let left = frames.video?.times.count ?? 0
        #expect((shown - 12...shown).contains(left), comment)
        return left
    }

    /// A movie whose index does not fit into the space that is kept for it.
    private func recordLong(_ url: URL, _ prepare: (DyingStorage) -> Void) throws -> (DyingStorage, MovieFile.Layout?) {
        let storage = DyingStorage(try MovieFileStorage(creating: url.path))
        let pictures = try TestMedia.pictures(
            2,
            settings: VideoEncoderSettings(codec: .h264, width: 16, height: 16, quality: 0.1, keyFrameInterval: 1)
        )
        var settings = MovieFileSettings(url: url, container: .mp4, tracks: [MovieTrack(format: pictures.format)])
        settings.reservedIndexSpace = 0
        // The index tells it: more than the least that is kept for one.
        settings.metadata.others["comment"] = String(repeating: "Something to say. ", count: 2000)
        settings.fragmentInterval = CMTime(value: 60, timescale: 1)
        settings.syncInterval = CMTime(value: 1000, timescale: 1)
        let file = try MovieFile(settings, storage)
        for number in 0..<Self.longCount {
            var sample = pictures.samples[number % 2]
            sample.presentationTime = CMTime(value: Int64(number), timescale: 30)
            sample.decodeTime = sample.presentationTime
            try file.append(sample, track: 0)
        }
        try file.flush()
        file.waitForDisk()
        prepare(storage)
        return (storage, try? file.finish())
    }

    private static let longCount = 300

    @Test(
        "An index that needs more room than is kept for it: room is made, or it goes to the end, and a kill does no harm"
    )
    func grown() throws {
        for canMoveData in [true, false] {
            let folder = try TestFolder()
            let whole = folder.url("whole.mp4")
            var known = 0
            let (storage, layout) = try recordLong(whole) { storage in
                storage.canMoveData = canMoveData
                known = storage.changes.count
            }
            #expect(layout == (storage.changes.contains(.insert) && canMoveData ? .indexFirst : .indexLast))
            #expect(try MovieFileValidator(whole).flawlessReport().video.first?.frameCount == Self.longCount)
            for number in 0..<storage.changes.count - known {
                let url = folder.url("\(number).mp4")
                _ = try recordLong(url) { storage in
                    storage.canMoveData = canMoveData
                    storage.remaining = number
                }
                let comment: Comment = "after \(number) changes of finishing, inserting: \(canMoveData)"
                // The last sample is written when the movie is finished.
                let count = Self.longCount - (number == 0 ? 1 : 0)
                #expect(try MovieFileValidator(url).packets("v:0").count == count, comment)
                #expect(try MovieRecovery.recover(url).isComplete, comment)
                let report = try MovieFileValidator(url).report()
                #expect(report.warnings == [] && report.video.first?.frameCount == count, comment)
            }
        }
    }
}
