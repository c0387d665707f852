import CoreVideo
import FoundationExtras
import Synchronization

/// A class of this module whose objects carry attachments. `CVBuffer` keeps its own, in CoreVideo.
protocol AttachmentHolder: AnyObject {
    /// Reads or changes the attachments under their lock.
    func withAttachments<Result: Sendable>(_ body: (inout AttachmentList) -> Result) -> Result
}

/// Reaches the attachments of any bearer.
enum AttachmentBearer {
    case image(CVBuffer)
    case media(any AttachmentHolder)

    init(_ object: CMAttachmentBearer) {
        // Asked in order of frequency; a cast to a final class is a pointer comparison.
        if let buffer = object as? CMSampleBuffer {
            self = .media(buffer)
        } else if let buffer = object as? CVBuffer {
            self = .image(buffer)
        } else if let holder = object as? any AttachmentHolder {
            self = .media(holder)
        } else {
            programmerError(.invalidArgument, "\(type(of: object)) cannot carry attachments")
        }
    }

    func entry(_ key: CFString) -> AttachmentList.Entry? {
        switch self {
        case .image(let buffer):
            var mode = CVAttachmentMode.shouldNotPropagate
            return CVBufferCopyAttachment(buffer, key, &mode).map {
                AttachmentList.Entry(key: key, value: $0, mode: mode)
            }
        case .media(let holder): return holder.withAttachments { $0.entry(for: key) }
        }
    }

    func set(_ entry: AttachmentList.Entry) {
        switch self {
        case .image(let buffer): CVBufferSetAttachment(buffer, entry.key, entry.value, entry.mode)
        case .media(let holder): holder.withAttachments { $0.set(entry.key, entry.value, entry.mode) }
        }
    }

    func remove(_ key: CFString) {
        switch self {
        case .image(let buffer): CVBufferRemoveAttachment(buffer, key)
        case .media(let holder): holder.withAttachments { $0.remove(key) }
        }
    }

    func removeAll() {
        switch self {
        case .image(let buffer): CVBufferRemoveAllAttachments(buffer)
        case .media(let holder): holder.withAttachments { $0.removeAll() }
        }
    }

    func dictionary(_ mode: CVAttachmentMode) -> CFDictionary? {
        switch self {
        case .image(let buffer): CVBufferCopyAttachments(buffer, mode)
        case .media(let holder): holder.withAttachments { $0 }.dictionary(mode)
        }
    }
}

extension CMBlockBuffer {
    func withAttachments<Result: Sendable>(_ body: (inout AttachmentList) -> Result) -> Result {
        attachmentList.withLock { body(&$0) }
    }
}
