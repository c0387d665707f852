@preconcurrency import CoreVideo
import Testing

@Suite("CVPixelBuffer access")
struct CVPixelBufferAccessTests {
    @Test("S-202: addresses are given only while the buffer is locked")
    func addressNeedsLock() throws {
        let packed = try makeBuffer(kCVPixelFormatType_32BGRA, 16, 16)
        let planar = try makeBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 16, 16)
        #expect(CVPixelBufferGetBaseAddress(packed) == nil)
        #expect(CVPixelBufferGetBaseAddressOfPlane(planar, 0) == nil)
        #expect(CVPixelBufferLockBaseAddress(packed, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferLockBaseAddress(planar, []) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(packed) != nil)
        #expect(CVPixelBufferGetBaseAddressOfPlane(planar, 1) != nil)
        CVPixelBufferUnlockBaseAddress(packed, .readOnly)
        CVPixelBufferUnlockBaseAddress(planar, [])
        #expect(CVPixelBufferGetBaseAddress(packed) == nil)
        #expect(CVPixelBufferGetBaseAddressOfPlane(planar, 1) == nil)
    }

    @Test("S-202: unlocking must pass the flags of the lock; locks nest")
    func symmetry() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 16, 16)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        CVPixelBufferLockBaseAddress(buffer, [])
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnInvalidArgument)
        #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
    }

    @Test("Plane functions answer nothing for packed buffers and planes that do not exist")
    func noSuchPlane() throws {
        let packed = try makeBuffer(kCVPixelFormatType_32BGRA, 16, 16)
        let planar = try makeBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 16, 16)
        for (buffer, index) in [(packed, 0), (planar, 2), (planar, -1)] {
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, index) == nil)
            #expect(CVPixelBufferGetWidthOfPlane(buffer, index) == 0)
            #expect(CVPixelBufferGetHeightOfPlane(buffer, index) == 0)
            #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, index) == 0)
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        }
    }

    @Test(
        "S-204: the row length of a planar buffer times its height covers all planes",
        arguments: [kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8Planar]
    )
    func planarBytesPerRow(_ type: OSType) throws {
        let buffer = try makeBuffer(type, 100, 50)
        let planes = (0..<CVPixelBufferGetPlaneCount(buffer)).reduce(0) {
            $0 + CVPixelBufferGetBytesPerRowOfPlane(buffer, $1) * CVPixelBufferGetHeightOfPlane(buffer, $1)
        }
        #expect(CVPixelBufferGetBytesPerRow(buffer) * 50 >= planes)
        #expect(CVPixelBufferGetDataSize(buffer) >= planes)
    }

    @Test("The base address of a planar buffer is a big-endian plane descriptor block")
    func planeDescriptor() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 100, 50)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        let info = base.load(as: CVPlanarPixelBufferInfo_YCbCrBiPlanar.self)
        #expect(
            base + Int(Int32(bigEndian: info.componentInfoY.offset)) == CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
        )
        #expect(
            base + Int(Int32(bigEndian: info.componentInfoCbCr.offset)) == CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
        )
        #expect(UInt32(bigEndian: info.componentInfoCbCr.rowBytes) == 128)
    }

    @Test("Buffers are compared and hashed by identity and know their type")
    func identity() throws {
        let (one, other) = try (makeBuffer(32, 4, 4), makeBuffer(32, 4, 4))
        #expect(one == one && one != other)
        #expect(Set([one, other, one]).count == 2)
        #expect(CFGetTypeID(one) == CVPixelBufferGetTypeID())
        #expect(CVPixelBufferGetTypeID() != CVPixelBufferPoolGetTypeID())
        #expect(one.description.contains("pixelFormat=32"))
    }

    @Test("Locking from many threads keeps count")
    func concurrentLocking() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 16, 16)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let flags: CVPixelBufferLockFlags = thread.isMultiple(of: 2) ? .readOnly : []
            for _ in 0..<1000 {
                CVPixelBufferLockBaseAddress(buffer, flags)
                CVPixelBufferUnlockBaseAddress(buffer, flags)
            }
        }
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    }
}
