import ArgumentParser
import CaptureDriver
import ViewTree

/// What the user has set on the phone, and how it is held: what an app reads from its environment.
struct PhoneEnvironment: Equatable, Sendable {
    enum ColorScheme: String, Codable, CaseIterable, Sendable {
        case dark
        case light
    }

    /// Sizes of text, by the names of `DynamicTypeSize`.
    enum DynamicType: String, Codable, CaseIterable, Sendable {
        case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
        case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
    }

    enum Language: String, Codable, CaseIterable, Sendable {
        case english = "en"
        case german = "de"
    }

    /// Settings that change; the others stay as they are.
    struct Change: Codable, Equatable, Sendable {
        var colorScheme: ColorScheme?
        var dynamicType: DynamicType?
        var reduceMotion: Bool?
        var reduceTransparency: Bool?
        var locale: Language?
    }

    let model: PreviewPhoneModel
    /// The app that asks for permission.
    let app: AppInfo
    var colorScheme = ColorScheme.dark
    var dynamicType = DynamicType.large
    var reduceMotion = false
    var reduceTransparency = false
    var locale: Language
    var orientation = HostOrientation.portrait

    init(model: PreviewPhoneModel, app: AppInfo = AppInfo(), locale: Language) {
        self.model = model
        self.app = app
        self.locale = locale
    }

    mutating func apply(_ change: Change) {
        colorScheme = change.colorScheme ?? colorScheme
        dynamicType = change.dynamicType ?? dynamicType
        reduceMotion = change.reduceMotion ?? reduceMotion
        reduceTransparency = change.reduceTransparency ?? reduceTransparency
        locale = change.locale ?? locale
    }

    /// All of it, for the app and for pages.
    var value: EventValue {
        let screen = model.screen(held: orientation)
        return [
            "colorScheme": .string(colorScheme.rawValue),
            "dynamicType": .string(dynamicType.rawValue),
            "reduceMotion": .bool(reduceMotion),
            "reduceTransparency": .bool(reduceTransparency),
            "locale": .string(locale.rawValue),
            "horizontalSizeClass": .string(screen.horizontalSizeClass.rawValue),
            "verticalSizeClass": .string(screen.verticalSizeClass.rawValue),
            "width": .number(screen.width),
            "height": .number(screen.height),
            "safeTop": .number(screen.safeTop),
            "safeBottom": .number(screen.safeBottom),
            "safeLeading": .number(screen.safeLeading),
            "safeTrailing": .number(screen.safeTrailing),
            "orientation": .string(orientation.name),
            "device": .string(model.rawValue),
            "cameraQuestion": question(.camera),
            "microphoneQuestion": question(.microphone),
        ]
    }

    /// The page asks for the devices of the simulated phone; the app's modules ask for the rest.
    private func question(_ subject: PermissionQuestion.Subject) -> EventValue {
        let question = PermissionQuestion(subject, app: app, language: locale.rawValue)
        return [
            "title": .string(question.title), "purpose": .string(question.purpose),
            "granted": .string(question.allow), "denied": .string(question.refuse),
        ]
    }
}

extension HostOrientation {
    fileprivate var name: String {
        switch self {
        case .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeLeft: "landscapeLeft"
        case .landscapeRight: "landscapeRight"
        }
    }
}

/// The phones that can be shown: sizes of screens, in points. The simulated cameras are the same on each.
enum PreviewPhoneModel: String, ExpressibleByArgument, CaseIterable, Codable, Sendable {
    case iphone
    case iphoneSE = "iphone-se"
    case ipad

    /// A screen as it is held.
    struct Screen: Equatable, Sendable {
        var width: Double
        var height: Double
        var safeTop: Double
        var safeBottom: Double
        var safeLeading: Double
        var safeTrailing: Double
        var horizontalSizeClass: SizeClass
        var verticalSizeClass: SizeClass
    }

    enum SizeClass: String, Sendable {
        case compact
        case regular
    }

    /// The screen of a phone that is held like that. As on iOS, an app on a phone does not turn upside down, one on a tablet does.
    func screen(held orientation: HostOrientation?) -> Screen {
        switch orientation {
        case nil, .portrait, .portraitUpsideDown: portrait
        case .landscapeLeft, .landscapeRight: landscape
        }
    }

    private var portrait: Screen {
        switch self {
        case .iphone: .init(402, 874, top: 62, bottom: 34, sides: 0, .compact, .regular)
        case .iphoneSE: .init(375, 667, top: 20, bottom: 0, sides: 0, .compact, .regular)
        case .ipad: .init(820, 1180, top: 24, bottom: 20, sides: 0, .regular, .regular)
        }
    }

    private var landscape: Screen {
        switch self {
        case .iphone: .init(874, 402, top: 0, bottom: 21, sides: 62, .compact, .compact)
        case .iphoneSE: .init(667, 375, top: 0, bottom: 0, sides: 0, .compact, .compact)
        case .ipad: .init(1180, 820, top: 24, bottom: 20, sides: 0, .regular, .regular)
        }
    }

    /// What the modules of Apple's names know of the phone from the start.
    func settings(language: String) -> PhoneSettings {
        let screen = screen(held: .portrait)
        return PhoneSettings(
            width: screen.width,
            height: screen.height,
            safeArea: .init(top: screen.safeTop, bottom: screen.safeBottom),
            language: language,
            isPad: self == .ipad
        )
    }
}

extension PreviewPhoneModel.Screen {
    fileprivate init(
        _ width: Double,
        _ height: Double,
        top: Double,
        bottom: Double,
        sides: Double,
        _ horizontal: PreviewPhoneModel.SizeClass,
        _ vertical: PreviewPhoneModel.SizeClass
    ) {
        self.init(
            width: width,
            height: height,
            safeTop: top,
            safeBottom: bottom,
            safeLeading: sides,
            safeTrailing: sides,
            horizontalSizeClass: horizontal,
            verticalSizeClass: vertical
        )
    }
}
