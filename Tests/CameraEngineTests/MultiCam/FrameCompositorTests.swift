import AVFoundation
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Canvases of several cameras")
struct FrameCompositorTests {
    private static let video = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange

    private static func picture(_ luma: UInt8, _ width: Int = 160, _ height: Int = 90, format: OSType = video) throws
        -> CVPixelBuffer
    {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<2 {
            let bytes =
                CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            memset(
                try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane)),
                plane == 0 ? Int32(luma) : 128,
                bytes
            )
        }
        return buffer
    }

    private static func luma(_ buffer: CVPixelBuffer) throws -> [[UInt8]] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
        let width = CVPixelBufferGetWidth(buffer)
        return (0..<CVPixelBufferGetHeight(buffer)).map {
            Array(UnsafeRawBufferPointer(start: base + $0 * stride, count: width))
        }
    }

    @Test("R-MULTI-8: halves touch without a gap, also where the canvas has no middle", arguments: [320, 322, 326])
    func halves(width: Int) throws {
        let (first, second) = (try Self.picture(200), try Self.picture(100))
        let canvas = CanvasSize(width: width, height: width / 2)
        let compositor = try PlatformCompositor(canvas: canvas, like: first)
        for layout in [CameraArrangement.Layout.sideBySide, .topAndBottom] {
            let placements = CameraArrangement(layout: layout).placements(of: [0, 1])
            let rows = try Self.luma(compositor.compose([first, second], placements: placements))
            #expect(rows.joined().allSatisfy { $0 == 200 || $0 == 100 })
            #expect(rows.first?.first == 200 && rows.last?.last == 100)
        }
    }

    @Test("R-MULTI-8: the small picture stands where the arrangement has it, with its line and its corners")
    func small() throws {
        let (first, second) = (try Self.picture(200, 1000, 500), try Self.picture(100))
        let compositor = try PlatformCompositor(canvas: CanvasSize(width: 1000, height: 500), like: first)
        let pip = PictureInPicture(x: 0.5, y: 0.5, width: 0.4)
        let placements = CameraArrangement(pip: pip).placements(of: [0, 1])
        let rows = try Self.luma(compositor.compose([first, second], placements: placements))
        // From 300, 150 to 700, 350; the line is two pixels wide, the corners have a radius of ten.
        #expect(rows[250][299] == 200 && rows[250][300] == 235 && rows[250][301] == 235 && rows[250][302] == 100)
        #expect(rows[250][697] == 100 && rows[250][698] == 235 && rows[250][699] == 235 && rows[250][700] == 200)
        #expect(rows[149][500] == 200 && rows[150][500] == 235 && rows[349][500] == 235 && rows[350][500] == 200)
        #expect(rows[150][300] == 200 && rows[349][699] == 200)
        let swapped = CameraArrangement(leading: 1, pip: pip).placements(of: [0, 1])
        let other = try Self.luma(compositor.compose([first, second], placements: swapped))
        #expect(other[0][0] == 100 && other[250][500] == 200)
    }

    @Test("Three cameras: each picture is where the arrangement has it, and one that is missing is left out")
    func three() throws {
        let frames = [try Self.picture(200), try Self.picture(100), try Self.picture(50)]
        let compositor = try PlatformCompositor(canvas: CanvasSize(width: 480, height: 270), like: frames[0])
        func canvas(_ arrangement: CameraArrangement, _ frames: [CVPixelBuffer?]) throws -> [[UInt8]] {
            let cameras = frames.indices.filter { frames[$0] != nil }
            return try Self.luma(compositor.compose(frames, placements: arrangement.placements(of: cameras)))
        }
        let columns = try canvas(CameraArrangement(layout: .sideBySide), frames)
        #expect([80, 240, 400].map { columns[135][$0] } == [200, 100, 50])
        let rows = try canvas(CameraArrangement(layout: .topAndBottom, leading: 2), frames)
        #expect([45, 135, 225].map { rows[$0][240] } == [50, 100, 200])
        let pip = CameraArrangement(pip: PictureInPicture(x: 0.25, y: 0.5, width: 0.2))
        let small = try canvas(pip, frames)
        // The first small one is around 120, the next one a margin and its width to the right of it.
        let next = Int((0.25 + 0.2 + PictureInPicture.horizontalMargin) * 480)
        #expect(small[135][120] == 100 && small[135][next] == 50 && small[10][10] == 200 && small[135][400] == 200)
        let lost = try canvas(CameraArrangement(layout: .sideBySide), [frames[0], nil, frames[2]])
        #expect([10, 230, 250, 470].map { lost[135][$0] } == [200, 200, 50, 50])
    }

    @Test("R-PREV-2: a camera's picture is mirrored in its place, and the other one's is not")
    func mirrored() throws {
        func halves() throws -> CVPixelBuffer {
            let picture = try Self.picture(60)
            CVPixelBufferLockBaseAddress(picture, [])
            defer { CVPixelBufferUnlockBaseAddress(picture, []) }
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(picture, 0))
            for row in 0..<90 { memset(base + row * CVPixelBufferGetBytesPerRowOfPlane(picture, 0), 180, 80) }
            return picture
        }
        let (first, second) = (try halves(), try halves())
        for mirrored: Set<Int> in [[], [0], [1], [0, 1]] {
            let compositor = try PlatformCompositor(
                canvas: CanvasSize(width: 160, height: 90),
                like: first,
                mirroring: mirrored
            )
            // The left and the right of each camera's picture: in the canvas, and in a small picture in its middle.
            for leading in 0..<2 {
                let arrangement = CameraArrangement(
                    leading: leading,
                    pip: PictureInPicture(x: 0.5, y: 0.5, width: 0.4)
                )
                let rows = try Self.luma(
                    compositor.compose([first, second], placements: arrangement.placements(of: [0, 1]))
                )
                let (large, small) = ((rows[10][10], rows[10][150]), (rows[45][60], rows[45][100]))
                #expect((large.0 < large.1) == mirrored.contains(leading), "\(mirrored), \(leading): \(large)")
                #expect((small.0 < small.1) == mirrored.contains(1 - leading), "\(mirrored), \(leading): \(small)")
            }
        }
    }

    @Test("R-MULTI-8: canvases have the matrix of the first picture, whichever camera is the large one")
    func matrix() throws {
        let (first, second) = (try Self.picture(200), try Self.picture(100))
        for (picture, name) in [
            (first, kCVImageBufferYCbCrMatrix_ITU_R_709_2), (second, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
        ] {
            CVBufferSetAttachment(picture, kCVImageBufferYCbCrMatrixKey, name, .shouldPropagate)
        }
        let compositor = try PlatformCompositor(canvas: CanvasSize(width: 160, height: 90), like: first)
        for leading in 0..<2 {
            let canvas = try compositor.compose(
                [first, second],
                placements: CameraArrangement(leading: leading).placements(of: [0, 1])
            )
            let name = CVBufferCopyAttachment(canvas, kCVImageBufferYCbCrMatrixKey, nil) as? CFString
            #expect(name == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        }
    }

    @Test("Canvases have the range of the pictures, and a picture that is missing is left out")
    func missing() throws {
        let full = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        let first = try Self.picture(200, format: full)
        let compositor = try PlatformCompositor(canvas: CanvasSize(width: 160, height: 90), like: first)
        let placements = CameraArrangement(layout: .sideBySide).placements(of: [0, 1])
        let half = try compositor.compose([first, nil], placements: placements)
        #expect(CVPixelBufferGetPixelFormatType(half) == full)
        let rows = try Self.luma(half)
        #expect(rows[40][79] == 200 && rows[40][80] == 0)
        let other = try PlatformCompositor(
            canvas: CanvasSize(width: 160, height: 90),
            like: Self.picture(1, format: Self.video)
        )
        let black = try other.compose([nil, nil], placements: placements)
        #expect(CVPixelBufferGetPixelFormatType(black) == Self.video)
        #expect(try Self.luma(black).joined().allSatisfy { $0 == 16 })
        // A camera alone that fills the canvas is not drawn anew.
        let alone = CameraArrangement().placements(of: [0])
        #expect(try compositor.compose([first, nil], placements: alone) === first)
    }
}
