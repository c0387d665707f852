import ArgumentParser
import CaptureDriver
import ViewTree

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
