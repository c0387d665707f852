import CameraEngine
import Observation
import SwiftUI

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
