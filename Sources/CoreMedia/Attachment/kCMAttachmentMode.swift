import FoundationExtras

/// Whether an attachment goes along to buffers derived from its bearer.
public typealias CMAttachmentMode = UInt32

/// Attachment mode: should not propagate.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// Attachment mode: should propagate.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1
