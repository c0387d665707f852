import CameraEngine
import CameraLifecycle
import Observation
import SwiftUI

/// What lies over the picture because of the camera's status. Exactly one of these at any time (R-LIFE, R-PREV-4).
enum StatusPresentation: Equatable {
    /// Nothing: the picture speaks for itself.
    case nothing
    /// A whole screen of words in the place of the picture.
    case page(StatusPage)
    /// A wheel that turns: the camera starts, or is brought back.
    case progress(Message)
    /// Words over the last picture; it comes back by itself.
    case banner(Message, symbol: String)
    /// The modal sheet that disables everything else (R-LIFE-6).
    case restart(Message)

    init(_ status: CameraStatus) {
        switch status {
        // In the background nobody looks, and on the way back the last picture is there until the next one is.
        case .live, .starting(showsProgress: false), .inBackground: self = .nothing
        case .starting(showsProgress: true): self = .progress(status.message)
        case .recovering: self = .progress(status.message)
        case .interrupted(let reason): self = .banner(status.message, symbol: Self.symbol(reason))
        case .failed: self = .restart(status.message)
        case .off: self = .page(StatusPage(status.message, symbol: "camera", action: .start))
        case .askingForPermission: self = .page(StatusPage(status.message, symbol: "camera"))
        case .denied: self = .page(StatusPage(status.message, symbol: "lock", action: .openSettings))
        case .restricted: self = .page(StatusPage(status.message, symbol: "hourglass"))
        case .noCamera: self = .page(StatusPage(status.message, symbol: "video.slash"))
        }
    }

    /// Whether the controls lie behind something that has to be answered first.
    var isModal: Bool {
        if case .restart = self { true } else { false }
    }

    /// What is announced when it comes.
    var announcement: Message? {
        switch self {
        case .nothing: nil
        case .page(let page): page.message
        case .progress(let message), .banner(let message, _), .restart(let message): message
        }
    }

    private static func symbol(_ reason: CameraInterruption?) -> String {
        switch reason {
        case .background: "moon.zzz"
        case .microphoneInUse: "phone"
        case .cameraInUse: "video"
        case .severalAppsOnScreen: "rectangle.split.2x1"
        case .systemPressure: "thermometer.high"
        case .sensitiveContent: "eye.slash"
        case nil: "pause.circle"
        }
    }
}

/// A whole screen of words.
struct StatusPage: Equatable {
    enum Action: Equatable {
        case start
        case openSettings
    }

    var message: Message
    var symbol: String
    /// The way out, if there is one for a finger.
    var action: Action?

    init(_ message: Message, symbol: String, action: Action? = nil) {
        self.message = message
        self.symbol = symbol
        self.action = action
    }
}

/// What is told about heat and power while the picture goes on (R-MULTI-5).
struct ThermalNotice: Equatable {
    var message: Message
    /// Whether it is more than a hint.
    var isSevere: Bool

    /// `nil` when there is nothing to tell.
    init?(_ pressure: CameraPressure) {
        switch pressure.level {
        case .nominal, .fair:
            // The limit stays for a while after the heat has gone.
            guard let limit = pressure.frameRateLimit else { return nil }
            self.init(message: .coolingDown(framesPerSecond: Int(limit)), isSevere: false)
        case .serious:
            self.init(message: .hot(framesPerSecond: pressure.frameRateLimit.map { Int($0) }), isSevere: false)
        case .critical:
            self.init(message: .veryHot(framesPerSecond: pressure.frameRateLimit.map { Int($0) }), isSevere: true)
        case .shutdown: self.init(message: .tooHot, isSevere: true)
        }
    }

    init(message: Message, isSevere: Bool) {
        self.message = message
        self.isSevere = isSevere
    }
}

/// Words for the user: what is the matter, and what can be done about it.
struct Message: Equatable, Sendable {
    var title: LocalizedStringResource
    /// `nil` when nothing has to be done.
    var advice: LocalizedStringResource?

    init(_ title: LocalizedStringResource, advice: LocalizedStringResource? = nil) {
        self.title = title
        self.advice = advice
    }

    /// Both in one, to be spoken.
    var spoken: String {
        let title = String(localized: title)
        return advice.map { "\(title). \(String(localized: $0))" } ?? title
    }
}

/// A message that shows for a moment.
struct Notice: Identifiable, Equatable {
    enum Kind: Equatable {
        case information
        case warning
    }

    var message: Message
    var kind: Kind
    var id = 0

    init(_ message: Message, _ kind: Kind) {
        self.message = message
        self.kind = kind
    }
}

/// The messages that show for a moment, one at a time. Each is announced to assistive technologies as well.
@MainActor
@Observable
final class NoticeModel {
    /// The one that shows.
    private(set) var notice: Notice?
    /// How many warnings there were: each is felt.
    private(set) var warningCount = 0
    @ObservationIgnored private var count = 0
    @ObservationIgnored private var hiding: Task<Void, Never>?
    @ObservationIgnored private let announce: @MainActor (String) -> Void
    @ObservationIgnored private let sleep: @Sendable (Duration) async throws -> Void

    /// How long a message shows.
    static func visibleTime(_ kind: Notice.Kind) -> Duration { kind == .warning ? .seconds(6) : .seconds(2.5) }

    init(
        announce: @escaping @MainActor (String) -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.announce = announce
        self.sleep = sleep
    }

    /// Shows a message in the place of the one that shows.
    func show(_ notice: Notice) {
        count += 1
        var notice = notice
        notice.id = count
        self.notice = notice
        if notice.kind == .warning { warningCount += 1 }
        announce(notice.message.spoken)
        hiding?.cancel()
        hiding = Task { [weak self, sleep, id = count] in
            guard (try? await sleep(Self.visibleTime(notice.kind))) != nil else { return }
            self?.dismiss(id)
        }
    }

    /// Takes a message away, if it still shows.
    func dismiss(_ id: Int) {
        if notice?.id == id { notice = nil }
    }

    /// Tells something that is not shown: what is seen anyway, and has to be heard, too.
    func announce(_ message: Message) { announce(message.spoken) }
}
