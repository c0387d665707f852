import Foundation

/// What is told over the picture while it goes on.
extension AppModel {
    /// Words over the picture, with a symbol.
    struct Banner: Identifiable, Equatable {
        enum Kind: String {
            case sound
            case thermal
            case dual
            case scan
            case notice
        }

        /// How much it matters.
        enum Tone {
            case information
            case warning
            case alarm
        }

        var kind: Kind
        var message: Message
        var symbol: String
        var tone: Tone

        var id: Kind { kind }

        /// Whether it changes by itself, so that assistive technologies look again.
        var updatesFrequently: Bool { kind == .scan }
    }

    /// The banners from the top.
    var banners: [Banner] {
        [soundBanner, thermalBanner, dualBanner, scanBanner, noticeBanner].compactMap { $0 }
    }

    /// Says aloud what was not there before. Notices are spoken when they are shown.
    func bannersChanged(from former: [Banner], to banners: [Banner]) {
        let known = Set(former.map(\.symbolAndKind))
        for banner in banners where banner.kind != .notice && !known.contains(banner.symbolAndKind) {
            notices.announce(banner.message)
        }
    }

    /// The banner was tapped: a notice goes, everything else stays as long as it is so.
    func dismiss(_ banner: Banner) {
        if banner.kind == .notice, let notice = notices.notice { notices.dismiss(notice.id) }
    }

    private var soundBanner: Banner? {
        guard modes.mode.recordsMovies, let problem = recording.soundProblem else { return nil }
        return Banner(kind: .sound, message: problem, symbol: "mic.slash", tone: .warning)
    }

    private var thermalBanner: Banner? {
        thermalNotice.map {
            Banner(
                kind: .thermal,
                message: $0.message,
                symbol: $0.isSevere ? "thermometer.high" : "thermometer.medium",
                tone: $0.isSevere ? .alarm : .warning
            )
        }
    }

    private var dualBanner: Banner? {
        guard modes.mode == .dual, let obstacle = dual.obstacle else { return nil }
        return Banner(kind: .dual, message: obstacle, symbol: "video.badge.ellipsis", tone: .warning)
    }

    private var scanBanner: Banner? {
        guard modes.mode == .scan, let banner = scanner.banner else { return nil }
        return Banner(kind: .scan, message: banner.message, symbol: banner.symbol, tone: .warning)
    }

    private var noticeBanner: Banner? {
        notices.notice.map { notice in
            switch notice.kind {
            case .information:
                Banner(kind: .notice, message: notice.message, symbol: "info.circle", tone: .information)
            case .warning:
                Banner(kind: .notice, message: notice.message, symbol: "exclamationmark.triangle", tone: .warning)
            }
        }
    }
}

extension AppModel.Banner {
    /// What makes it another banner: numbers in its words, as of scans that wait, do not.
    fileprivate var symbolAndKind: String { "\(kind) \(symbol)" }
}
