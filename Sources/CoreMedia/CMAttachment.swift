import CoreVideo
import FoundationExtras
import Synchronization

/// An object that carries attachments: a ``CMSampleBuffer``, a ``CMBlockBuffer`` or a `CVBuffer`.
public typealias CMAttachmentBearer = CFTypeRef

private func mode(_ raw: CMAttachmentMode) -> CVAttachmentMode {
    raw == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
}

/// Attaches a value under a key, in the place of what was there; a nil value removes it. Any thread.
public func CMSetAttachment(
    _ target: CMAttachmentBearer,
    key: CFString,
    value: CFTypeRef?,
    attachmentMode: CMAttachmentMode
) {
    let bearer = AttachmentBearer(target)
    guard let value else { return bearer.remove(key) }
    bearer.set(AttachmentList.Entry(key: key, value: value, mode: mode(attachmentMode)))
}

/// The value attached under a key, or nil. Any thread.
///
/// - Parameter attachmentModeOut: receives the attachment's mode, if there is one.
@discardableResult
public func CMGetAttachment(
    _ target: CMAttachmentBearer,
    key: CFString,
    attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let entry = AttachmentBearer(target).entry(key) else { return nil }
    attachmentModeOut?.pointee = entry.mode.rawValue
    return entry.value
}

/// Removes what is attached under a key. Any thread.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    AttachmentBearer(target).remove(key)
}

/// Removes all attachments. Any thread.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
    AttachmentBearer(target).removeAll()
}

/// A copy of all attachments of one mode; nil if there are none. Any thread.
@discardableResult
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?,
    target: CMAttachmentBearer,
    attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    AttachmentBearer(target).dictionary(mode(attachmentMode))
}

/// Attaches all entries of a dictionary. Any thread.
public func CMSetAttachments(
    _ target: CMAttachmentBearer,
    attachments theAttachments: CFDictionary,
    attachmentMode: CMAttachmentMode
) {
    let bearer = AttachmentBearer(target)
    for (key, value) in theAttachments {
        guard let name = (key as AnyObject) as? NSString else { continue }
        bearer.set(AttachmentList.Entry(key: name, value: value as AnyObject, mode: mode(attachmentMode)))
    }
}

/// Copies the attachments that propagate from one buffer to another. Any thread.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    copyPropagatedAttachments(from: AttachmentBearer(source), to: AttachmentBearer(destination))
}

func copyPropagatedAttachments(from source: AttachmentBearer, to destination: AttachmentBearer) {
    switch source {
    case .image(let buffer):
        for (key, value) in CVBufferCopyAttachments(buffer, .shouldPropagate) ?? [:] {
            guard let name = (key as AnyObject) as? NSString else { continue }
            destination.set(AttachmentList.Entry(key: name, value: value as AnyObject, mode: .shouldPropagate))
        }
    case .media(let holder):
        // The two locks are never held together, so that copying both ways at once cannot deadlock.
        for entry in holder.withAttachments({ $0.entries }) where entry.mode == .shouldPropagate {
            destination.set(entry)
        }
    }
}

/// Whether an attachment goes along to buffers derived from its bearer.
public typealias CMAttachmentMode = UInt32

/// Attachment mode: should not propagate.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// Attachment mode: should propagate.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

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
