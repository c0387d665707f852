import Foundation

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
