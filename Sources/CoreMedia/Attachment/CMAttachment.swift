import CoreVideo
import FoundationExtras

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
