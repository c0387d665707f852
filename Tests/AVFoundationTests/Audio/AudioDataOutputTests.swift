import AVFoundation
import CaptureDriver
import FoundationExtras
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Audio data output")
    struct AudioDataOutputTests {
        private func running() throws -> (AudioFixture, AudioRecorder, AVCaptureAudioDataOutput) {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            let recorder = AudioRecorder()
            let output = fixture.addOutput(recorder)
            fixture.session.startRunning()
            return (fixture, recorder, output)
        }

        @Test("S-128: a delegate without a queue stops the program")
        func delegateWithoutQueue() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureAudioDataOutput().setSampleBufferDelegate(AudioRecorder(), queue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setSampleBufferDelegate:queue:")
        }

        @Test("S-128: delegate and queue can be read back, and taken away; the delegate is not kept alive")
        func delegateProperties() {
            let output = AVCaptureAudioDataOutput()
            var recorder: AudioRecorder? = AudioRecorder()
            output.setSampleBufferDelegate(recorder, queue: recorder?.queue)
            #expect(output.sampleBufferDelegate === recorder && output.sampleBufferCallbackQueue === recorder?.queue)
            recorder = nil
            #expect(output.sampleBufferDelegate == nil)
            output.setSampleBufferDelegate(nil, queue: nil)
            #expect(output.sampleBufferCallbackQueue == nil)
        }

        @Test(
            "S-128: packets come whole, in order and on the delegate's queue, with the microphone's times and samples"
        )
        func packets() throws {
            let (fixture, recorder, output) = try running()
            for packet in 0..<50 {
                fixture.microphone.deliver(480) { frame, channel in
                    Double(packet * 10 + channel) / 32_768 + Double(frame % 2) / 4
                }
            }
            recorder.settle()
            #expect(recorder.count == 50)
            let connection = try #require(output.connection(with: .audio))
            #expect(Set(recorder.connections) == [ObjectIdentifier(connection)])
            for (index, buffer) in recorder.buffers.enumerated() {
                #expect(CMSampleBufferGetNumSamples(buffer) == 480 && CMSampleBufferDataIsReady(buffer))
                let time = CMTime(value: 48_000_000 + Int64(index) * 480, timescale: 48_000)
                #expect(CMSampleBufferGetPresentationTimeStamp(buffer) == time)
                #expect(CMSampleBufferGetDuration(buffer) == CMTime(value: 480, timescale: 48_000))
                #expect(CMSampleBufferGetTotalSampleSize(buffer) == 480 * 4)
                try buffer.withAudioBufferList { list, _ in
                    #expect(list.count == 1 && list[0].mNumberChannels == 2 && list[0].mDataByteSize == 1_920)
                    let samples = list[0].mData?.assumingMemoryBound(to: Int16.self)
                    #expect(samples?[0] == Int16(index * 10) && samples?[1] == Int16(index * 10 + 1))
                    #expect(samples?[2] == Int16(index * 10 + 8_192))
                }
            }
        }

        @Test("S-139: what comes while the queue is blocked waits for a second and is then dropped, silently")
        func blockedQueue() throws {
            let (fixture, recorder, _) = try running()
            recorder.queue.suspend()
            for _ in 0..<300 { fixture.microphone.deliver(480) }
            recorder.queue.resume()
            recorder.settle()
            recorder.settle()
            #expect(recorder.count == 100)
            fixture.microphone.deliver(480)
            recorder.settle()
            let times = recorder.buffers.map { CMSampleBufferGetPresentationTimeStamp($0) }
            try #require(times.count == 101)
            #expect(zip(times, times.dropFirst()).prefix(99).allSatisfy { CMTimeSubtract($1, $0).value == 480 })
            #expect(CMTimeGetSeconds(CMTimeSubtract(times[100], times[99])) > 2)
        }

        @Test("S-3: after a stop nothing comes any more")
        func stop() throws {
            let (fixture, recorder, _) = try running()
            recorder.queue.suspend()
            fixture.microphone.deliver()
            fixture.session.stopRunning()
            fixture.microphone.deliver()
            recorder.queue.resume()
            recorder.settle()
            #expect(recorder.count == 0)
        }

        @Test("A packet is one allocation of a buffer over the driver's own memory")
        func noCopies() throws {
            let (fixture, recorder, _) = try running()
            fixture.microphone.deliver()
            recorder.settle()
            let buffer = try #require(recorder.buffers.first)
            #expect(CMSampleBufferGetDataBuffer(buffer) === fixture.microphone.lastData)
        }

        @Test("R-REC-1: settings for writers follow the kind of file and the microphone")
        func recommendedSettings() throws {
            let (fixture, _, output) = try running()
            defer { fixture.session.stopRunning() }
            let movie = try #require(output.recommendedAudioSettingsForAssetWriter(writingTo: .mov))
            #expect(movie[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
            #expect(movie[AVSampleRateKey] as? Double == 48_000 && movie[AVNumberOfChannelsKey] as? Int == 2)
            #expect(movie[AVEncoderBitRateKey] as? Int == 128_000)
            let wave = try #require(output.recommendedAudioSettingsForAssetWriter(writingTo: .wav))
            #expect(wave[AVFormatIDKey] as? AudioFormatID == kAudioFormatLinearPCM)
            #expect(wave[AVLinearPCMIsBigEndianKey] as? Bool == false)
            #expect(output.recommendedAudioSettingsForAssetWriter(writingTo: .jpg) == nil)
            let idle = AVCaptureAudioDataOutput().recommendedAudioSettingsForAssetWriter(writingTo: .mp4)
            #expect(idle?[AVSampleRateKey] as? Double == 44_100)
        }

        @Test("Spatial sound is honestly refused")
        func spatialSound() async {
            #expect(AVCaptureAudioDataOutput().spatialAudioChannelLayoutTag == kAudioChannelLayoutTag_Unknown)
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                AVCaptureAudioDataOutput().spatialAudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo
            }
            expectMessage(result, "NSInvalidArgumentException", "setSpatialAudioChannelLayoutTag:")
        }

        @Test("Stereo is captured where the microphone has two channels, and nothing else is offered")
        func stereo() throws {
            let mono = CaptureAudioFormat(sampleRate: 48_000, channels: 1, sampleFormat: .int16)
            let fixture = AudioFixture(ScriptedMicrophone(formats: [mono, ScriptedMicrophone.standard]))
            let input = try fixture.addMicrophone()
            fixture.addOutput(AudioRecorder())
            #expect(input.multichannelAudioMode == .none && input.isMultichannelAudioModeSupported(.stereo))
            #expect(!input.isMultichannelAudioModeSupported(.firstOrderAmbisonics))
            fixture.session.startRunning()
            input.multichannelAudioMode = .stereo
            #expect(fixture.microphone.requests.map(\.format.channels) == [1, 2] && fixture.microphone.isStreaming)
        }
    }

    @Suite("Power levels")
    struct PowerLevelTests {
        @Test("S-126: levels are polled, in decibels of full scale, channel by channel")
        func levels() throws {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            let recorder = AudioRecorder()
            let connection = try #require(fixture.addOutput(recorder).connection(with: .audio))
            #expect(connection.audioChannels.count == 2)
            fixture.session.startRunning()
            let channels = connection.audioChannels
            #expect(channels.map(\.averagePowerLevel) == [-160, -160])
            for _ in 0..<100 {
                fixture.microphone.deliver(480) { frame, channel in channel == 0 ? sin(Double(frame) * .pi / 24) / 2 : 0
                }
            }
            #expect(abs(channels[0].averagePowerLevel - -9.03) < 0.1)
            #expect(abs(channels[0].peakHoldLevel - -6.02) < 0.1)
            #expect(channels[1].averagePowerLevel == -160 && channels[1].peakHoldLevel == -160)
            fixture.session.stopRunning()
            #expect(channels[0].averagePowerLevel == -160)
        }

        @Test("S-126: the first question is answered from the packet before it")
        func firstQuestion() throws {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            let connection = try #require(fixture.addOutput(AudioRecorder()).connection(with: .audio))
            fixture.session.startRunning()
            fixture.microphone.deliver(480) { _, _ in 0.5 }
            #expect(abs(connection.audioChannels[0].averagePowerLevel - -6.02) < 0.1)
        }

        @Test("S-126: a connection of video has no audio channels")
        func video() throws {
            let fixture = AudioFixture()
            try fixture.addCamera()
            let output = AVCaptureVideoDataOutput()
            fixture.session.addOutput(output)
            #expect(output.connection(with: .video)?.audioChannels.isEmpty == true)
        }
    }
}
