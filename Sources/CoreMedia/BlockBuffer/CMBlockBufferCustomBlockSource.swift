import FoundationExtras

/// Functions that give and take the memory of a block buffer in the place of an allocator.
public struct CMBlockBufferCustomBlockSource {
    /// The version of the structure: `kCMBlockBufferCustomBlockSourceVersion`.
    public var version: UInt32
    /// Gives memory of the length asked for, or nil; not needed where memory is given.
    public var AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
    /// Takes memory back.
    public var FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
    /// Handed to both functions.
    public var refCon: UnsafeMutableRawPointer?

    /// Makes a zeroed structure.
    public init() {
        self.init(version: 0, AllocateBlock: nil, FreeBlock: nil, refCon: nil)
    }

    /// Makes a structure from its fields.
    public init(
        version: UInt32,
        AllocateBlock: ((UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?,
        FreeBlock: ((UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?,
        refCon: UnsafeMutableRawPointer?
    ) {
        self.version = version
        self.AllocateBlock = AllocateBlock
        self.FreeBlock = FreeBlock
        self.refCon = refCon
    }
}

/// The version of ``CMBlockBufferCustomBlockSource``.
public let kCMBlockBufferCustomBlockSourceVersion: UInt32 = 0

/// Options of block-buffer functions.
public typealias CMBlockBufferFlags = UInt32
/// Allocate memory at once.
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1 << 0
/// Copy even bytes that lie in one piece.
public let kCMBlockBufferAlwaysCopyDataFlag: CMBlockBufferFlags = 1 << 1
/// Do not flatten references to references. Here references are always flat.
public let kCMBlockBufferDontOptimizeDepthFlag: CMBlockBufferFlags = 1 << 2
/// Allow references to empty buffers.
public let kCMBlockBufferPermitEmptyReferenceFlag: CMBlockBufferFlags = 1 << 3

/// Success.
public let kCMBlockBufferNoErr: OSStatus = 0
/// The buffer object could not be allocated.
public let kCMBlockBufferStructureAllocationFailedErr: OSStatus = -12700
/// A memory block could not be allocated.
public let kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12701
/// The custom block source has an unknown version or lacks a function.
public let kCMBlockBufferBadCustomBlockSourceErr: OSStatus = -12702
/// An offset lies outside of the data.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12703
/// A length is zero, negative, or reaches beyond the data.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12704
/// A pointer that may not be nil was nil.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12705
/// The buffer is empty.
public let kCMBlockBufferEmptyBBufErr: OSStatus = -12706
/// The memory has not been allocated yet.
public let kCMBlockBufferUnallocatedBlockErr: OSStatus = -12707
/// The memory given is too small.
public let kCMBlockBufferInsufficientSpaceErr: OSStatus = -12708
