import CVideo4Linux
import CaptureDriver
import CoreMedia
import CoreVideo
import FoundationExtras
import Testing

@testable import V4L2Driver

@Suite("Formats")
struct FormatTests {
    private func size(_ width: Int32, _ height: Int32) -> CaptureDimensions {
        CaptureDimensions(width: width, height: height)
    }

    @Test(
        "Nonsense durations are rejected, sensible ones reduced",
        arguments: [
            (0, 0, nil), (1, 0, nil), (0, 30, nil), (1, 30, (1, 30)), (2, 60, (1, 30)),
            (333_333, 10_000_000, (333_333, 10_000_000)), (1_001, 30_000, (1_001, 30_000)), (1, .max, nil),
            (.max, 1, nil),
        ] as [(UInt32, UInt32, (Int64, Int32)?)]
    )
    func intervals(numerator: UInt32, denominator: UInt32, expected: (Int64, Int32)?) {
        let interval = FrameInterval(numerator: numerator, denominator: denominator)
        #expect(interval.isPlausible == (expected != nil))
        let time = interval.time
        #expect(CMTIME_IS_VALID(time) == (expected != nil))
        if let expected { #expect(time.value == expected.0 && time.timescale == expected.1) }
    }

    @Test("A time becomes the kernel's fraction")
    func fractions() {
        #expect(FrameInterval(CMTime(value: 1, timescale: 30)) == FrameInterval(numerator: 1, denominator: 30))
        #expect(FrameInterval(.invalid) == nil)
        #expect(FrameInterval(.zero) == nil)
        #expect(FrameInterval(CMTime(value: -1, timescale: 30)) == nil)
        #expect(FrameInterval(.positiveInfinity) == nil)
        let large = FrameInterval(CMTime(value: 1 << 40, timescale: 1 << 30))
        #expect(large == nil || large?.isPlausible == true)
    }

    @Test("Durations come highest rate first, without doubles and nonsense")
    func lists() {
        let list = FrameIntervalList.discrete([
            FrameInterval(numerator: 1, denominator: 15), FrameInterval(numerator: 0, denominator: 0),
            FrameInterval(numerator: 1, denominator: 30), FrameInterval(numerator: 1, denominator: 15),
        ])
        #expect(list.durations == [.rate(30), .rate(15)])
        let range = FrameIntervalList.range(
            shortest: FrameInterval(numerator: 1, denominator: 60),
            longest: FrameInterval(numerator: 1, denominator: 5)
        )
        #expect(range.durations == [.rates(5, 60)])
        let reversed = FrameIntervalList.range(
            shortest: FrameInterval(numerator: 1, denominator: 5),
            longest: FrameInterval(numerator: 1, denominator: 60)
        )
        #expect(reversed.durations.isEmpty)
    }

    @Test("Of a range of sizes the standard ones on its grid, the signal's and the largest are offered")
    func sizes() {
        let range = FrameSizeList.Range(minimum: size(320, 240), maximum: size(1_300, 800), step: size(16, 8))
        let sizes = FrameSizeList.stepwise(range).sizes(current: size(656, 488))
        #expect(sizes.contains(size(640, 480)) && sizes.contains(size(1_280, 720)))
        #expect(!sizes.contains(size(160, 120)) && !sizes.contains(size(1_920, 1_080)))
        #expect(sizes.contains(size(656, 488)))
        #expect(sizes.last == size(1_300, 800))
        #expect(!FrameSizeList.stepwise(range).sizes(current: size(650, 490)).contains(size(650, 490)))
        let scaler = FrameSizeList.Range(minimum: size(16, 16), maximum: size(16_384, 8_640), step: size(2, 2))
        #expect(FrameSizeList.stepwise(scaler).sizes().last == size(4_096, 2_160))
        let continuous = FrameSizeList.Range(minimum: size(1, 1), maximum: size(1_920, 1_080), step: size(1, 1))
        #expect(FrameSizeList.stepwise(continuous).sizes().contains(size(1_920, 1_080)))
        let doubtful = FrameSizeList.discrete([size(0, 0), size(640, 480), size(640, 480), size(-1, 5)])
        #expect(doubtful.sizes() == [size(640, 480)])
    }

    private func format(_ type: FourCharCode, _ width: Int32, _ height: Int32, _ rate: Int32) -> CaptureFormat {
        CaptureFormat(mediaSubType: type, dimensions: size(width, height), frameDurations: [.rate(rate)])
    }

    @Test("The default is what a webcam program would take")
    func preference() {
        let yuvs = kCVPixelFormatType_422YpCbCr8_yuvs
        let jpeg = kCMVideoCodecType_JPEG
        let usual = [
            format(yuvs, 640, 480, 30), format(yuvs, 1_280, 720, 10), format(yuvs, 1_920, 1_080, 5),
            format(jpeg, 640, 480, 30), format(jpeg, 1_280, 720, 30), format(jpeg, 1_920, 1_080, 30),
        ]
        #expect(FormatPreference.sorted(usual).first == format(jpeg, 1_920, 1_080, 30))
        let slowJPEG = [format(yuvs, 640, 480, 30), format(jpeg, 640, 480, 30), format(jpeg, 1_920, 1_080, 15)]
        #expect(FormatPreference.sorted(slowJPEG).first == format(yuvs, 640, 480, 30))
        let fast = [format(jpeg, 1_920, 1_080, 60), format(yuvs, 1_920, 1_080, 60), format(yuvs, 3_840, 2_160, 30)]
        #expect(FormatPreference.sorted(fast).first == format(yuvs, 1_920, 1_080, 60))
        #expect(FormatPreference.sorted(fast).last == format(yuvs, 3_840, 2_160, 30))
    }

    @Test("Four characters, both ways")
    func codes() {
        #expect(PixelEncoding.fourCharacters("YUYV") == 0x5659_5559)
        #expect(PixelEncoding.text(0x4750_4A4D) == "MJPG")
        #expect(PixelEncoding.encoding(code: PixelEncoding.fourCharacters("MJPG"))?.isCompressed == true)
        #expect(PixelEncoding.encoding(code: PixelEncoding.fourCharacters("RG10")) == nil)
        let nv12 = PixelEncoding.encoding(code: PixelEncoding.fourCharacters("NV12"))
        #expect(nv12?.mediaSubType(isFullRange: false) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(nv12?.mediaSubType(isFullRange: true) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    }

    @Test(
        "Every encoding's layout is one that Core Video accepts",
        arguments: PixelEncoding.all.filter { !$0.isCompressed }
    )
    func layouts(encoding: PixelEncoding) throws {
        for (width, height) in [(64, 32), (639, 361)] {
            let layout = try ImageLayout(
                arrangement: encoding.arrangement,
                width: width,
                height: height,
                bytesPerRow: 0,
                sizeImage: 1 << 24
            )
            let shape = FrameShape(
                kind: .image(layout),
                mediaSubType: encoding.videoRange,
                dimensions: size(Int32(width), Int32(height)),
                attachments: Colorimetry(colorspace: 0).attachments()
            )
            let memory = try #require(CopiedMemory(length: layout.byteCount))
            #expect(FrameSlot(memory: memory, shape: shape) != nil)
        }
    }

    @Test("Layouts follow the driver's row length, and nonsense is refused")
    func padding() throws {
        let layout = try ImageLayout(
            arrangement: .biplanar420(bytesPerSample: 1),
            width: 640,
            height: 480,
            bytesPerRow: 704,
            sizeImage: 704 * 720
        )
        #expect(layout.planes.map(\.bytesPerRow) == [704, 704])
        #expect(layout.planes[1].offset == 704 * 480 && layout.byteCount == 704 * 720)
        let planar = try ImageLayout(
            arrangement: .planar420,
            width: 640,
            height: 480,
            bytesPerRow: 640,
            sizeImage: 460_800
        )
        #expect(planar.planes.map(\.offset) == [0, 307_200, 384_000])
        let wrong: [(Int, Int, Int, Int, ImageLayout.InvalidInput)] = [
            (0, 480, 0, 1_000_000, .dimensions), (640, 0, 0, 1_000_000, .dimensions),
            (640, 480, 1_279, 1_000_000, .bytesPerRow), (640, 480, 10_000_000, 1_000_000, .bytesPerRow),
            (640, 480, 1_280, 614_399, .size), (1_000_000, 480, 0, .max, .dimensions),
        ]
        for (width, height, row, bytes, expectedError) in wrong {
            #expect(throws: expectedError) {
                try ImageLayout(
                    arrangement: .packed(bytesPerPixel: 2),
                    width: width,
                    height: height,
                    bytesPerRow: row,
                    sizeImage: bytes
                )
            }
        }
    }

    @Test(
        "Colour spaces become Core Video's attachments",
        arguments: [
            (V4L2_COLORSPACE_SRGB, "ITU_R_709_2", "IEC_sRGB", "ITU_R_601_4", false),
            (V4L2_COLORSPACE_JPEG, "ITU_R_709_2", "IEC_sRGB", "ITU_R_601_4", true),
            (V4L2_COLORSPACE_REC709, "ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2", false),
            (V4L2_COLORSPACE_SMPTE170M, "SMPTE_C", "ITU_R_709_2", "ITU_R_601_4", false),
            (V4L2_COLORSPACE_BT2020, "ITU_R_2020", "ITU_R_2020", "ITU_R_2020", false),
            (V4L2_COLORSPACE_DEFAULT, "ITU_R_709_2", "IEC_sRGB", "ITU_R_601_4", false),
        ]
    )
    func colours(space: v4l2_colorspace, primaries: String, transfer: String, matrix: String, isFull: Bool) {
        let colorimetry = Colorimetry(colorspace: space.rawValue)
        #expect(colorimetry.attachments().map { $0.value as String } == [primaries, transfer, matrix])
        #expect(colorimetry.isFullRange == isFull)
    }

    @Test("What the driver says of its own overrides the colour space")
    func explicitColours() {
        let colorimetry = Colorimetry(
            colorspace: V4L2_COLORSPACE_SRGB.rawValue,
            transfer: V4L2_XFER_FUNC_709.rawValue,
            matrix: V4L2_YCBCR_ENC_709.rawValue,
            quantization: V4L2_QUANTIZATION_FULL_RANGE.rawValue
        )
        #expect(
            colorimetry.attachments().map { $0.value as String } == ["ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2"]
        )
        #expect(colorimetry.isFullRange)
    }

    @Test("S-98: every format may be used beside other cameras, as the bus decides when streams start")
    func severalCameras() throws {
        let device = try #require(ForcedErrorTests.driver(FakeKernel()).devices().first)
        #expect(!device.formats.isEmpty && device.formats.allSatisfy(\.traits.isMultiCamSupported))
    }
}
