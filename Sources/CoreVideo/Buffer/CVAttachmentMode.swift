/// Whether an attachment goes along when a buffer is made from another one.
public enum CVAttachmentMode: UInt32, Sendable {
    /// The attachment stays with its buffer.
    case shouldNotPropagate = 0
    /// `CVBufferPropagateAttachments` copies the attachment.
    case shouldPropagate = 1
}
