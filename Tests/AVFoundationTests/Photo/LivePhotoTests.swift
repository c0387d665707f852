import AVFoundation
import CaptureDriver
import Foundation
import MovieValidators
import SimulatedDriver
import Testing

extension AVFoundationBehaviour {
    @Suite("Live Photos")
    struct LivePhotoTests {
        private static let story = [
            "willBegin", "willCapture", "didCapture", "photo", "recorded", "movie", "didFinish",
        ]

        /// The identifier in a file, and what says when the photo is shown.
        private func tags(of url: URL) throws -> [String: String] {
            try exifTool(try Data(contentsOf: url), "ee", "ContentIdentifier", "StillImageTime", "Make", "Artist")
        }

        @Test("S-149, S-164: a photo and a movie of three seconds around it, told of in the documented order")
        func livePhoto() throws {
            let stage = try LivePhotoStage(hasAudio: true)
            defer { stage.cleanUp() }
            let listener = stage.take()
            #expect(listener.words == ["willBegin", "willCapture", "didCapture", "photo"])
            #expect(listener.dimensions == [640, 480])
            #expect(stage.output.captureReadiness == .ready)
            stage.run(seconds: 2)
            #expect(listener.words == Self.story && listener.finalErrorCode == nil)
            #expect(abs(listener.duration - 3) < 0.05, "\(listener.duration)")
            #expect(abs(listener.displayTime - 1.5) < 0.001, "\(listener.displayTime)")
            let movie = try ValidatedMovie(stage.url())
            #expect(try movie.complaints == [])
            #expect(movie.size == [640, 480] && movie.videoCodec == "h264" && movie.audioCodec == "aac")
            #expect(abs(movie.duration - 3) < 0.05, "\(movie.report)")
            #expect(abs(movie.audioDuration - 3) < 0.1, "\(movie.report)")
            #expect(try movie.unevenness < 0.001)
            #expect(stage.files == ["movie.mov"])
        }

        @Test("S-164: photo and movie share an identifier of their own, and the movie tells the photo's moment")
        func pairing() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let artist = AVMutableMetadataItem()
            artist.identifier = .quickTimeMetadataArtist
            artist.value = "A. Photographer" as NSString
            var seen: Set<String> = []
            for name in ["a.mov", "b.mov"] {
                let listener = stage.take(name) { $0.livePhotoMovieMetadata = [artist] }
                stage.run(seconds: 2)
                let photo = try #require(listener.photo)
                let maker = photo.metadata[kCGImagePropertyMakerAppleDictionary as String] as? [String: Any]
                let identifier = try #require(maker?["17"] as? String)
                seen.insert(identifier)
                let file = try #require(photo.fileDataRepresentation())
                // Former versions of exiftool have another name for it.
                let note = try exifTool(file, "ContentIdentifier", "MediaGroupUUID")
                #expect((note["ContentIdentifier"] ?? note["MediaGroupUUID"]) == identifier, "\(note)")
                let movie = try tags(of: stage.url(name))
                #expect(movie["ContentIdentifier"] == identifier && movie["StillImageTime"] == "-1", "\(movie)")
                #expect(movie["Make"] == "Apple Inc." && movie["Artist"] == "A. Photographer", "\(movie)")
                let metadata = try ValidatedMovie(stage.url(name)).report.streams.first { $0.codecTag == "mebx" }
                #expect(abs((metadata?.startTime ?? 0) - listener.displayTime) < 0.001)
            }
            #expect(seen.count == 2 && seen.allSatisfy { UUID(uuidString: $0) != nil })
        }

        @Test("Movies lie as their photos do", arguments: [0, 90, 180, 270])
        func orientation(angle: Int) throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            stage.output.connection(with: .video)?.videoRotationAngle = CGFloat(angle)
            _ = stage.take()
            stage.run(seconds: 2)
            #expect(try ValidatedMovie(stage.url()).rotation == angle)
        }

        @Test("S-164: a second photo within three seconds has a movie of its own, which overlaps the first one's")
        func overlapping() throws {
            let stage = try LivePhotoStage(hasAudio: true)
            defer { stage.cleanUp() }
            let first = stage.take("1.mov")
            stage.run(seconds: 0.4)
            let second = stage.take("2.mov")
            #expect(first.words.last == "photo" && second.words.last == "photo")
            stage.run(seconds: 2)
            for (listener, name) in [(first, "1.mov"), (second, "2.mov")] {
                #expect(listener.words == Self.story)
                let movie = try ValidatedMovie(stage.url(name))
                #expect(try movie.complaints == [])
                #expect(abs(movie.duration - 3) < 0.05 && movie.streamCount == 3)
            }
        }

        @Test("A photo at once after the start has what there was before it, and all that comes after")
        func atOnce() throws {
            let stage = try LivePhotoStage(starts: false)
            defer { stage.cleanUp() }
            stage.session.startRunning()
            stage.run(seconds: 0.5)
            let listener = stage.take()
            stage.run(seconds: 2)
            #expect(listener.words == Self.story)
            #expect(
                abs(listener.displayTime - 0.45) < 0.1 && abs(listener.duration - listener.displayTime - 1.5) < 0.05
            )
            #expect(try abs(ValidatedMovie(stage.url()).duration - listener.duration) < 0.05)
        }

        @Test("A photo without a movie is as ever while Live Photos are enabled")
        func stillAlone() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let listener = stage.take { $0.livePhotoMovieFileURL = nil }
            #expect(listener.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            #expect(listener.dimensions == [0, 0])
            #expect(listener.photo?.metadata[kCGImagePropertyMakerAppleDictionary as String] == nil)
            #expect(stage.files == [])
        }

        @Test("Without a microphone there is no sound; one that is lost takes nothing from the picture")
        func lostMicrophone() throws {
            let stage = try LivePhotoStage(hasAudio: true)
            defer { stage.cleanUp() }
            let listener = stage.take()
            stage.session.inputs.dropFirst().forEach(stage.session.removeInput)
            stage.run(seconds: 2)
            #expect(listener.words == Self.story)
            #expect(abs(listener.duration - 3) < 0.05)
            _ = stage.take("silent.mov")
            stage.run(seconds: 2)
            let silent = try ValidatedMovie(stage.url("silent.mov"))
            #expect(silent.report.audio.isEmpty && silent.report.video.count == 1)
        }

        @Test("S-164: suspending trims the movies that are under way, and later ones show nothing from before its end")
        func suspension() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let trimmed = stage.take("trimmed.mov")
            stage.run(seconds: 0.4)
            stage.output.isLivePhotoCaptureSuspended = true
            stage.settle()
            #expect(trimmed.words == Self.story && abs(trimmed.duration - 2) < 0.15, "\(trimmed.duration)")
            #expect(try ValidatedMovie(stage.url("trimmed.mov")).complaints == [])
            stage.run(seconds: 1)
            stage.output.isLivePhotoCaptureSuspended = false
            stage.run(seconds: 0.5)
            let later = stage.take("later.mov")
            stage.run(seconds: 2)
            #expect(later.words == Self.story && abs(later.displayTime - 0.5) < 0.1, "\(later.displayTime)")
        }

        @Test("Ten Live Photos in a row are all there, and leave nothing behind")
        func tenInARow() throws {
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            let listeners = (0..<10).map { number in
                let listener = stage.take("\(number).mov")
                stage.run(seconds: 0.2)
                return listener
            }
            stage.run(seconds: 2)
            for listener in listeners { #expect(listener.words == Self.story && abs(listener.duration - 3) < 0.05) }
            #expect(stage.files == (0..<10).map { "\($0).mov" })
        }
    }
}
