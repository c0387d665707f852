import CLibYUV
import CaptureDriver
import CoreMedia
import Foundation
import Testing

@testable import SimulatedDriver

@Suite("Pictures of simulated cameras")
struct SceneFrameTests {
    private func compose(
        width: Int32,
        height: Int32,
        angle: Int = 0,
        direction: SceneView.Direction = .away,
        effects: ImageEffects = ImageEffects(),
        isFullRange: Bool = true,
        scene: any SimulatedScene = MovingScene()
    ) throws -> PlanarImage {
        let view = SceneView(
            cameraName: "Test",
            direction: direction,
            magnification: 1,
            transform: UprightTransform(sensor: CaptureDimensions(width: width, height: height), angle: angle),
            isFullRange: isFullRange
        )
        let image = PlanarImage(width: Int(width), height: Int(height))
        let composer = try SceneComposer(scene: scene, view: view, framesPerSecond: 30)
        composer.compose(at: 1, frame: 77, timecode: Self.timecode, effects: effects, into: image.view)
        return image
    }

    private static let timecode = Timecode(counter: 0xdead_beef, nanoseconds: 0x0123_4567_89ab_cdef)

    private func find(_ image: PlanarImage) -> TimecodeReader.TimecodeReading? {
        TimecodeReader(luma: image.luma.base, width: image.width, height: image.height, rowStride: image.luma.stride)
            .find()
    }

    @Test(
        "The timecode can be read at every size, turned in every way",
        arguments: [192, 352, 640, 1920],
        [0, 90, 180, 270]
    )
    func everySize(width: Int32, angle: Int) throws {
        for isFullRange in [true, false] {
            let image = try compose(width: width, height: width * 3 / 4, angle: angle, isFullRange: isFullRange)
            let sighting = try #require(find(image))
            #expect(
                sighting == TimecodeReader.TimecodeReading(timecode: Self.timecode, angle: angle, isMirrored: false)
            )
        }
    }

    @Test("A scene that bears no timecode is shown as it is drawn")
    func unmarked() throws {
        let image = try compose(width: 640, height: 480, scene: UnmarkedScene())
        #expect(find(image) == nil)
        let view = SceneView(
            cameraName: "Test",
            direction: .away,
            magnification: 1,
            transform: UprightTransform(sensor: CaptureDimensions(width: 640, height: 480), angle: 0),
            isFullRange: true
        )
        let drawn = PlanarImage(width: 640, height: 480)
        MovingScene().makeRenderer(for: view).render(at: 1, into: SceneTarget(drawn.view))
        for row in 0..<480 {
            let (shown, wanted) = (image.luma.base + row * image.luma.stride, drawn.luma.base + row * drawn.luma.stride)
            #expect(memcmp(shown, wanted, 640) == 0, "row \(row)")
        }
    }

    private struct UnmarkedScene: SimulatedScene {
        let name = "unmarked"
        let bearsTimecode = false

        func makeRenderer(for view: SceneView) throws -> any SceneRenderer {
            MovingScene().makeRenderer(for: view)
        }
    }

    @Test("The reader tells a mirrored picture")
    func mirrored() throws {
        let image = try compose(width: 640, height: 480)
        for row in 0..<image.height {
            var line = UnsafeMutableBufferPointer(start: image.luma.base + row * image.luma.stride, count: image.width)
            line.reverse()
        }
        #expect(find(image)?.isMirrored == true)
    }

    @Test("The timecode survives JPEG at quality 80 and scaling to 640 x 360", arguments: [1920, 1280])
    func survives(width: Int32) throws {
        for angle in [0, 90] {
            let image = try compose(width: width, height: width * 9 / 16, angle: angle)
            let small = PlanarImage(width: 640, height: 360)
            image.view.scale(into: small.view, kFilterBox)
            let block = try #require(WebcamEncoder(quality: 80).encode(small.pixelBuffer(), .none))
            let decoded = try DecodedLuma(jpeg: Array(block.dataBytes()))
            #expect(
                decoded.reader { $0.find() }
                    == TimecodeReader.TimecodeReading(timecode: Self.timecode, angle: angle, isMirrored: false)
            )
        }
    }

    @Test("A damaged strip is not read")
    func damaged() throws {
        let image = try compose(width: 640, height: 480)
        for column in 300..<330 { image.luma.base[475 * image.luma.stride + column] ^= 0xff }
        for row in 470..<480 { for column in 200..<260 { image.luma.base[row * image.luma.stride + column] = 255 } }
        #expect(find(image) == nil)
    }

    @Test("The checksum is CRC-16/CCITT-FALSE")
    func checksum() {
        #expect(Timecode(counter: 0, nanoseconds: 0).checksum == 0x84f9)
        let words = Self.timecode.words
        #expect(Timecode(upper: words.upper, lower: words.lower) == Self.timecode)
        for bit in 0..<64 {
            #expect(Timecode(upper: words.upper ^ (1 << UInt64(bit)), lower: words.lower) == nil)
            #expect(Timecode(upper: words.upper, lower: words.lower ^ (1 << UInt64(bit))) == nil)
        }
    }

    @Test(
        "However the phone is held, the picture is upright after the turn that the camera's mounting asks for",
        arguments: HostOrientation.allCases
    )
    func upright(orientation: HostOrientation) throws {
        let bench = Bench()
        bench.phone.orientation = orientation
        let expected: [HostOrientation: (back: Int, front: Int)] = [
            .portrait: (90, 90), .portraitUpsideDown: (270, 270), .landscapeLeft: (0, 180), .landscapeRight: (180, 0),
        ]
        for name in ["Back Camera", "Front Camera"] {
            let recorder = Recorder()
            let handle = try bench.open(name)
            try bench.stream(handle, recorder)
            bench.clock.advance(bySeconds: 0.04)
            let wanted = try #require(expected[orientation])
            #expect(recorder.frames.first?.sighting?.angle == (name == "Back Camera" ? wanted.back : wanted.front))
            handle.close()
        }
    }

    @Test("Turning the phone turns the world in a running stream")
    func turning() throws {
        let bench = Bench()
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.04)
        bench.phone.orientation = .landscapeLeft
        bench.clock.advance(bySeconds: 0.04)
        #expect(recorder.frames.map(\.sighting?.angle) == [90, 0])
    }

    @Test("Sky is up: the upright picture is brighter above than below")
    func sky() throws {
        for angle in [0, 90, 180, 270] {
            let image = try compose(width: 640, height: 480, angle: angle)
            let transform = UprightTransform(sensor: CaptureDimensions(width: 640, height: 480), angle: angle)
            let size = transform.upright
            let half = { (top: Int) -> Int in
                let rect = transform.sensorRect(
                    PixelRect(x: 0, y: top, width: Int(size.width), height: Int(size.height) / 4)
                )
                var sum = 0
                for y in rect.y..<rect.y + rect.height {
                    for x in rect.x..<rect.x + rect.width { sum += Int(image.luma.base[y * image.luma.stride + x]) }
                }
                return sum / (rect.width * rect.height)
            }
            #expect(half(Int(size.height) / 6) > half(Int(size.height) * 11 / 16) + 30)
        }
    }

    @Test("Cameras show different pictures")
    func cameras() throws {
        let bench = Bench()
        var pictures: Set<Int> = []
        // Cameras with a depth sensor see what those see that they are made of.
        let devices = bench.phone.driver.devices()
            .filter { $0.constituents.isEmpty && $0.formats.allSatisfy { $0.traits.depthFormats.isEmpty } }
        for device in devices {
            let recorder = Recorder()
            let handle = try bench.open(device.name)
            try bench.stream(handle, recorder)
            bench.clock.advance(bySeconds: 0.04)
            pictures.insert(try #require(recorder.frames.first).brightness)
            handle.close()
        }
        #expect(pictures.count == 4)
    }

    @Test("Settings show: exposure bias and torch brighten, a long exposure too, and frames tell what was set")
    func settings() throws {
        let bench = Bench()
        let recorder = Recorder()
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        let look = { () -> Int in
            bench.clock.advance(bySeconds: 0.034)
            return recorder.frames.last?.brightness ?? 0
        }
        let normal = look()
        try handle.setControl(.exposureBias, to: .number(2))
        #expect(look() > normal + 20)
        #expect(recorder.frames.last?.exposure.bias == 2)
        try handle.setControl(.exposureBias, to: .number(-2))
        #expect(look() < normal - 20)
        try handle.setControl(.exposureBias, to: .number(0))
        try handle.setControl(.torchLevel, to: .number(1))
        #expect(look() > normal + 5)
        try handle.setControl(.torchLevel, to: .number(0))
        try handle.setControl(.exposureDuration, to: .number(0.001))
        #expect(look() < normal - 20)
        #expect(try handle.controlValue(.exposureMode) == .mode(3))
        #expect(recorder.frames.last?.exposure.duration == 0.001)
        #expect(recorder.frames.last?.exposure.aperture == 1.78)
    }

    @Test("A single run of auto focus ends in locked focus")
    func autoFocus() throws {
        let bench = Bench()
        let handle = try bench.open()
        try handle.setControl(.lensPosition, to: .number(0.1))
        #expect(try handle.controlValue(.focusMode) == .mode(0))
        try handle.setControl(.focusMode, to: .mode(1))
        #expect(try handle.controlValue(.focusMode) == .mode(1))
        bench.clock.advance(bySeconds: 0.4)
        #expect(try handle.controlValue(.focusMode) == .mode(0))
        #expect(try handle.controlValue(.lensPosition) == .number(0.75))
    }

    @Test("Controls that a camera lacks, and values of another kind, are refused; numbers become the nearest")
    func refusedControls() throws {
        let bench = Bench()
        let front = try bench.open("Front Camera")
        for (control, value) in [
            (CaptureControl.torchLevel, CaptureControlValue.number(1)), (.zoom, .number(.nan)), (.zoom, .mode(1)),
            (.exposureMode, .mode(7)), (.focusMode, .mode(2)),
        ] {
            let error = #expect(throws: CaptureDriverError.self) { try front.setControl(control, to: value) }
            #expect(error?.kind == .unsupportedControl)
        }
        try front.setControl(.zoom, to: .number(0.5))
        #expect(try front.controlValue(.zoom) == .number(1))
        try front.setControl(.whiteBalanceGains, to: .gains(red: 5, green: 1, blue: 0))
        #expect(try front.controlValue(.whiteBalanceGains) == .gains(red: 4, green: 1, blue: 1))
    }

    @Test("Zoom and blur keep label and strip sharp")
    func effects() throws {
        for effects in [
            ImageEffects(zoom: 3), ImageEffects(blur: 8),
            ImageEffects(zoom: 40, blur: 4, brightness: 2, warmth: 1),
        ] {
            #expect(find(try compose(width: 640, height: 480, effects: effects))?.timecode == Self.timecode)
        }
    }
}
