import CoreGraphics
import CoreMedia
import Foundation

/// A caption that can be changed, exactly as Apple's class of the same name.
///
/// A range of letters that reaches beyond the text stops the program.
open class AVMutableCaption: AVCaption {
    /// What is shown. UNKNOWN: letters of another text have no styles at first.
    open override var text: String {
        get { content.text }
        set { content = StyledText(newValue) }
    }

    /// When it is shown.
    open override var timeRange: CMTimeRange {
        get { range }
        set { range = newValue }
    }

    // MARK: Colour

    /// Gives letters a colour.
    public func setTextColor(_ textColor: CGColor, in range: NSRange) {
        content.set(\.color, to: textColor, in: range, "AVMutableCaption setTextColor:inRange:")
    }

    /// Gives letters the track's colour.
    public func removeTextColor(in range: NSRange) {
        content.set(\.color, to: nil, in: range, "AVMutableCaption removeTextColorInRange:")
    }

    // MARK: Letters

    /// Makes letters thick or not.
    public func setFontWeight(_ fontWeight: FontWeight, in range: NSRange) {
        content.set(\.weight, to: fontWeight, in: range, "AVMutableCaption setFontWeight:inRange:")
    }

    /// Says nothing any more of how thick letters are.
    public func removeFontWeight(in range: NSRange) {
        content.set(\.weight, to: .unknown, in: range, "AVMutableCaption removeFontWeightInRange:")
    }

    /// Makes letters slanted or not.
    public func setFontStyle(_ fontStyle: FontStyle, in range: NSRange) {
        content.set(\.slant, to: fontStyle, in: range, "AVMutableCaption setFontStyle:inRange:")
    }

    /// Says nothing any more of whether letters are slanted.
    public func removeFontStyle(in range: NSRange) {
        content.set(\.slant, to: .unknown, in: range, "AVMutableCaption removeFontStyleInRange:")
    }

    /// Draws lines at letters.
    public func setDecoration(_ decoration: Decoration, in range: NSRange) {
        content.set(\.decoration, to: decoration, in: range, "AVMutableCaption setDecoration:inRange:")
    }

    /// Takes the lines at letters away.
    public func removeDecoration(in range: NSRange) {
        content.set(\.decoration, to: [], in: range, "AVMutableCaption removeDecorationInRange:")
    }
}
