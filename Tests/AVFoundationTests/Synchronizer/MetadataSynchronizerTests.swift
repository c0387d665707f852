import AVFoundation
import BarcodeScene
import CaptureDriver
import Foundation
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Synchronized metadata")
    struct MetadataSynchronizerTests {
        /// Remembers which calls came with which codes.
        private final class CallRecorder: NSObject, AVCaptureDataOutputSynchronizerDelegate, Sendable {
            struct Call: Sendable {
                var frame: CMTime?
                var objects: CMTime?
                var texts: [String]
            }

            let queue = DispatchQueue(label: "test.calls")
            private let state = Mutex<[Call]>([])
            var calls: [Call] { state.withLock { $0 } }

            func dataOutputSynchronizer(
                _ synchronizer: AVCaptureDataOutputSynchronizer,
                didOutput collection: AVCaptureSynchronizedDataCollection
            ) {
                let frame = collection.synchronizedData(for: synchronizer.dataOutputs[0])
                let data = collection[synchronizer.dataOutputs[1]] as? AVCaptureSynchronizedMetadataObjectData
                let texts = (data?.metadataObjects ?? []).compactMap {
                    ($0 as? AVMetadataMachineReadableCodeObject)?.stringValue
                }
                let call = Call(frame: frame?.timestamp, objects: data?.timestamp, texts: texts)
                state.withLock { $0.append(call) }
            }
        }

        @Test("S-144, S-145: codes come with the frame that they were seen in, and frames without come all the same")
        func codes() throws {
            let fixture = try MetadataFixture([.qr("Hello")])
            let frames = AVCaptureVideoDataOutput()
            frames.alwaysDiscardsLateVideoFrames = false
            fixture.session.addOutput(frames)
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [frames, fixture.output])
            let recorder = CallRecorder()
            synchronizer.setDelegate(recorder, queue: recorder.queue)
            fixture.session.startRunning()
            for _ in 0..<50 {
                fixture.run(seconds: 0.02)
                recorder.queue.waitForSources()
            }
            let calls = recorder.calls
            #expect(calls.count >= 28 && calls.allSatisfy { $0.frame != nil })
            let seen = calls.filter { $0.objects != nil }
            #expect(seen.count > 1 && seen.count < calls.count)
            #expect(seen.allSatisfy { $0.frame == $0.objects && $0.texts == ["Hello"] })
            #expect(fixture.recorder.calls.isEmpty)
            fixture.session.stopRunning()
        }
    }
}
