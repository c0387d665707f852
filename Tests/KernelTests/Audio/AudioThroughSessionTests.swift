import AVFoundation
import CaptureDriver
import Foundation
import MovieValidators
import Testing

@testable import ALSADriver

extension KernelTests {
    @Suite("The kernel's sound cards, through AVCaptureSession")
    struct AudioThroughSession {
        /// The other end of the input that is the default one, card 0 and device 0, which ALSA shares in a format of its choice.
        private static let defaultOutput = "plughw:CARD=Loopback,DEV=1"

        /// A tone at half of full scale.
        private static func tone() throws -> WaveFile {
            try WaveFile("tone", pieces: 30_000, frames: 48) { sin(Double($0) * 2 * .pi / 48) / 2 }
        }

        @Test("S-126, S-128: a real card's sound comes through a session without a hole, with its level")
        func capture() throws {
            let tone = try Self.tone()
            defer { tone.remove() }
            let run = try AudioRun(LoopbackCard.input)
            let player = try AudioProgram(playing: tone.path, to: LoopbackCard.output)
            defer { player.end() }
            run.session.startRunning()
            #expect(run.session.isRunning && run.connection.isActive)
            #expect(run.connection.audioChannels.count == 2)
            let channels = run.connection.audioChannels
            #expect(AudioRun.wait { channels.allSatisfy { abs($0.averagePowerLevel + 9.03) < 0.2 } })
            #expect(run.connection.audioChannels.allSatisfy { abs($0.peakHoldLevel + 6.02) < 0.1 })
            #expect(AudioRun.wait { run.sound.seconds > 2 })
            #expect(run.sound.rates == [48_000] && run.sound.largestHole <= CaptureAudioPacket.largestCorrection * 1.01)
            #expect(run.sound.end <= AudioRun.system.clock.now.seconds && run.errors.codes.isEmpty)
        }

        @Test("The default microphone is ALSA's default input, and its sound comes through a session")
        func defaultInput() throws {
            let tone = try Self.tone()
            defer { tone.remove() }
            let run = try AudioRun()
            #expect(run.input.device.uniqueID == "default")
            let player = try AudioProgram(playing: tone.path, to: Self.defaultOutput)
            defer { player.end() }
            run.session.startRunning()
            #expect(run.session.isRunning)
            let channels = run.connection.audioChannels
            #expect(AudioRun.wait { channels.contains { abs($0.averagePowerLevel + 9.03) < 0.2 } })
            #expect(AudioRun.wait { run.sound.seconds > 1 } && run.errors.codes.isEmpty)
            #expect(run.sound.largestHole <= CaptureAudioPacket.largestCorrection * 1.01)
        }

        @Test("S-86: a microphone that another program has makes the start fail, and can be started when it is free")
        func busy() throws {
            let other = try AudioProgram()
            defer { other.end() }
            let run = try AudioRun(LoopbackCard.input)
            run.session.startRunning()
            #expect(!run.session.isRunning && run.errors.codes == [.deviceInUseByAnotherApplication])
            #expect(run.errors.devices == [run.input.device])
            other.end()
            run.session.startRunning()
            #expect(run.session.isRunning && AudioRun.wait { run.sound.seconds > 0.2 })
        }

        @Test("S-210: another preferred rate is what a running microphone goes on with")
        func rate() throws {
            let run = try AudioRun(LoopbackCard.input)
            run.session.startRunning()
            #expect(AudioRun.wait { run.sound.seconds > 0.2 })
            let audio = AVAudioSession.sharedInstance()
            try audio.setPreferredSampleRate(44_100)
            defer { try? audio.setPreferredSampleRate(0) }
            #expect(AudioRun.wait { run.sound.rates == [48_000, 44_100] })
            #expect(AudioRun.wait { run.sound.seconds > 1 })
            let format = run.input.ports.first?.formatDescription?.audioStreamBasicDescription
            #expect(format?.mSampleRate == 44_100 && run.session.isRunning)
            #expect(run.sound.largestHole <= CaptureAudioPacket.largestCorrection * 1.01)
        }

        @Test("S-51, R-REC-6: a card that is pulled out ends a session of sound; put in again it is another device")
        func unplug() throws {
            let run = try AudioRun(LoopbackCard.input)
            run.session.startRunning()
            let route = RouteReasons()
            #expect(AudioRun.wait { run.sound.seconds > 0.2 })
            try LoopbackCard.bind(false)
            #expect(AudioRun.wait { !run.session.isRunning && !run.input.device.isConnected })
            #expect(AudioRun.wait { run.errors.codes == [.deviceWasDisconnected] })
            #expect(run.errors.devices == [run.input.device])
            #expect(AudioRun.wait { route.all.contains(.oldDeviceUnavailable) })
            try LoopbackCard.bind(true)
            #expect(AudioRun.wait { AVCaptureDevice(uniqueID: LoopbackCard.input) != nil })
            #expect(AudioRun.wait { route.all.contains(.newDeviceAvailable) })
            let again = try AudioRun(LoopbackCard.input)
            #expect(again.input.device !== run.input.device)
            again.session.startRunning()
            #expect(again.session.isRunning && AudioRun.wait { again.sound.seconds > 0.2 })
        }

        @Test("R-REC-6: a card that is pulled out takes only the sound of a session with a camera")
        func unplugBesideCamera() throws {
            let run = try AudioRun(LoopbackCard.input)
            try run.addCamera()
            let pictures = ReceivedFrames()
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(pictures, queue: pictures.queue)
            run.session.addOutput(output)
            run.session.startRunning()
            #expect(AudioRun.wait { run.sound.seconds > 0.2 && pictures.count > 2 })
            try LoopbackCard.bind(false)
            #expect(AudioRun.wait { !run.connection.isActive && !run.input.device.isConnected })
            let before = pictures.count
            #expect(AudioRun.wait { pictures.count > before + 5 })
            #expect(run.session.isRunning && run.errors.codes.isEmpty)
            try LoopbackCard.bind(true)
            #expect(AudioRun.wait { AVCaptureDevice(uniqueID: LoopbackCard.input) != nil })
        }

        @Test("R-REC-1: a movie of real picture and sound in step, though the program stood still for a second")
        func movie() throws {
            // A soft tone tells sound from the silence in place of what was lost; clicks tell its time.
            let song = try WaveFile("song", pieces: 100, frames: 24_000) { frame in
                frame < 48 ? 0.7 : sin(Double(frame) * 2 * .pi / 96) / 20
            }
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("loop.mov")
            defer {
                song.remove()
                try? FileManager.default.removeItem(at: url)
            }
            let run = try AudioRun(LoopbackCard.input)
            try run.addCamera()
            let (output, recorder) = (AVCaptureMovieFileOutput(), MovieSignal())
            run.session.addOutput(output)
            let player = try AudioProgram(playing: song.path, to: LoopbackCard.output)
            defer { player.end() }
            run.session.startRunning()
            #expect(run.session.isRunning && AudioRun.wait { run.sound.seconds > 0.5 })
            output.startRecording(to: url, recordingDelegate: recorder)
            #expect(AudioRun.wait { output.recordedDuration.seconds > 1.5 })
            try Self.standStill()
            #expect(AudioRun.wait { output.recordedDuration.seconds > 5 })
            output.stopRecording()
            #expect(AudioRun.wait { recorder.isFinished } && recorder.error == nil)
            try validator(MovieFileValidator(url))
        }

        private func validator(_ movie: MovieFileValidator) throws {
            let report = try movie.report()
            #expect(report.warnings.isEmpty, "\(report.warnings)")
            let (video, audio) = (try #require(report.video.first), try #require(report.audio.first))
            #expect(video.codec == "h264" && video.width == 320 && audio.codec == "aac" && audio.sampleRate == 48_000)
            let (pictures, sounds) = (try #require(video.duration), try #require(audio.duration))
            // A machine that is too slow loses pictures at the end.
            #expect(min(pictures, sounds) > 3, "\(pictures) s of picture, \(sounds) s of sound")
            let sound = try movie.sound()
            #expect(sound.gaps.isEmpty, "\(sound.gaps)")
            #expect(sound.longestSilence > 0.4, "\(sound.longestSilence) s are silent")
            let clicks = sound.clicks()
            #expect(clicks.count >= 4, "\(clicks)")
            for (click, next) in zip(clicks, clicks.dropFirst()) {
                let spacing = (next - click) / 0.5
                #expect(abs(spacing - spacing.rounded()) < 0.04, "\(clicks)")
            }
        }

        /// Stops this program for a second, as a terminal's ctrl-Z does: longer than the card's buffer lasts.
        private static func standStill() throws {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            let own = ProcessInfo.processInfo.processIdentifier
            shell.arguments = ["-c", "kill -STOP \(own); sleep 1; kill -CONT \(own)"]
            try shell.run()
            shell.waitUntilExit()
        }
    }
}

extension MovieAudio {
    /// How long it is all but silent at most, in seconds.
    fileprivate var longestSilence: Double {
        var (longest, current) = (0, 0)
        for sample in samples {
            current = abs(Int(sample)) < 200 ? current + 1 : 0
            longest = max(longest, current)
        }
        return Double(longest) / sampleRate
    }
}
