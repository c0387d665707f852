/// A question of the system's for permission, as iOS words it: its own title, and below it why the app asks.
public struct PermissionQuestion: Sendable, Equatable {
    /// What an app asks permission for.
    public enum Subject: String, CaseIterable, Sendable {
        case camera, microphone, addingPhotos

        /// The key of the app's information property list that says why.
        public var purposeKey: String {
            switch self {
            case .camera: "NSCameraUsageDescription"
            case .microphone: "NSMicrophoneUsageDescription"
            case .addingPhotos: "NSPhotoLibraryAddUsageDescription"
            }
        }

        fileprivate func title(of app: String, isGerman: Bool) -> String {
            switch (self, isGerman) {
            case (.camera, false): "“\(app)” Would Like to Access the Camera"
            case (.microphone, false): "“\(app)” Would Like to Access the Microphone"
            case (.addingPhotos, false): "“\(app)” Would Like to Add to your Photos"
            case (.camera, true): "„\(app)“ möchte auf die Kamera zugreifen"
            case (.microphone, true): "„\(app)“ möchte auf das Mikrofon zugreifen"
            case (.addingPhotos, true): "„\(app)“ möchte zu deinen Fotos hinzufügen"
            }
        }
    }

    public let title: String
    /// The app's own words.
    public let purpose: String
    public let allow: String
    public let refuse: String

    /// - Parameters:
    ///   - subject: what is asked for.
    ///   - app: who asks.
    ///   - language: an identifier such as `de` or `de_AT`; in others than German the system asks in English.
    public init(_ subject: Subject, app: AppInfo, language: String) {
        title = subject.title(of: app.name, isGerman: language.hasPrefix("de"))
        purpose = app.text(subject.purposeKey, in: language) ?? ""
        allow = SystemMessage.allow.text(in: language)
        refuse = SystemMessage.dontAllow.text(in: language)
    }
}

/// What an app's information property list says of it.
public struct AppInfo: Sendable, Equatable {
    /// The name under the app's icon.
    public var name: String
    /// Texts by their keys, in the language that the property list is written in.
    public var texts: [String: String]
    /// Texts in other languages: by a language's code, such as `de`, then by their keys.
    public var translations: [String: [String: String]]

    public init(
        name: String = "App",
        texts: [String: String] = [:],
        translations: [String: [String: String]] = [:]
    ) {
        (self.name, self.texts, self.translations) = (name, texts, translations)
    }

    /// A text in a language, or as the property list has it; nil where there is none.
    public func text(_ key: String, in language: String) -> String? {
        let code = String(language.prefix { $0.isLetter })
        return translations[code]?[key] ?? texts[key]
    }
}
