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
            let fixture = try LivePhotoFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let listener = fixture.take()
            #expect(listener.words == ["willBegin", "willCapture", "didCapture", "photo"])
            #expect(listener.dimensions == [640, 480])
            #expect(fixture.output.captureReadiness == .ready)
            fixture.run(seconds: 2)
            #expect(listener.words == Self.story && listener.finalErrorCode == nil)
            #expect(abs(listener.duration - 3) < 0.05, "\(listener.duration)")
            #expect(abs(listener.displayTime - 1.5) < 0.001, "\(listener.displayTime)")
            let movie = try ValidatedMovie(fixture.url())
            #expect(try movie.complaints == [])
            #expect(movie.size == [640, 480] && movie.videoCodec == "h264" && movie.audioCodec == "aac")
            #expect(abs(movie.duration - 3) < 0.05, "\(movie.report)")
            #expect(abs(movie.audioDuration - 3) < 0.1, "\(movie.report)")
            #expect(try movie.unevenness < 0.001)
            #expect(fixture.files == ["movie.mov"])
        }

        @Test("S-164: photo and movie share an identifier of their own, and the movie tells the photo's moment")
        func pairing() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let artist = AVMutableMetadataItem()
            artist.identifier = .quickTimeMetadataArtist
            artist.value = "A. Photographer" as NSString
            var seen: Set<String> = []
            for name in ["a.mov", "b.mov"] {
                let listener = fixture.take(name) { $0.livePhotoMovieMetadata = [artist] }
                fixture.run(seconds: 2)
                let photo = try #require(listener.photo)
                let maker = photo.metadata[kCGImagePropertyMakerAppleDictionary as String] as? [String: Any]
                let identifier = try #require(maker?["17"] as? String)
                seen.insert(identifier)
                let file = try #require(photo.fileDataRepresentation())
                // Former versions of exiftool have another name for it.
                let note = try exifTool(file, "ContentIdentifier", "MediaGroupUUID")
                #expect((note["ContentIdentifier"] ?? note["MediaGroupUUID"]) == identifier, "\(note)")
                let movie = try tags(of: fixture.url(name))
                #expect(movie["ContentIdentifier"] == identifier && movie["StillImageTime"] == "-1", "\(movie)")
                #expect(movie["Make"] == "Apple Inc." && movie["Artist"] == "A. Photographer", "\(movie)")
                let metadata = try ValidatedMovie(fixture.url(name)).report.streams.first { $0.codecTag == "mebx" }
                #expect(abs((metadata?.startTime ?? 0) - listener.displayTime) < 0.001)
            }
            #expect(seen.count == 2 && seen.allSatisfy { UUID(uuidString: $0) != nil })
        }

        @Test("Movies lie as their photos do", arguments: [0, 90, 180, 270])
        func orientation(angle: Int) throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            fixture.output.connection(with: .video)?.videoRotationAngle = CGFloat(angle)
            _ = fixture.take()
            fixture.run(seconds: 2)
            #expect(try ValidatedMovie(fixture.url()).rotation == angle)
        }

        @Test("S-164: a second photo within three seconds has a movie of its own, which overlaps the first one's")
        func overlapping() throws {
            let fixture = try LivePhotoFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let first = fixture.take("1.mov")
            fixture.run(seconds: 0.4)
            let second = fixture.take("2.mov")
            #expect(first.words.last == "photo" && second.words.last == "photo")
            fixture.run(seconds: 2)
            for (listener, name) in [(first, "1.mov"), (second, "2.mov")] {
                #expect(listener.words == Self.story)
                let movie = try ValidatedMovie(fixture.url(name))
                #expect(try movie.complaints == [])
                #expect(abs(movie.duration - 3) < 0.05 && movie.streamCount == 3)
            }
        }

        @Test("A photo at once after the start has what there was before it, and all that comes after")
        func atOnce() throws {
            let fixture = try LivePhotoFixture(starts: false)
            defer { fixture.cleanUp() }
            fixture.session.startRunning()
            fixture.run(seconds: 0.5)
            let listener = fixture.take()
            fixture.run(seconds: 2)
            #expect(listener.words == Self.story)
            #expect(
                abs(listener.displayTime - 0.45) < 0.1 && abs(listener.duration - listener.displayTime - 1.5) < 0.05
            )
            #expect(try abs(ValidatedMovie(fixture.url()).duration - listener.duration) < 0.05)
        }

        @Test("A photo without a movie is as ever while Live Photos are enabled")
        func stillAlone() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let listener = fixture.take { $0.livePhotoMovieFileURL = nil }
            #expect(listener.words == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            #expect(listener.dimensions == [0, 0])
            #expect(listener.photo?.metadata[kCGImagePropertyMakerAppleDictionary as String] == nil)
            #expect(fixture.files == [])
        }

        @Test("Without a microphone there is no sound; one that is lost takes nothing from the picture")
        func lostMicrophone() throws {
            let fixture = try LivePhotoFixture(hasAudio: true)
            defer { fixture.cleanUp() }
            let listener = fixture.take()
            fixture.session.inputs.dropFirst().forEach(fixture.session.removeInput)
            fixture.run(seconds: 2)
            #expect(listener.words == Self.story)
            #expect(abs(listener.duration - 3) < 0.05)
            _ = fixture.take("silent.mov")
            fixture.run(seconds: 2)
            let silent = try ValidatedMovie(fixture.url("silent.mov"))
            #expect(silent.report.audio.isEmpty && silent.report.video.count == 1)
        }

        @Test("S-164: suspending trims the movies that are under way, and later ones show nothing from before its end")
        func suspension() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let trimmed = fixture.take("trimmed.mov")
            fixture.run(seconds: 0.4)
            fixture.output.isLivePhotoCaptureSuspended = true
            fixture.settle()
            #expect(trimmed.words == Self.story && abs(trimmed.duration - 2) < 0.15, "\(trimmed.duration)")
            #expect(try ValidatedMovie(fixture.url("trimmed.mov")).complaints == [])
            fixture.run(seconds: 1)
            fixture.output.isLivePhotoCaptureSuspended = false
            fixture.run(seconds: 0.5)
            let later = fixture.take("later.mov")
            fixture.run(seconds: 2)
            #expect(later.words == Self.story && abs(later.displayTime - 0.5) < 0.1, "\(later.displayTime)")
        }

        @Test("Ten Live Photos in a row are all there, and leave nothing behind")
        func tenInARow() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            let listeners = (0..<10).map { number in
                let listener = fixture.take("\(number).mov")
                fixture.run(seconds: 0.2)
                return listener
            }
            fixture.run(seconds: 2)
            for listener in listeners { #expect(listener.words == Self.story && abs(listener.duration - 3) < 0.05) }
            #expect(fixture.files == (0..<10).map { "\($0).mov" })
        }
    }
}
