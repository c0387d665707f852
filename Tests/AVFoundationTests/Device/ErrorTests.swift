import CaptureDriver
import Foundation
import Testing

@testable import AVFoundation

@Suite("AVError")
struct ErrorTests {
    @Test("S-86: an AVError is caught as AVError, NSError and by code")
    func catching() {
        func fail() throws { throw AVError(.deviceNotConnected) }
        do { try fail() } catch let error as AVError {
            #expect(error.code == .deviceNotConnected)
            #expect(error.errorCode == -11814)
        } catch { Issue.record("not an AVError") }
        do { try fail() } catch AVError.deviceNotConnected {} catch { Issue.record("not caught by code") }
        do { try fail() } catch {
            #expect((error as NSError).domain == AVFoundationErrorDomain)
            #expect((error as NSError).code == -11814)
        }
    }

    @Test("S-86: an NSError of the domain, also in a userInfo dictionary, is an AVError, and no other is")
    func bridging() {
        let info: [AnyHashable: Any] = [
            "ours": NSError(domain: AVFoundationErrorDomain, code: -11872),
            "other": NSError(domain: "Other", code: -11872),
            "value": AVError(.mediaServicesWereReset),
        ]
        #expect((info["ours"] as? AVError)?.code == .sessionHardwareCostOverage)
        #expect(info["other"] as? AVError == nil)
        #expect((info["value"] as? NSError)?.code == -11819)
        #expect((info["value"] as? AVError)?.code == .mediaServicesWereReset)
    }

    @Test(
        "S-87, S-95: errors have words for people",
        arguments: [
            (AVError.Code.sessionNotRunning, "Cannot Record", "Try recording again."),
            (.deviceNotConnected, "Cannot Record", "Try recording again."),
            (.mediaServicesWereReset, "Cannot Complete Action", "Try again later."),
        ]
    )
    func words(code: AVError.Code, description: String, suggestion: String) {
        let error = AVError(code)
        #expect(error.localizedDescription == description)
        #expect((error as NSError).localizedRecoverySuggestion == suggestion)
    }

    @Test(
        "A driver's error keeps its advice and itself as underlying error",
        arguments: CaptureDriverError.Kind.allCases
    )
    func driverErrors(kind: CaptureDriverError.Kind) throws {
        let cause = CaptureDriverError(
            kind: kind,
            operation: "VIDIOC_S_FMT",
            nativeCode: 16,
            device: "/dev/video0",
            advice: "Quit the other program."
        )
        let error = AVError(cause) as NSError
        #expect(error.localizedRecoverySuggestion == "Quit the other program.")
        #expect(error.userInfo[NSUnderlyingErrorKey] as? CaptureDriverError == cause)
        #expect(error.domain == AVFoundationErrorDomain)
    }

    @Test("S-180: details of userInfo are typed")
    func details() {
        let error = AVError(.maximumDurationReached, userInfo: [AVErrorRecordingSuccessfullyFinishedKey: true])
        #expect(error.recordingSuccessfullyFinished == true)
        #expect(error.device == nil)
        #expect(AVError(.diskFull, userInfo: [AVErrorMediaTypeKey: AVMediaType.video]).mediaType == .video)
    }
}
