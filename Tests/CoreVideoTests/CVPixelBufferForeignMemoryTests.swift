import Synchronization
import Testing

@testable import CoreVideo

/// What a release callback was told.
private final class Releases: Sendable {
    private let calls = Mutex<[[Int]]>([])
    var all: [[Int]] { calls.withLock { $0 } }
    func add(_ call: [Int]) { calls.withLock { $0.append(call) } }

    var refCon: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func from(_ refCon: UnsafeMutableRawPointer?) -> Releases? {
        refCon.map { Unmanaged<Releases>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Memory that tells when it goes away.
private final class Mapping: Sendable {
    let gone: Releases
    init(_ gone: Releases) { self.gone = gone }
    deinit { gone.add([1]) }
}

@Suite("CVPixelBuffer over foreign memory")
struct CVPixelBufferForeignMemoryTests {
    @Test("CreateWithBytes copies nothing and calls the release callback exactly once")
    func bytes() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 40 * 5, alignment: 1)
        defer { memory.deallocate() }
        let releases = Releases()
        var buffer: CVPixelBuffer?
        let result = CVPixelBufferCreateWithBytes(
            nil,
            10,
            5,
            kCVPixelFormatType_32BGRA,
            memory,
            40,
            { refCon, address in Releases.from(refCon)?.add([Int(bitPattern: address)]) },
            releases.refCon,
            nil,
            &buffer
        )
        #expect(result == kCVReturnSuccess)
        let pixels = try #require(buffer)
        CVPixelBufferLockBaseAddress(pixels, [])
        #expect(CVPixelBufferGetBaseAddress(pixels) == memory)
        #expect(CVPixelBufferGetBytesPerRow(pixels) == 40)
        #expect(CVPixelBufferGetDataSize(pixels) == 200)
        CVPixelBufferUnlockBaseAddress(pixels, [])
        #expect(releases.all.isEmpty)
        buffer = nil
        withExtendedLifetime(pixels) { #expect(releases.all.isEmpty) }
        _ = consume pixels
        #expect(releases.all == [[Int(bitPattern: memory)]])
    }

    @Test("CreateWithBytes refuses planar formats and rows that are too short, without calling back")
    func badBytes() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 400, alignment: 1)
        defer { memory.deallocate() }
        let releases = Releases()
        func create(_ type: OSType, _ bytesPerRow: Int) -> CVReturn {
            var buffer: CVPixelBuffer?
            return CVPixelBufferCreateWithBytes(
                nil,
                10,
                5,
                type,
                memory,
                bytesPerRow,
                { refCon, _ in Releases.from(refCon)?.add([]) },
                releases.refCon,
                nil,
                &buffer
            )
        }
        #expect(create(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 40) == kCVReturnInvalidPixelFormat)
        #expect(create(kCVPixelFormatType_32BGRA, 39) == kCVReturnInvalidArgument)
        #expect(releases.all.isEmpty)
    }

    @Test("CreateWithPlanarBytes keeps separate planes and gives them back exactly once")
    func planarBytes() throws {
        let luma = UnsafeMutableRawPointer.allocate(byteCount: 16 * 8, alignment: 1)
        let chroma = UnsafeMutableRawPointer.allocate(byteCount: 20 * 4, alignment: 1)
        defer {
            luma.deallocate()
            chroma.deallocate()
        }
        let releases = Releases()
        var addresses: [UnsafeMutableRawPointer?] = [luma, chroma]
        var widths = [16, 8]
        var heights = [8, 4]
        var rows = [16, 20]
        var buffer: CVPixelBuffer?
        let result = CVPixelBufferCreateWithPlanarBytes(
            nil,
            16,
            8,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            nil,
            0,
            2,
            &addresses,
            &widths,
            &heights,
            &rows,
            { refCon, data, size, count, planes in
                let planes = (0..<count).map { Int(bitPattern: planes?[$0]) }
                Releases.from(refCon)?.add([Int(bitPattern: data), size, count] + planes)
            },
            releases.refCon,
            nil,
            &buffer
        )
        #expect(result == kCVReturnSuccess)
        do {
            let pixels = try #require(buffer)
            CVPixelBufferLockBaseAddress(pixels, [])
            #expect(CVPixelBufferGetBaseAddressOfPlane(pixels, 0) == luma)
            #expect(CVPixelBufferGetBaseAddressOfPlane(pixels, 1) == chroma)
            #expect(CVPixelBufferGetBytesPerRowOfPlane(pixels, 1) == 20)
            #expect(CVPixelBufferGetBaseAddress(pixels) == nil)
            #expect(CVPixelBufferGetBytesPerRow(pixels) * 8 >= 16 * 8 + 20 * 4)
            CVPixelBufferUnlockBaseAddress(pixels, [])
        }
        buffer = nil
        #expect(releases.all == [[0, 0, 2, Int(bitPattern: luma), Int(bitPattern: chroma)]])
    }

    @Test("CreateWithPlanarBytes refuses packed formats and a wrong number of planes")
    func badPlanarBytes() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 400, alignment: 1)
        defer { memory.deallocate() }
        func create(_ type: OSType, _ planes: Int) -> CVReturn {
            var addresses: [UnsafeMutableRawPointer?] = [memory, memory, memory]
            var (widths, heights, rows) = ([8, 8, 8], [8, 8, 8], [16, 16, 16])
            var buffer: CVPixelBuffer?
            return CVPixelBufferCreateWithPlanarBytes(
                nil,
                8,
                8,
                type,
                nil,
                0,
                planes,
                &addresses,
                &widths,
                &heights,
                &rows,
                nil,
                nil,
                nil,
                &buffer
            )
        }
        #expect(create(kCVPixelFormatType_32BGRA, 1) == kCVReturnInvalidPixelFormat)
        #expect(create(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 3) == kCVReturnInvalidArgument)
        #expect(create(kCVPixelFormatType_420YpCbCr8Planar, 3) == kCVReturnSuccess)
    }

    @Test("A driver's mapping lives as long as the buffer and is not copied")
    func owner() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 24 * 16, alignment: 64)
        defer { memory.deallocate() }
        let gone = Releases()
        let planes = [
            PixelLayout.Plane(offset: 0, width: 16, height: 16, bytesPerRow: 16),
            PixelLayout.Plane(offset: 256, width: 8, height: 8, bytesPerRow: 16),
        ]
        func make(_ size: Int) -> CVBuffer? {
            CVBuffer(
                pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
                width: 16,
                height: 16,
                baseAddress: memory,
                planes: planes,
                dataSize: size,
                owner: Mapping(gone)
            )
        }
        var buffer = make(24 * 16)
        #expect(buffer?.plane(1).baseAddress == memory + 256)
        #expect(buffer.map(CVPixelBufferGetDataSize) == 384)
        #expect(gone.all.isEmpty)
        buffer = nil
        #expect(gone.all.count == 1)
        #expect(make(200) == nil)
    }

    @Test("Reuse drops locks and attachments and keeps the pixels")
    func reuse() throws {
        let buffer = try makeBuffer(kCVPixelFormatType_32BGRA, 4, 4)
        CVPixelBufferLockBaseAddress(buffer, [])
        buffer.plane(0).baseAddress.storeBytes(of: 7, as: UInt8.self)
        CVBufferSetAttachment(buffer, "a", NSNumber(value: 1), .shouldPropagate)
        buffer.resetForReuse()
        #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
        #expect(!CVBufferHasAttachment(buffer, "a"))
        #expect(buffer.plane(0).baseAddress.load(as: UInt8.self) == 7)
    }
}
