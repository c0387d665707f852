import CaptureCore
import Foundation

/// Tracks of which a player shows one, exactly as Apple's class of the same name.
///
/// A group can be made and looked at; ``AVAssetWriter/canAdd(_:)-(AVAssetWriterInputGroup)`` is false for every group.
open class AVAssetWriterInputGroup: NSObject {
    // Safe on any thread: immutable after initialisation.

    /// The tracks.
    public let inputs: [AVAssetWriterInput]
    /// The track that is shown unless told otherwise.
    public let defaultInput: AVAssetWriterInput?

    /// Makes a group. The default must be one of the inputs, else the program stops.
    public init(inputs: [AVAssetWriterInput], defaultInput: AVAssetWriterInput?) {
        if let defaultInput, !inputs.contains(where: { $0 === defaultInput }) {
            WriterRefusal.argument("The default input must be one of the inputs")
                .raise("AVAssetWriterInputGroup initWithInputs:defaultInput:")
        }
        self.inputs = inputs
        self.defaultInput = defaultInput
        super.init()
    }
}
