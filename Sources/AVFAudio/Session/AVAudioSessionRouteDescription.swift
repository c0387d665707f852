import CaptureDriver
import Foundation

/// The ports that sound takes, exactly as Apple's class of the same name. Immutable.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    // @unchecked: immutable after initialisation.

    /// Where sound comes in; empty when the category takes no input.
    public let inputs: [AVAudioSessionPortDescription]
    /// Where sound goes out; empty where nothing is known of outputs, as on Linux.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ route: CaptureAudioRoute) {
        inputs = route.inputs.map(AVAudioSessionPortDescription.init)
        outputs = route.outputs.map(AVAudioSessionPortDescription.init)
        super.init()
    }

    /// Equal when the ports are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return other.inputs == inputs && other.outputs == outputs
    }

    /// Consistent with `isEqual(_:)`.
    open override var hash: Int { inputs.hashValue &+ outputs.hashValue }

    /// The ports.
    open override var description: String { "inputs = \(inputs); outputs = \(outputs)" }
}
