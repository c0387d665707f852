import FoundationExtras
import Synchronization

/// A buffer of image data with attachments.
///
/// As on Apple's platforms `CVImageBuffer` and `CVPixelBuffer` are names of this same class. On Linux every buffer is
/// a pixel buffer in ordinary memory: allocated, handed over by a client, or mapped from a driver. Buffers are equal
/// when they are the same object.
///
/// Attachments and the lock count may be used from any thread. The pixels are protected by nobody: whoever writes
/// must be alone with the buffer. The class is not `Sendable`, as Apple's is not.
// Safe on any thread: `attachments` and `lockCounts` synchronise themselves, everything else never changes after creation;
// the memory behind `baseAddress` is the client's to synchronise, as documented above.
public final class CVBuffer: Hashable, CFTypeIdentified {
    /// Where every plane lies, relative to ``baseAddress``.
    package let layout: PixelLayout
    /// The start of the memory: for planar buffers with a plane descriptor block that block, else the first pixel.
    package let baseAddress: UnsafeMutableRawPointer
    /// What `CVPixelBufferGetBaseAddress` answers while the buffer is locked.
    let publicBaseAddress: UnsafeMutableRawPointer?

    let memory: PixelMemory
    let creationAttributes: CFDictionary?
    /// What `kCVBufferPropagatedAttachmentsKey` and its sibling ask for: the attachments of a fresh buffer.
    private let initialAttachments: AttachmentList
    let attachments: Mutex<AttachmentList>
    let lockCounts = Atomic<UInt64>(0)

    init(
        layout: PixelLayout,
        baseAddress: UnsafeMutableRawPointer,
        publicBaseAddress: UnsafeMutableRawPointer?,
        memory: PixelMemory,
        creationAttributes: CFDictionary?
    ) {
        self.layout = layout
        self.baseAddress = baseAddress
        self.publicBaseAddress = publicBaseAddress
        self.memory = memory
        self.creationAttributes = creationAttributes
        initialAttachments = AttachmentList(creationAttributes: creationAttributes)
        attachments = Mutex(initialAttachments)
    }

    deinit {
        memory.release(layout: layout, baseAddress: baseAddress)
    }

    /// Buffers are equal when they are the same object.
    public static func == (left: CVBuffer, right: CVBuffer) -> Bool {
        left === right
    }

    /// Hashes the buffer's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A buffer that holds an image.
public typealias CVImageBuffer = CVBuffer

extension CVBuffer {
    /// Makes the buffer as good as new for its next frame: no lock, only the attachments it was created with. The
    /// pixels stay as they are. The caller must hold the only reference. Allocates nothing.
    package func resetForReuse() {
        attachments.withLock { $0.reset(to: initialAttachments) }
        lockCounts.store(0, ordering: .relaxed)
    }
}

extension CVBuffer: CustomStringConvertible {
    /// The address, size and format, for logs.
    public var description: String {
        let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        let format = fourCharCodeString(layout.pixelFormat)
        return "<CVPixelBuffer 0x\(address) width=\(layout.width) height=\(layout.height) pixelFormat=\(format)>"
    }
}
