import Foundation

/// How the camera's screen is laid out in the room that there is.
struct ScreenLayout: Equatable {
    /// In points.
    var size: CGSize
    /// Whether text has one of the accessibility sizes.
    var hasLargeText = false

    /// Whether the controls stand at the side instead of below.
    var isLandscape: Bool { size.width > size.height }

    /// Whether there is the room of a tablet.
    var isWide: Bool { min(size.width, size.height) >= 600 }

    /// Whether there is little room even for the controls: the smallest phones.
    var isCompact: Bool { min(size.width, size.height) < 360 || max(size.width, size.height) < 600 }

    /// The shutter's diameter.
    var shutterDiameter: CGFloat { isCompact ? 62 : 74 }

    /// The side of the buttons in the bars: no finger hits less than 44 points.
    var buttonSide: CGFloat { isWide ? 52 : 44 }

    /// The distance of controls from the screen's border.
    var margin: CGFloat { isWide ? 28 : isCompact ? 10 : 16 }

    /// The most that words are wide: lines stay short enough for the eye, and large letters have the whole width.
    var textWidth: CGFloat { hasLargeText ? .infinity : isWide ? 480 : 340 }
}
