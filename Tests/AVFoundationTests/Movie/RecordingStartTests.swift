import AVFoundation
import CaptureDriver
import Foundation
import FoundationExtras
import SimulatedDriver
import Synchronization
import Testing

extension AVFoundationBehaviour {
    @Suite("Recordings that are started while the session starts or stops")
    struct RecordingStartTests {
        /// A session that answers whether it runs as a test wants, as one does that starts or stops between two questions.
        private final class WaveringSession: AVCaptureSession, @unchecked Sendable {
            // @unchecked: the answers lie in a mutex.
            private let answers = Mutex<[Bool]>([])

            override var isRunning: Bool {
                let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                return answer ?? super.isRunning
            }

            func answer(_ next: Bool...) {
                answers.withLock { $0 = next }
            }
        }

        @Test(
            "S-177, S-183: a recording is refused or belongs to its output, whatever the session does meanwhile",
            arguments: [true, false]
        )
        func wavering(isRunningFirst: Bool) throws {
            let fixture = Fixture()
            let session = WaveringSession()
            let (output, recorder) = (AVCaptureMovieFileOutput(), MovieRecorder())
            session.addInput(try AVCaptureDeviceInput(device: fixture.camera))
            session.addOutput(output)
            session.startRunning()
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: url) }
            session.answer(isRunningFirst, !isRunningFirst)
            output.startRecording(to: url, recordingDelegate: recorder)
            session.answer()
            #expect(output.isRecording == isRunningFirst)
            session.stopRunning()
            fixture.phone.system.unsettled.wait()
            #expect(!output.isRecording)
            #expect(recorder.words.last == "finish" && recorder.words.filter { $0 == "finish" }.count == 1)
        }

        @Test("Key-value changes of a recording form a chain in order with those of its session")
        func observed() throws {
            let fixture = Fixture()
            let (output, recorder) = (AVCaptureMovieFileOutput(), MovieRecorder())
            try fixture.addInput()
            fixture.session.addOutput(output)
            let told = Recorded<String>()
            let observations = [
                fixture.session.observe(\.isRunning, options: [.new]) { session, change in
                    told.append("running \(change.newValue ?? false)")
                },
                output.observe(\.isRecording, options: [.old, .new]) { output, change in
                    told.append("recording \(change.oldValue ?? false) \(change.newValue ?? false)")
                },
            ]
            fixture.session.startRunning()
            let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: url) }
            output.startRecording(to: url, recordingDelegate: recorder)
            fixture.session.stopRunning()
            fixture.phone.system.unsettled.wait()
            #expect(
                told.values == ["running true", "recording false true", "running false", "recording true false"]
            )
            observations.forEach { $0.invalidate() }
        }
    }
}
