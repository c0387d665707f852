import Foundation

/// What the modules of Apple's names share of the phone that they run on: its folders, its dialogs, what it says and where
/// it vibrates. A process runs on one phone, so there is one.
@MainActor
public final class Phone {
    /// The phone of this process.
    public static let current = Phone()

    /// Where the photo library lies.
    public var photosFolder = FileManager.default.urls(for: .picturesDirectory, in: .userDomainMask).first
        .map { $0.appendingPathComponent("Pinhole", isDirectory: true) }

    /// What the app that runs on the phone says of itself.
    public var app = AppInfo()

    /// The screen as it is at the start; the page tells later ones.
    public var settings = PhoneSettings()

    /// The dialogs of the system that wait for an answer, the oldest first.
    public private(set) var dialogs: [SystemDialog] = []

    /// What the phone did that the page tells: vibrations, announcements, addresses to open. The newest last.
    public private(set) var effects: [PhoneEffect] = []
    private var effectCount = 0

    /// Called after dialogs or effects changed.
    public var onChange: (@MainActor () -> Void)?

    private var answers: [SystemDialog.ID: CheckedContinuation<Int, Never>] = [:]
    private var dialogCount = 0

    /// A phone of a test's own.
    public init() {}

    /// Asks for permission, and waits for whether it is given.
    public func ask(_ subject: PermissionQuestion.Subject) async -> Bool {
        let question = PermissionQuestion(subject, app: app, language: settings.language)
        let buttons = [question.refuse, question.allow]
        return await ask(title: question.title, message: question.purpose, buttons: buttons) == 1
    }

    /// Shows a dialog and waits for the index of the button that was pressed.
    public func ask(title: String, message: String, buttons: [String]) async -> Int {
        dialogCount += 1
        let dialog = SystemDialog(id: dialogCount, title: title, message: message, buttons: buttons)
        return await withCheckedContinuation { continuation in
            answers[dialog.id] = continuation
            dialogs.append(dialog)
            onChange?()
        }
    }

    /// Presses a button of a dialog; nothing happens when the dialog is gone or has no such button.
    public func answer(_ id: SystemDialog.ID, button: Int) {
        guard let index = dialogs.firstIndex(where: { $0.id == id }), dialogs[index].buttons.indices.contains(button)
        else { return }
        dialogs.remove(at: index)
        answers.removeValue(forKey: id)?.resume(returning: button)
        onChange?()
    }

    /// Tells the page that something happened.
    public func perform(_ kind: PhoneEffect.Kind) {
        effectCount += 1
        effects.append(PhoneEffect(number: effectCount, kind: kind))
        // A page reads them at each render; older ones are of no use.
        if effects.count > Self.keptEffects { effects.removeFirst(effects.count - Self.keptEffects) }
        onChange?()
    }

    private static let keptEffects = 8
}

/// What the phone's screen is like when an app starts.
public struct PhoneSettings: Sendable, Equatable {
    /// In points.
    public var width: Double
    public var height: Double
    /// In points, upright.
    public var safeArea: SafeArea
    /// A language's identifier, such as `de`.
    public var language: String
    /// Whether it is a tablet, with regular size classes.
    public var isPad: Bool

    public struct SafeArea: Sendable, Equatable {
        public var top: Double
        public var bottom: Double

        public init(top: Double, bottom: Double) {
            self.top = top
            self.bottom = bottom
        }
    }

    public init(
        width: Double = 402,
        height: Double = 874,
        safeArea: SafeArea = SafeArea(top: 62, bottom: 34),
        language: String = "en",
        isPad: Bool = false
    ) {
        self.width = width
        self.height = height
        self.safeArea = safeArea
        self.language = language
        self.isPad = isPad
    }
}

/// A question of the system's, such as for permission to add photos.
public struct SystemDialog: Sendable, Equatable, Identifiable {
    public let id: Int
    public let title: String
    public let message: String
    public let buttons: [String]
}

/// Something that a page does once.
public struct PhoneEffect: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// A vibration: `impact-light`, `impact-medium`, `impact-heavy`, `impact-soft`, `impact-rigid`, `success`,
        /// `warning`, `error`, `selection`.
        case haptic(String)
        /// Words for who listens to the screen.
        case announce(String)
        /// An address that another app opens.
        case open(URL)
    }

    /// Grows with each effect.
    public let number: Int
    public let kind: Kind
}

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

/// An app whose screen is a tree of elements, as whoever shows it sees it.
@MainActor
public protocol RunningApp: AnyObject {
    /// The tree as it is now, as one insertion at parent 0, for whoever begins to look.
    var wholeTree: TreeUpdate { get }

    /// Called on the main actor with what changed since the last call, or since `wholeTree` was read for the first time.
    var onUpdate: (@MainActor (TreeUpdate) -> Void)? { get set }

    /// Handles what somebody did, in this order. Each event meets the screen that the former ones led to: one for an element that
    /// is gone by then, and one that nobody listens to, does nothing but being counted.
    @discardableResult
    func handle(_ events: [ViewEvent]) -> EventAnswer

    /// The bytes behind `/resources/ID`.
    func resource(_ id: String) -> ViewResource?

    /// The object whose pictures `<canvas data-preview="ID">` shows: an `AVCaptureVideoPreviewLayer`.
    func previewSource(_ id: String) -> AnyObject?
}

/// An image, a movie or another file that an element names.
public struct ViewResource: Sendable {
    public enum Content: Sendable {
        case data(Data)
        case file(URL)
    }

    public var content: Content
    /// A media type, such as `image/jpeg`.
    public var type: String

    public init(content: Content, type: String) {
        self.content = content
        self.type = type
    }
}

/// What the system's own controls say, in the languages that the preview speaks.
public enum SystemMessage: String, CaseIterable, Sendable {
    case cancel = "Cancel"
    case done = "Done"
    case search = "Search"
    case previous = "Previous"
    case next = "Next"
    case allow = "Allow"
    case dontAllow = "Don’t Allow"

    /// - Parameter language: an identifier such as `de` or `de_AT`; others than German speak English.
    public func text(in language: String) -> String {
        language.hasPrefix("de") ? german : rawValue
    }

    private var german: String {
        switch self {
        case .cancel: "Abbrechen"
        case .done: "Fertig"
        case .search: "Suchen"
        case .previous: "Zurück"
        case .next: "Weiter"
        case .allow: "Erlauben"
        case .dontAllow: "Nicht erlauben"
        }
    }
}
