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
