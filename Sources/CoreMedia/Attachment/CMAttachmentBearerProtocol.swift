import CoreVideo
import FoundationExtras

/// A buffer that carries attachments.
public protocol CMAttachmentBearerProtocol: AnyObject {}

extension CMAttachmentBearerProtocol {
    /// The buffer's attachments, to be read and changed in place.
    public var attachments: CMAttachmentBearerAttachments {
        CMAttachmentBearerAttachments(bearer: self)
    }

    /// Copies the attachments that propagate to another buffer.
    public func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T) {
        CMPropagateAttachments(self, destination: destination)
    }
}

extension CVBuffer: CMAttachmentBearerProtocol {}

/// The attachments of a buffer: a view of the buffer, not a copy. Any thread.
public struct CMAttachmentBearerAttachments {
    let bearer: CMAttachmentBearer

    /// Whether an attachment goes along to buffers derived from its bearer.
    public enum Mode: Hashable, Sendable {
        /// The attachment stays with its buffer.
        case shouldNotPropagate
        /// The attachment goes along.
        case shouldPropagate

        fileprivate var raw: CMAttachmentMode {
            self == .shouldPropagate ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
        }
    }

    /// An attached value with its mode.
    public enum Value {
        /// A value that stays with its buffer.
        case shouldNotPropagate(Any)
        /// A value that goes along.
        case shouldPropagate(Any)

        /// The attached value.
        public var value: Any {
            switch self {
            case .shouldNotPropagate(let value), .shouldPropagate(let value): value
            }
        }

        /// Whether the value goes along.
        public var mode: Mode {
            switch self {
            case .shouldNotPropagate: .shouldNotPropagate
            case .shouldPropagate: .shouldPropagate
            }
        }
    }

    /// The attachment under a key; nil removes it.
    public subscript(key: String) -> Value? {
        get { self[NSString(string: key)] }
        nonmutating set { self[NSString(string: key)] = newValue }
    }

    /// The attachment under a documented key; nil removes it.
    public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
        get { self[key.rawValue] }
        nonmutating set { self[key.rawValue] = newValue }
    }

    private subscript(key: CFString) -> Value? {
        get {
            var raw = kCMAttachmentMode_ShouldNotPropagate
            guard let value = CMGetAttachment(bearer, key: key, attachmentModeOut: &raw) else { return nil }
            return raw == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
        }
        nonmutating set {
            CMSetAttachment(
                bearer,
                key: key,
                value: newValue.map { $0.value as AnyObject },
                attachmentMode: newValue?.mode.raw ?? kCMAttachmentMode_ShouldNotPropagate
            )
        }
    }

    /// All attachments that go along.
    public var propagated: [String: Any] { dictionary(kCMAttachmentMode_ShouldPropagate) }
    /// All attachments that stay.
    public var nonPropagated: [String: Any] { dictionary(kCMAttachmentMode_ShouldNotPropagate) }

    /// Adds all entries of a dictionary with one mode.
    public func merge(_ attachments: [String: Any], mode: Mode) {
        CMSetAttachments(bearer, attachments: NSDictionary(dictionary: attachments), attachmentMode: mode.raw)
    }

    /// Removes all attachments.
    public func removeAll() {
        CMRemoveAllAttachments(bearer)
    }

    private func dictionary(_ mode: CMAttachmentMode) -> [String: Any] {
        CMCopyDictionaryOfAttachments(allocator: nil, target: bearer, attachmentMode: mode) as? [String: Any] ?? [:]
    }
}
