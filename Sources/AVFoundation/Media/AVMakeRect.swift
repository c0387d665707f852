import Foundation

/// The largest rectangle of an aspect ratio within another one, in its middle.
///
/// - Parameters:
///   - aspectRatio: width and height in any unit.
///   - boundingRect: the rectangle around.
/// - Returns: a rectangle without width and height if one of the ratio's is not more than 0 (UNKNOWN: Apple documents nothing about it).
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    let bounds = boundingRect.standardized
    guard aspectRatio.width > 0, aspectRatio.height > 0 else {
        return CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
    }
    let scale = min(bounds.width / aspectRatio.width, bounds.height / aspectRatio.height)
    let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
    return CGRect(
        x: bounds.midX - size.width / 2,
        y: bounds.midY - size.height / 2,
        width: size.width,
        height: size.height
    )
}
