import CameraLifecycle
import CaptureDriver
import SimulatedDriver
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("The camera in words")
struct MessagesTests {
    static let statuses: [CameraStatus] =
        [
            .off, .inBackground, .askingForPermission, .denied, .restricted, .noCamera, .starting(showsProgress: true),
            .live, .interrupted(nil), .recovering(attempt: 1), .failed(.cameraSystemError),
        ] + CameraInterruption.allCases.map { .interrupted($0) }

    @Test("R-LIFE-9, R-PREV-4: every status, and every reason of an interruption, has words of its own")
    func different() {
        let messages = Self.statuses.map(\.userMessage)
        #expect(Set(messages.map(\.title)).count == messages.count)
        #expect(messages.allSatisfy { !$0.title.isEmpty && !$0.title.hasSuffix(".") })
        // Only where there is nothing to do, nothing is advised.
        for status in Self.statuses where status != .live { #expect(status.userMessage.advice.hasSuffix(".")) }
    }

    @Test("R-LIFE-11: a start says nothing before it takes long")
    func quietStart() {
        #expect(CameraStatus.starting(showsProgress: false).userMessage == CameraMessage(title: ""))
    }

    @Test("R-LIFE-6: a failed camera names the way out")
    func wayOut() {
        #expect(CameraStatus.failed(.cameraSystemError).userMessage.advice.contains("Restart Camera"))
    }

    @Test("R-LIFE-8: attempts are counted, from the second one on")
    func attempts() {
        #expect(!CameraStatus.recovering(attempt: 1).userMessage.advice.contains("1"))
        #expect(CameraStatus.recovering(attempt: 2).userMessage.advice.contains("2"))
    }

    @Test(
        "R-LIFE-1: the advice is what can be done with what the camera belongs to: a phone has no groups and no plugs"
    )
    func hosts() {
        #expect(CameraStatus.denied.userMessage(on: .computer).advice.contains("group \"video\""))
        #expect(CameraStatus.denied.userMessage(on: .phone).advice.contains("Settings"))
        #expect(AudioState.notAllowed.userMessage(on: .computer).advice.contains("group \"audio\""))
        #expect(AudioState.notAllowed.userMessage(on: .phone).advice.contains("Settings"))
        let onPhone =
            Self.statuses.map { $0.userMessage(on: .phone) } + [AudioState.notAllowed.userMessage(on: .phone)]
            + [
                MultiCamObstacle.notResponding, .tooExpensive(cost: 1.5), .cameraLost(name: "Front Camera"), .inUse,
                .noOtherCamera,
            ].map { $0.userMessage(on: .phone) }
            + [PhotoFailure.cameraLost, .notLive].map { $0.userMessage(on: .phone) }
            + [RecordingEnd.cameraLost, .diskFull].map { $0.userMessage(on: .phone) }
            + [RecordingFailure.notConfigured, .folderNotWritable, .nothingRecorded(.cameraLost)].map {
                $0.userMessage(on: .phone)
            } + [AudioState.noMicrophone, .lost].map { $0.userMessage(on: .phone) }
        for message in onPhone {
            for foreign in ["sudo", "group", "unplug", "Plug", "port", "program"] {
                #expect(!message.advice.contains(foreign) && !message.title.contains(foreign), "\(message)")
            }
        }
        #expect(PhotoFailure.cameraLost.userMessage(on: .computer).title.contains("unplugged"))
        #expect(RecordingEnd.cameraLost.userMessage(on: .computer).title.contains("unplugged"))
    }

    @Test("A simulated phone is a phone, a simulated webcam a computer's", arguments: SimulatedPhone.Profile.allCases)
    func simulatedHosts(profile: SimulatedPhone.Profile) {
        let kind = SimulatedPhone(profile: profile).system.conditions.hostKind
        #expect(kind == ([.iphone, .iphoneSE, .ipad].contains(profile) ? .phone : .computer))
    }

    @Test("Each error of a control says what to do")
    func controls() {
        let errors: [CameraControlError] =
            [
                .noCamera, .zoomOutOfRange(9, 1...4), .exposureBiasOutOfRange(9, -8...8), .pointOutside, .torchTooHot,
                .refused(code: -11800, reason: "No."),
            ] + CameraControlError.Control.allCases.map { .unsupported($0) }
        #expect(Set(errors.map(\.userMessage.title)).count == errors.count)
        #expect(errors.allSatisfy { $0.userMessage.advice.hasSuffix(".") })
        #expect(CameraControlError.zoomOutOfRange(9, 1...4).userMessage.advice == "Choose a factor from 1 to 4.")
        #expect(CameraControlError.refused(code: -11800, reason: "No.").userMessage.advice.contains("-11800"))
    }

    @Test("R-PREV-5: buttons for zoom factors show what people know, whatever the lens")
    func marks() {
        let plain = CameraZoom(factor: 1, range: 1...10)
        #expect(plain.marks.map(\.label) == ["1", "2", "4", "8"])
        #expect(plain.marks.map(\.factor) == [1, 2, 4, 8])
        let triple = CameraZoom(factor: 2, range: 1...20, displayMultiplier: 0.5)
        #expect(triple.marks.map(\.label) == ["0.5", "1", "2", "4", "8"])
        #expect(triple.marks.map(\.factor) == [1, 2, 4, 8, 16])
    }
}
