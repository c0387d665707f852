import Foundation

/// One exposure of a bracket; the base of its two kinds, exactly as Apple's class of the same name.
public class AVCaptureBracketedStillImageSettings: NSObject {
    // Safe on any thread: neither this class nor its subclasses have anything that changes.

    let step: PhotoCaptureRequest.BracketStep

    required init(step: PhotoCaptureRequest.BracketStep) {
        self.step = step
        super.init()
    }

    /// Make one of the subclasses.
    @available(*, unavailable, message: "Use one of the subclasses.")
    public override init() {
        step = .automatic(bias: 0)
        super.init()
    }
}
