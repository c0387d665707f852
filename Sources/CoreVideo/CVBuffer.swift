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

// Swift counts references itself; on Apple's platforms these functions are unavailable too.

/// Unavailable: Swift keeps the buffer as long as it is used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
@discardableResult
public func CVBufferRetain(_ buffer: CVBuffer?) -> CVBuffer? { buffer }

/// Unavailable: Swift lets the buffer go when it is no longer used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CVBufferRelease(_ buffer: CVBuffer?) {}

/// Unavailable: Swift keeps the buffer as long as it is used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
@discardableResult
public func CVPixelBufferRetain(_ texture: CVPixelBuffer?) -> CVPixelBuffer? { texture }

/// Unavailable: Swift lets the buffer go when it is no longer used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CVPixelBufferRelease(_ texture: CVPixelBuffer?) {}

/// Unavailable: Swift keeps the pool as long as it is used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
@discardableResult
public func CVPixelBufferPoolRetain(_ pixelBufferPool: CVPixelBufferPool?) -> CVPixelBufferPool? { pixelBufferPool }

/// Unavailable: Swift lets the pool go when it is no longer used.
@available(*, unavailable, message: "Core Foundation objects are automatically memory managed")
public func CVPixelBufferPoolRelease(_ pixelBufferPool: CVPixelBufferPool?) {}

extension CVBuffer {
    /// Creates a buffer with memory of its own, or nil when there is no memory.
    convenience init?(allocating layout: PixelLayout, creationAttributes: CFDictionary?) {
        guard let pointer = FrameAllocator.allocate(byteCount: layout.dataSize, alignment: layout.alignment) else {
            return nil
        }
        if layout.hasPlaneDescriptor {
            PlaneDescriptor.write(layout, at: pointer)
        }
        let first = layout.isPlanar ? nil : pointer + layout.planes[0].offset
        self.init(
            layout: layout,
            baseAddress: pointer,
            publicBaseAddress: layout.hasPlaneDescriptor ? pointer : first,
            memory: .allocated(pointer),
            creationAttributes: creationAttributes
        )
    }

    /// Creates a buffer over memory that lives as long as an object, such as a driver's mapping. Nothing is copied.
    ///
    /// The memory must stay mapped until the object goes away. Keep the buffer and reuse it with ``resetForReuse()``
    /// as soon as it is uniquely referenced; then frames cost no allocation.
    ///
    /// - Parameters:
    ///   - pixelFormat: the four-character code of a format with a known layout.
    ///   - width: width of the image in pixels.
    ///   - height: height of the image in pixels.
    ///   - baseAddress: the address that the planes' offsets count from.
    ///   - planes: where the planes lie; one for formats that are not planar.
    ///   - dataSize: bytes from the base address on; every plane must lie within.
    ///   - owner: the object that keeps the memory; retained until the buffer goes away.
    /// - Returns: nil when the format is unknown, the planes do not match it or do not fit into the memory.
    package convenience init?(
        pixelFormat: OSType,
        width: Int,
        height: Int,
        baseAddress: UnsafeMutableRawPointer,
        planes: [PixelLayout.Plane],
        dataSize: Int,
        owner: AnyObject
    ) {
        guard
            let format = PixelFormatRegistry.format(pixelFormat),
            planes.count == format.planes.count,
            let layout = PixelLayout(
                existing: planes,
                format: format,
                width: width,
                height: height,
                dataSize: dataSize
            ),
            layout.rowsAreLongEnough(for: format),
            planes.allSatisfy({ $0.offset >= 0 && $0.offset + $0.bytesPerRow * ($0.height - 1) < dataSize })
        else { return nil }
        self.init(
            layout: layout,
            baseAddress: baseAddress,
            publicBaseAddress: layout.isPlanar ? nil : baseAddress + planes[0].offset,
            memory: .object(owner),
            creationAttributes: nil
        )
    }
}

extension CVBuffer {
    /// Where a plane lies; of a packed buffer plane 0 is the image. No lock is needed: for code inside the package that
    /// owns the frame it works on.
    @inline(__always)
    package func plane(_ index: Int) -> (
        baseAddress: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int
    ) {
        let plane = layout.planes[index]
        return (baseAddress + plane.offset, plane.width, plane.height, plane.bytesPerRow)
    }
}

extension PixelLayout {
    /// Describes memory that exists already. Nil for sizes that are not positive or overflow.
    init?(existing planes: [Plane], format: PixelFormat, width: Int, height: Int, dataSize: Int?) {
        guard width > 0, height > 0, planes.allSatisfy({ $0.width > 0 && $0.height > 0 && $0.bytesPerRow > 0 }) else {
            return nil
        }
        let (size, overflows) = planes[0].bytesPerRow.multipliedReportingOverflow(by: planes[0].height)
        guard !overflows else { return nil }
        pixelFormat = format.type
        self.width = width
        self.height = height
        isPlanar = format.isPlanar
        self.planes = planes
        self.dataSize = dataSize ?? size
    }

    /// Whether every row can hold the pixels it is said to hold.
    func rowsAreLongEnough(for format: PixelFormat) -> Bool {
        zip(planes, format.planes).allSatisfy { plane, format in
            format.bytes(forPixels: plane.width, wholeGroups: false).map { $0 <= plane.bytesPerRow } ?? false
        }
    }
}
