import CaptureDriver
import Testing
import ViewTree

@testable import PreviewServer

@Suite("The phone's settings")
struct PhoneEnvironmentTests {
    @Test("A phone that is turned has its sides exchanged, and the classes of a phone on its side")
    func turned() {
        var environment = PhoneEnvironment(model: .iphone, locale: .english)
        #expect(environment.value["width"] == 402 && environment.value["height"] == 874)
        #expect(environment.value["verticalSizeClass"] == "regular" && environment.value["safeTop"] == 62)
        environment.orientation = .landscapeRight
        #expect(environment.value["width"] == 874 && environment.value["height"] == 402)
        #expect(environment.value["verticalSizeClass"] == "compact" && environment.value["safeLeading"] == 62)
        #expect(environment.value["orientation"] == "landscapeRight")
        environment.orientation = .portraitUpsideDown
        #expect(environment.value["width"] == 402)
    }

    @Test("A tablet is regular however it is held", arguments: HostOrientation.allCases)
    func tablet(orientation: HostOrientation) {
        var environment = PhoneEnvironment(model: .ipad, locale: .german)
        environment.orientation = orientation
        #expect(environment.value["horizontalSizeClass"] == "regular")
        #expect(environment.value["verticalSizeClass"] == "regular")
        #expect(environment.value["locale"] == "de")
    }

    @Test("A change leaves alone what it does not name")
    func change() {
        var environment = PhoneEnvironment(model: .iphoneSE, locale: .english)
        environment.apply(.init(dynamicType: .accessibility3))
        environment.apply(.init(reduceMotion: true, locale: .german))
        #expect(environment.dynamicType == .accessibility3 && environment.reduceMotion)
        #expect(environment.locale == .german && environment.colorScheme == .dark)
    }
}
