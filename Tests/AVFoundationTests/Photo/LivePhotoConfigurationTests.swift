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
            let stage = Stage()
            let output = AVCapturePhotoOutput()
            let seen = Mutex<[[AVVideoCodecType]]>([])
            let observation = output.observe(\.availableLivePhotoVideoCodecTypes, options: [.new]) { _, change in
                if let value = change.newValue { seen.withLock { $0.append(value) } }
            }
            defer { observation.invalidate() }
            #expect(!output.isLivePhotoCaptureSupported && output.availableLivePhotoVideoCodecTypes == [])
            #expect(!output.isLivePhotoAutoTrimmingEnabled)
            try stage.addInput()
            stage.session.addOutput(output)
            #expect(!output.isLivePhotoCaptureSupported)
            stage.session.sessionPreset = .photo
            #expect(output.isLivePhotoCaptureSupported && output.availableLivePhotoVideoCodecTypes == [.h264])
            #expect(!output.isLivePhotoCaptureEnabled && output.isLivePhotoAutoTrimmingEnabled)
            output.isLivePhotoCaptureEnabled = true
            let movie = AVCaptureMovieFileOutput()
            stage.session.addOutput(movie)
            #expect(!output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            stage.session.removeOutput(movie)
            // It is not switched on again by itself.
            #expect(output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            output.isLivePhotoCaptureEnabled = true
            stage.session.sessionPreset = .high
            #expect(!output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            #expect(seen.withLock { $0 } == [[.h264], [], [.h264], []])
        }

        @Test("A microphone is connected to the photo output while Live Photos are enabled, whenever it comes")
        func microphone() throws {
            let stage = try LivePhotoStage(hasAudio: true, enables: false, starts: false)
            defer { stage.cleanUp() }
            let output = stage.output
            #expect(output.connections.count == 1 && output.connection(with: .audio) == nil)
            output.isLivePhotoCaptureEnabled = true
            #expect(output.connections.count == 2 && output.connection(with: .audio)?.isActive == true)
            output.isLivePhotoCaptureEnabled = false
            #expect(output.connection(with: .audio) == nil)
            output.isLivePhotoCaptureEnabled = true
            let microphone = try #require(stage.session.inputs.last)
            stage.session.removeInput(microphone)
            #expect(output.connection(with: .audio) == nil && output.isLivePhotoCaptureEnabled)
            stage.session.addInput(microphone)
            #expect(output.connection(with: .audio) != nil)
            stage.session.sessionPreset = .high
            #expect(output.connection(with: .audio) == nil && output.connection(with: .video) != nil)
        }

        @Test("S-164: suspension needs a running session, and ends with it unless preserved", arguments: [false, true])
        func suspension(isPreserved: Bool) throws {
            let stage = try LivePhotoStage(starts: false)
            defer { stage.cleanUp() }
            #expect(!stage.output.preservesLivePhotoCaptureSuspendedOnSessionStop)
            stage.output.preservesLivePhotoCaptureSuspendedOnSessionStop = isPreserved
            stage.output.isLivePhotoCaptureSuspended = true
            #expect(!stage.output.isLivePhotoCaptureSuspended)
            stage.session.startRunning()
            stage.output.isLivePhotoCaptureSuspended = true
            #expect(stage.output.isLivePhotoCaptureSuspended)
            stage.session.stopRunning()
            stage.settle()
            #expect(stage.output.isLivePhotoCaptureSuspended == isPreserved)
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
            let stage = try LivePhotoStage()
            defer { stage.cleanUp() }
            #expect(stage.output.isLivePhotoAutoTrimmingEnabled)
            stage.output.isLivePhotoAutoTrimmingEnabled = false
            #expect(!stage.output.isLivePhotoAutoTrimmingEnabled)
            stage.run(seconds: 2)
            let listener = stage.take()
            stage.run(seconds: 2)
            #expect(abs(listener.duration - 3) < 0.05)
        }
    }
}
