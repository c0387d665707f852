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
