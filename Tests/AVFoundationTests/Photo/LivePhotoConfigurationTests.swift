import AVFoundation
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Configuration of Live Photos")
    struct LivePhotoConfigurationTests {
        @Test("S-164: Live Photos are there in the photo preset, but not beside a movie file output; observers hear")
        func support() throws {
            let fixture = Fixture()
            let output = AVCapturePhotoOutput()
            let seen = Mutex<[[AVVideoCodecType]]>([])
            let observation = output.observe(\.availableLivePhotoVideoCodecTypes, options: [.new]) { _, change in
                if let value = change.newValue { seen.withLock { $0.append(value) } }
            }
            defer { observation.invalidate() }
            #expect(!output.isLivePhotoCaptureSupported && output.availableLivePhotoVideoCodecTypes == [])
            #expect(!output.isLivePhotoAutoTrimmingEnabled)
            try fixture.addInput()
            fixture.session.addOutput(output)
            #expect(!output.isLivePhotoCaptureSupported)
            fixture.session.sessionPreset = .photo
            #expect(output.isLivePhotoCaptureSupported && output.availableLivePhotoVideoCodecTypes == [.h264])
            #expect(!output.isLivePhotoCaptureEnabled && output.isLivePhotoAutoTrimmingEnabled)
            output.isLivePhotoCaptureEnabled = true
            let movie = AVCaptureMovieFileOutput()
            fixture.session.addOutput(movie)
            #expect(!output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            fixture.session.removeOutput(movie)
            // It is not switched on again by itself.
            #expect(output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            output.isLivePhotoCaptureEnabled = true
            fixture.session.sessionPreset = .high
            #expect(!output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            #expect(seen.withLock { $0 } == [[.h264], [], [.h264], []])
        }

        @Test("A microphone is connected to the photo output while Live Photos are enabled, whenever it comes")
        func microphone() throws {
            let fixture = try LivePhotoFixture(hasAudio: true, enables: false, starts: false)
            defer { fixture.cleanUp() }
            let output = fixture.output
            #expect(output.connections.count == 1 && output.connection(with: .audio) == nil)
            output.isLivePhotoCaptureEnabled = true
            #expect(output.connections.count == 2 && output.connection(with: .audio)?.isActive == true)
            output.isLivePhotoCaptureEnabled = false
            #expect(output.connection(with: .audio) == nil)
            output.isLivePhotoCaptureEnabled = true
            let microphone = try #require(fixture.session.inputs.last)
            fixture.session.removeInput(microphone)
            #expect(output.connection(with: .audio) == nil && output.isLivePhotoCaptureEnabled)
            fixture.session.addInput(microphone)
            #expect(output.connection(with: .audio) != nil)
            fixture.session.sessionPreset = .high
            #expect(output.connection(with: .audio) == nil && output.connection(with: .video) != nil)
        }

        @Test("S-164: suspension needs a running session, and ends with it unless preserved", arguments: [false, true])
        func suspension(isPreserved: Bool) throws {
            let fixture = try LivePhotoFixture(starts: false)
            defer { fixture.cleanUp() }
            #expect(!fixture.output.preservesLivePhotoCaptureSuspendedOnSessionStop)
            fixture.output.preservesLivePhotoCaptureSuspendedOnSessionStop = isPreserved
            fixture.output.isLivePhotoCaptureSuspended = true
            #expect(!fixture.output.isLivePhotoCaptureSuspended)
            fixture.session.startRunning()
            fixture.output.isLivePhotoCaptureSuspended = true
            #expect(fixture.output.isLivePhotoCaptureSuspended)
            fixture.session.stopRunning()
            fixture.settle()
            #expect(fixture.output.isLivePhotoCaptureSuspended == isPreserved)
        }

        @Test("Settings have Apple's defaults, keep copies of metadata, and copy everything with themselves")
        func settings() throws {
            let settings = AVCapturePhotoSettings()
            #expect(settings.livePhotoMovieFileURL == nil && settings.livePhotoVideoCodecType == .h264)
            #expect(settings.livePhotoMovieMetadata.isEmpty)
            let item = AVMutableMetadataItem()
            item.identifier = .quickTimeMetadataArtist
            item.value = "one" as NSString
            settings.livePhotoMovieMetadata = [item]
            settings.livePhotoMovieFileURL = URL(fileURLWithPath: "/tmp/a.mov")
            item.value = "two" as NSString
            let copy = AVCapturePhotoSettings(from: settings)
            #expect(copy.livePhotoMovieMetadata.first?.stringValue == "one")
            #expect(copy.livePhotoMovieFileURL == settings.livePhotoMovieFileURL)
            settings.livePhotoMovieMetadata = nil
            #expect(settings.livePhotoMovieMetadata.isEmpty)
        }

        @Test("Changing the trimming while the session runs is taken note of")
        func trimming() throws {
            let fixture = try LivePhotoFixture()
            defer { fixture.cleanUp() }
            #expect(fixture.output.isLivePhotoAutoTrimmingEnabled)
            fixture.output.isLivePhotoAutoTrimmingEnabled = false
            #expect(!fixture.output.isLivePhotoAutoTrimmingEnabled)
            fixture.run(seconds: 2)
            let listener = fixture.take()
            fixture.run(seconds: 2)
            #expect(abs(listener.duration - 3) < 0.05)
        }
    }
}
