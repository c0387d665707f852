import ArgumentParser
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

    @Test("A question for permission is the system's, with the app's purpose, in the phone's language")
    func questions() {
        let app = AppInfo(
            name: "Pinhole",
            texts: ["NSCameraUsageDescription": "It shows.", "NSMicrophoneUsageDescription": "It hears."],
            translations: ["de": ["NSCameraUsageDescription": "Sie zeigt."]]
        )
        var environment = PhoneEnvironment(model: .iphone, app: app, locale: .english)
        #expect(
            environment.value["cameraQuestion"] == [
                "title": "“Pinhole” Would Like to Access the Camera", "purpose": "It shows.",
                "granted": "Allow", "denied": "Don’t Allow",
            ]
        )
        environment.locale = .german
        let camera = environment.value["cameraQuestion"]
        #expect(camera["title"] == "„Pinhole“ möchte auf die Kamera zugreifen" && camera["purpose"] == "Sie zeigt.")
        #expect(camera["granted"] == "Erlauben" && camera["denied"] == "Nicht erlauben")
        let microphone = environment.value["microphoneQuestion"]
        #expect(microphone["title"] == "„Pinhole“ möchte auf das Mikrofon zugreifen")
        #expect(microphone["purpose"] == "It hears.", "what is not translated is as the property list has it")
    }
}

@Suite("How the program is started")
struct LaunchTests {
    @Test("Words after one hyphen are the app's own, as Xcode's launch arguments are")
    func arguments() throws {
        let arguments = LaunchArguments([
            "--port", "0", "-recognizer", "http://127.0.0.1:9", "--device", "ipad", "-v", "-AppleLanguages", "(de)",
        ])
        #expect(arguments.preview == ["--port", "0", "--device", "ipad", "-v"])
        #expect(arguments.defaults == ["recognizer": "http://127.0.0.1:9", "AppleLanguages": "(de)"])
        let options = try LaunchOptions.parse(arguments.preview)
        #expect(options.device == .ipad && options.port == 0 && options.verbose)
    }

    @Test(
        "Options that make no sense are refused",
        arguments: [
            ("--port", "70000", "7000"), ("--device", "watch", "ipad"), ("--language", "fr", "de"),
            ("--permission", "maybe", "denied"),
        ]
    )
    func refused(option: String, senseless: String, sensible: String) throws {
        #expect(throws: (any Error).self) { try LaunchOptions.parse([option, senseless]) }
        _ = try LaunchOptions.parse([option, sensible])
    }
}
