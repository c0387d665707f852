import CaptureDriver
import SimulatedDriver
import Synchronization
import Testing

@testable import AVFoundation

extension AVFoundationBehaviour {
    /// Two outputs of one camera, whose frames have the same times, and sound beside pictures. Two cameras: see the tests of
    /// sessions with several cameras.
    @Suite("Data output synchronizer")
    struct SynchronizerTests {
        private struct Setup {
            let fixture = Fixture()
            let outputs: [AVCaptureVideoDataOutput]
            let synchronizer: AVCaptureDataOutputSynchronizer
            let recorder: PairRecorder

            init() throws {
                try fixture.addInput()
                outputs = [AVCaptureVideoDataOutput(), AVCaptureVideoDataOutput()]
                outputs.forEach(fixture.session.addOutput)
                synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: outputs)
                recorder = PairRecorder(outputs)
                synchronizer.setDelegate(recorder, queue: recorder.queue)
            }
        }

        @Test("S-144: no outputs, one twice, or one that delivers no data stop the program")
        func refusals() async {
            let empty = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = AVCaptureDataOutputSynchronizer(dataOutputs: [])
            }
            expectMessage(empty, "NSInvalidArgumentException", "initWithDataOutputs:", "at least one")
            let twice = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let output = AVCaptureVideoDataOutput()
                _ = AVCaptureDataOutputSynchronizer(dataOutputs: [output, output])
            }
            expectMessage(twice, "NSInvalidArgumentException", "twice")
            let photo = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = AVCaptureDataOutputSynchronizer(dataOutputs: [AVCaptureVideoDataOutput(), AVCapturePhotoOutput()])
            }
            expectMessage(photo, "NSInvalidArgumentException", "Unsupported AVCaptureOutput in dataOutputs")
        }

        @Test("S-128: a delegate without a queue stops the program")
        func delegateWithoutQueue() async {
            let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [AVCaptureVideoDataOutput()])
                synchronizer.setDelegate(PairRecorder([]), queue: nil)
            }
            expectMessage(result, "NSInvalidArgumentException", "setDelegate:queue:")
        }

        @Test("S-128: delegate and queue can be read back, are not kept alive, and can be taken away")
        func delegateProperties() {
            let output = AVCaptureVideoDataOutput()
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            #expect(synchronizer.dataOutputs.count == 1 && synchronizer.dataOutputs.first === output)
            var recorder: PairRecorder? = PairRecorder([output])
            synchronizer.setDelegate(recorder, queue: recorder?.queue)
            #expect(synchronizer.delegate === recorder && synchronizer.delegateCallbackQueue === recorder?.queue)
            recorder = nil
            #expect(synchronizer.delegate == nil)
            synchronizer.setDelegate(nil, queue: nil)
            #expect(synchronizer.delegateCallbackQueue == nil)
        }

        @Test("S-144, S-146: frames of the same time come in one call, with the times of the session's clock")
        func together() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 1, pairs: setup.recorder)
            #expect(setup.recorder.calls.count >= 29)
            #expect(setup.recorder.members.allSatisfy { $0 == [0, 1] })
            #expect(setup.recorder.calls.allSatisfy { $0[0].time == $0[1].time && $0[0].hasData && $0[1].hasData })
            let times = setup.recorder.parts(0).map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { CMTimeCompare($0, $1) < 0 })
            let clock = try #require(setup.fixture.session.synchronizationClock)
            let last = try #require(times.last)
            #expect(CMTimeGetSeconds(CMTimeSubtract(CMClockGetTime(clock), last)) < 0.05)
        }

        @Test("S-145: the outputs' own delegates are silent, until the synchronizer is no more")
        func overridesDelegates() throws {
            let fixture = Fixture()
            let frames = FrameRecorder()
            try fixture.addInput()
            let output = fixture.addVideoOutput(frames)
            var synchronizer: AVCaptureDataOutputSynchronizer? = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            let recorder = PairRecorder([output])
            synchronizer?.setDelegate(recorder, queue: recorder.queue)
            fixture.session.startRunning()
            fixture.run(seconds: 0.5, pairs: recorder)
            frames.settle()
            #expect(frames.frames.isEmpty)
            #expect(recorder.calls.count >= 14)
            synchronizer = nil
            let count = recorder.calls.count
            fixture.run(seconds: 0.5, recorder: frames)
            #expect(synchronizer == nil && recorder.calls.count == count)
            #expect(frames.frames.count >= 14)
        }

        @Test("S-145: of two synchronizers of an output the later one has its data, even when the former goes")
        func replacement() throws {
            let fixture = Fixture()
            try fixture.addInput()
            let output = AVCaptureVideoDataOutput()
            fixture.session.addOutput(output)
            let recorders = [PairRecorder([output]), PairRecorder([output])]
            var former: AVCaptureDataOutputSynchronizer? = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            former?.setDelegate(recorders[0], queue: recorders[0].queue)
            fixture.session.startRunning()
            fixture.run(seconds: 0.2, pairs: recorders[0])
            let before = recorders[0].calls.count
            let later = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            later.setDelegate(recorders[1], queue: recorders[1].queue)
            fixture.run(seconds: 0.2, pairs: recorders[1])
            former = nil
            fixture.run(seconds: 0.2, pairs: recorders[1])
            #expect(former == nil && before > 0 && recorders[0].calls.count == before)
            #expect(recorders[1].calls.count >= 11)
            withExtendedLifetime(later) {}
        }

        @Test("S-144: a connection that is disabled holds nobody up; enabled again it takes part")
        func disabled() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.3, pairs: setup.recorder)
            let connection = try #require(setup.outputs[1].connection(with: .video))
            connection.isEnabled = false
            let before = setup.recorder.calls.count
            setup.fixture.run(seconds: 0.1, pairs: setup.recorder)
            #expect(setup.recorder.calls.count >= before + 2)
            #expect(setup.recorder.members.dropFirst(before).allSatisfy { $0 == [0] })
            connection.isEnabled = true
            setup.fixture.run(seconds: 0.3, pairs: setup.recorder)
            #expect(setup.recorder.members.last == [0, 1])
        }

        @Test("S-144: an output that is removed while the session runs holds nobody up")
        func removed() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            setup.fixture.session.removeOutput(setup.outputs[1])
            let before = setup.recorder.calls.count
            setup.fixture.run(seconds: 0.1, pairs: setup.recorder)
            #expect(setup.recorder.calls.count >= before + 2)
        }

        @Test("S-5, S-144: an output that is removed in a batch of changes holds nobody up after it")
        func removedInBatch() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            setup.fixture.session.beginConfiguration()
            setup.fixture.session.removeOutput(setup.outputs[1])
            // Until the batch is committed its frames flow on.
            setup.fixture.run(seconds: 0.1, pairs: setup.recorder)
            setup.fixture.session.commitConfiguration()
            let before = setup.recorder.calls.count
            setup.fixture.run(seconds: 0.1, pairs: setup.recorder)
            let members = setup.recorder.members.dropFirst(before)
            #expect(members.count >= 2 && members.allSatisfy { $0 == [0] }, "\(members)")
        }

        @Test("What waits of an output that is removed is forgotten, not told of as dropped")
        func removedWhileDataWait() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.recorder.queue.suspend()
            setup.fixture.clock.advance(bySeconds: 0.034)
            setup.fixture.session.removeOutput(setup.outputs[1])
            setup.recorder.queue.resume()
            setup.recorder.settle()
            #expect(setup.recorder.members == [[0]], "\(setup.recorder.calls)")
            let isDropped = setup.recorder.parts(0).contains { $0.reason != .none }
            #expect(!isDropped, "\(setup.recorder.calls)")
        }

        @Test("Of a session that is no more nothing comes, not even news of drops")
        func sessionGone() throws {
            let fixture = Fixture()
            var session: AVCaptureSession? = AVCaptureSession()
            weak let watched = session
            session?.addInput(try AVCaptureDeviceInput(device: fixture.camera))
            let output = AVCaptureVideoDataOutput()
            session?.addOutput(output)
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [output])
            let recorder = PairRecorder([output])
            synchronizer.setDelegate(recorder, queue: recorder.queue)
            session?.startRunning()
            fixture.run(seconds: 0.1, pairs: recorder)
            let before = recorder.calls.count
            recorder.queue.suspend()
            fixture.clock.advance(bySeconds: 0.034)
            session?.settle()
            session = nil
            recorder.queue.resume()
            fixture.run(seconds: 0.1, pairs: recorder)
            #expect(watched == nil && before > 0 && recorder.calls.count == before, "\(recorder.calls)")
            withExtendedLifetime(synchronizer) {}
        }

        @Test("S-145: an output that gets another synchronizer holds nobody up in the former one")
        func shared() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            let later = AVCaptureDataOutputSynchronizer(dataOutputs: [setup.outputs[1]])
            let before = setup.recorder.calls.count
            setup.fixture.run(seconds: 0.1, pairs: setup.recorder)
            let members = setup.recorder.members.dropFirst(before)
            #expect(members.count >= 2 && members.allSatisfy { $0 == [0] }, "\(members)")
            withExtendedLifetime(later) {}
        }

        @Test("What waits for a delegate goes to the one that takes its place, and to nobody after it was taken away")
        func delegateReplaced() throws {
            let setup = try Setup()
            let other = PairRecorder(setup.outputs)
            setup.fixture.session.startRunning()
            setup.recorder.queue.suspend()
            setup.fixture.clock.advance(bySeconds: 0.034)
            setup.synchronizer.setDelegate(other, queue: other.queue)
            setup.recorder.queue.resume()
            setup.recorder.settle()
            for _ in 0..<100_000 where other.calls.isEmpty { other.settle() }
            #expect(setup.recorder.calls.isEmpty && other.members == [[0, 1]], "\(other.calls)")
            other.queue.suspend()
            setup.fixture.clock.advance(bySeconds: 0.034)
            setup.synchronizer.setDelegate(nil, queue: other.queue)
            setup.synchronizer.setDelegate(setup.recorder, queue: setup.recorder.queue)
            other.queue.resume()
            other.settle()
            setup.recorder.settle()
            #expect(setup.recorder.calls.isEmpty && other.calls.count == 1, "\(setup.recorder.calls) \(other.calls)")
        }

        @Test("A delegate that is gone costs the camera no buffers")
        func delegateGone() throws {
            let setup = try Setup()
            var absent: PairRecorder? = PairRecorder(setup.outputs)
            let queue = try #require(absent?.queue)
            setup.synchronizer.setDelegate(absent, queue: queue)
            absent = nil
            setup.fixture.session.startRunning()
            for _ in 0..<30 {
                setup.fixture.clock.advance(bySeconds: 0.034)
                queue.sync {}
            }
            setup.synchronizer.setDelegate(setup.recorder, queue: setup.recorder.queue)
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            let lost = setup.recorder.calls.joined().filter { $0.reason != .none }
            #expect(setup.recorder.calls.count >= 5 && lost.isEmpty, "\(setup.recorder.calls)")
        }

        @Test(
            "S-145, S-132: what the delegate is too slow for comes as dropped, with the reason, if the output discards it"
        )
        func late() throws {
            let setup = try Setup()
            setup.outputs[1].alwaysDiscardsLateVideoFrames = false
            let clock = setup.fixture.clock
            // Nobody else moves the clock while the delegate does, for six frames' time.
            let hasReturned = DispatchSemaphore(value: 0)
            setup.recorder.onNextCall {
                _ = hasReturned.wait(timeout: .now() + 600)
                clock.advance(bySeconds: 0.2)
            }
            setup.fixture.session.startRunning()
            clock.advance(bySeconds: 0.034)
            hasReturned.signal()
            for _ in 0..<100_000 where setup.recorder.calls.count < 7 { setup.recorder.settle() }
            let reasons = setup.recorder.calls.map { $0.map(\.reason) }
            let none = AVCaptureOutput.DataDroppedReason.none
            #expect(reasons.count == 7 && reasons.first == [none, none] && reasons.last == [none, none])
            #expect(reasons.dropFirst().dropLast().allSatisfy { $0 == [.lateData, none] })
            let late = try #require(setup.recorder.calls.dropFirst().first)
            #expect(!late[0].hasData && late[1].hasData)
        }

        @Test("S-132: frames that the camera loses come as dropped, each in its place")
        func lostFrames() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            setup.fixture.phone.apply(.bufferError(count: 2))
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            let dropped = setup.recorder.calls.filter { $0.contains { $0.reason == .discontinuity } }
            #expect(dropped.count == 2)
            #expect(dropped.allSatisfy { $0.map(\.output) == [0, 1] && $0.allSatisfy { !$0.hasData } })
        }

        @Test("S-131: a client that keeps all collections starves the camera, and is told so")
        func starved() throws {
            let setup = try Setup()
            setup.recorder.keepCollections()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 1, pairs: setup.recorder)
            #expect(setup.recorder.parts(0).contains { $0.reason == .outOfBuffers })
        }

        @Test("Nothing of before a stop comes after it, and a start goes on")
        func stop() throws {
            let setup = try Setup()
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            setup.fixture.session.stopRunning()
            setup.recorder.settle()
            let before = setup.recorder.calls.count
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            #expect(setup.recorder.calls.count == before)
            setup.fixture.session.startRunning()
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            #expect(setup.recorder.members.last == [0, 1])
            setup.synchronizer.setDelegate(nil, queue: nil)
            let later = setup.recorder.calls.count
            setup.fixture.run(seconds: 0.2, pairs: setup.recorder)
            #expect(setup.recorder.calls.count == later)
        }

        @Test(
            "S-144, S-146: sound beside pictures: a packet with each frame, the others alone, none lost, none dropped"
        )
        func sound() throws {
            let fixture = AudioFixture()
            try fixture.addMicrophone()
            try fixture.addCamera()
            let (video, audio) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
            let outputs: [AVCaptureOutput] = [video, audio]
            outputs.forEach(fixture.session.addOutput)
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: outputs)
            let recorder = PairRecorder(outputs)
            synchronizer.setDelegate(recorder, queue: recorder.queue)
            fixture.session.startRunning()
            for _ in 0..<100 {
                fixture.clock.advance(bySeconds: 0.01)
                fixture.microphone.deliver(480) { _, _ in 0 }
                recorder.settle()
            }
            let packets = recorder.parts(1)
            #expect(packets.count >= 90)
            #expect(packets.allSatisfy { $0.reason == .none && $0.hasData })
            let gaps = zip(packets, packets.dropFirst()).map { CMTimeGetSeconds(CMTimeSubtract($1.time, $0.time)) }
            #expect(gaps.allSatisfy { abs($0 - 0.01) < 1e-6 })
            let both = recorder.calls.filter { $0.count == 2 }
            #expect(both.count >= 25)
            for call in both where abs(CMTimeGetSeconds(CMTimeSubtract(call[0].time, call[1].time))) > 0.0051 {
                Issue.record("\(call) are too far apart")
            }
            withExtendedLifetime(synchronizer) {}
        }

        @Test("S-147: a collection is a sequence, counts its members, and is asked by output")
        func collection() throws {
            let outputs = (0..<6).map { _ in AVCaptureVideoDataOutput() }
            var data = FewData()
            let made = outputs.dropLast().map { AVCaptureSynchronizedData(output: $0, timestamp: .zero) }
            made.forEach { data.append($0) }
            let collection = AVCaptureSynchronizedDataCollection(data)
            #expect(collection.count == 5)
            #expect(zip(collection, made).allSatisfy { $0 === $1 })
            #expect(Array(collection).count == 5)
            for (output, datum) in zip(outputs, made) {
                #expect(collection[output] === datum && collection.synchronizedData(for: output) === datum)
            }
            #expect(collection[try #require(outputs.last)] == nil)
        }
    }
}
