import CaptureDriver
import CoreMedia
import CoreVideo
import Synchronization
import Testing

@testable import SimulatedDriver

@Suite("Depth maps of simulated cameras")
struct DepthTests {
    private static let lidar = "Back LiDAR Depth Camera"
    private static let trueDepth = "Front TrueDepth Camera"

    /// A camera that streams small frames with depth maps.
    private struct Setup {
        let bench = Bench()
        let handle: any CaptureDeviceHandle
        let request: CaptureStreamRequest
        let sink = DepthSink()

        init(
            _ camera: String,
            type: OSType = kCVPixelFormatType_DepthFloat32,
            rate: Int32 = 30,
            interval: CMTime = .invalid
        ) throws {
            handle = try bench.open(camera)
            let format = try #require(
                handle.description.formats.first {
                    $0.dimensions.width == 640 && $0.frameDurations[0].shortest.timescale == rate
                }
            )
            let depth = try #require(format.traits.depthFormats.last { $0.mediaSubType == type })
            request = CaptureStreamRequest(
                format: format,
                depth: CaptureDepthRequest(format: depth, minimumInterval: interval)
            )
        }

        func run(seconds: Double) throws {
            _ = try handle.startStream(request, sink: sink)
            for _ in 0..<Int((seconds * 100).rounded()) { bench.clock.advance(bySeconds: 0.01) }
        }
    }

    @Test("Depth cameras come last, list maps of the frames' shape, and run alone")
    func profiles() throws {
        for profile in [SimulatedPhone.Profile.iphone, .ipad] {
            let bench = Bench(profile)
            let devices = bench.phone.driver.devices()
            #expect(devices.suffix(2).map(\.name) == [Self.trueDepth, Self.lidar])
            #expect(devices.suffix(2).map(\.position) == [.front, .back])
            #expect(devices.dropLast(2).allSatisfy { $0.formats.allSatisfy { $0.traits.depthFormats.isEmpty } })
            for format in devices.suffix(2).flatMap(\.formats) {
                #expect(!format.traits.isMultiCamSupported)
                for depth in format.traits.depthFormats {
                    let (own, size) = (format.dimensions, depth.dimensions)
                    #expect(own.width * size.height == own.height * size.width && size.width <= own.width)
                }
            }
            #expect(devices.suffix(2).allSatisfy { !$0.formats[$0.defaultFormatIndex].traits.depthFormats.isEmpty })
        }
        let small = Bench(.iphoneSE).phone.driver.devices()
        #expect(small.flatMap(\.formats).allSatisfy { $0.traits.depthFormats.isEmpty })
    }

    @Test("A map comes with each frame, tells distances within reach, and a hole for the sky")
    func maps() throws {
        let setup = try Setup(Self.lidar)
        try setup.run(seconds: 0.5)
        #expect(setup.sink.frames >= 14 && setup.sink.maps.count == setup.sink.frames)
        let map = try #require(setup.sink.maps.last)
        #expect(map.width == 320 && map.height == 240)
        let known = map.numbers.filter { !$0.isNaN }
        #expect(known.allSatisfy { (0.5...5).contains($0) })
        #expect(known.count > map.numbers.count / 3 && known.count < map.numbers.count)
        // The phone is held upright, so the world lies on its side: the sky is at the left, and the wood, which is near, at the right.
        let middle = (map.height / 2) * map.width
        #expect(map.numbers[middle + 2].isNaN || map.numbers[middle + 2] > 4)
        #expect(map.numbers[middle + map.width - 3] <= 2.1)
        #expect(Set(known).count > 8)
    }

    @Test("The robot is nearer than the shelves, and where its picture is")
    func robot() throws {
        let setup = try Setup(Self.trueDepth)
        setup.bench.phone.orientation = .landscapeRight
        try setup.run(seconds: 0.2)
        let map = try #require(setup.sink.maps.last)
        let head = map.numbers[map.height * 55 / 100 * map.width + map.width / 2]
        let corner = map.numbers[map.width / 20]
        #expect((0.7...1).contains(head) && (2.2...2.7).contains(corner), "\(head) \(corner)")
        #expect(map.numbers.allSatisfy { !$0.isNaN })
    }

    @Test("Maps of each type tell the same", arguments: [true, false])
    func types(isHalf: Bool) throws {
        func numbers(_ type: OSType) throws -> [Float] {
            let setup = try Setup(Self.lidar, type: type)
            try setup.run(seconds: 0.1)
            return try #require(setup.sink.maps.first).numbers
        }
        let depth = try numbers(isHalf ? kCVPixelFormatType_DepthFloat16 : kCVPixelFormatType_DepthFloat32)
        let disparity = try numbers(isHalf ? kCVPixelFormatType_DisparityFloat16 : kCVPixelFormatType_DisparityFloat32)
        let tolerance: Float = isHalf ? 0.002 : 1e-5
        #expect(
            zip(depth, disparity).allSatisfy { depth, disparity in
                depth.isNaN ? disparity.isNaN : abs(depth * disparity - 1) < tolerance
            }
        )
    }

    @Test("Maps are enlarged with the picture")
    func zoom() throws {
        let plain = try Setup(Self.lidar)
        try plain.run(seconds: 0.1)
        let zoomed = try Setup(Self.lidar)
        try zoomed.handle.setControl(.zoom, to: .number(2))
        try zoomed.run(seconds: 0.1)
        let (whole, middle) = (try #require(plain.sink.maps.first), try #require(zoomed.sink.maps.first))
        for (x, y) in [(0, 0), (100, 60), (319, 239), (200, 20)] {
            let (wide, near) = (
                whole.numbers[(60 + y / 2) * whole.width + 80 + x / 2], middle.numbers[y * middle.width + x]
            )
            #expect(wide == near || wide.isNaN && near.isNaN, "\(x) \(y): \(wide) \(near)")
        }
    }

    @Test("No map comes sooner after another than was asked for")
    func rate() throws {
        let fast = try Setup(Self.trueDepth, rate: 60)
        try fast.run(seconds: 1)
        #expect(fast.sink.frames >= 58 && (29...31).contains(fast.sink.maps.count))
        let slow = try Setup(Self.trueDepth, interval: CMTime(value: 1, timescale: 10))
        try slow.run(seconds: 1)
        #expect(slow.sink.frames >= 29 && (9...11).contains(slow.sink.maps.count))
    }

    @Test("Frames have no maps unless they are asked for; a depth format that is not the format's is refused")
    func requests() throws {
        let setup = try Setup(Self.lidar)
        _ = try setup.handle.startStream(CaptureStreamRequest(format: setup.request.format), sink: setup.sink)
        setup.bench.clock.advance(bySeconds: 0.2)
        #expect(setup.sink.frames > 0 && setup.sink.maps.isEmpty)
        let wide = try #require(setup.handle.description.formats.first { $0.dimensions.width == 1920 })
        #expect(throws: CaptureDriverError.self) {
            try setup.handle.startStream(
                CaptureStreamRequest(format: wide, depth: setup.request.depth),
                sink: setup.sink
            )
        }
    }

    @Test("Who holds all maps gets no more, but frames; a camera that may not see measures nothing")
    func limits() throws {
        let setup = try Setup(Self.lidar)
        setup.sink.holdMaps()
        try setup.run(seconds: 1)
        #expect(setup.sink.lost > 0 && setup.sink.frames >= 29)
        let blind = try Setup(Self.lidar)
        try blind.run(seconds: 0.1)
        blind.bench.phone.revokePermission()
        blind.bench.clock.advance(bySeconds: 0.1)
        #expect(try #require(blind.sink.maps.last).numbers.allSatisfy { $0.isNaN })
    }

    @Test("A flat scene is equally far away everywhere")
    func flat() throws {
        let target = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
        defer { target.deallocate() }
        let scene = FlatScene()
        let view = SceneView(
            cameraName: "",
            direction: .away,
            magnification: 1,
            transform: UprightTransform(sensor: CaptureDimensions(width: 8, height: 8), angle: 0),
            isFullRange: true
        )
        try scene.makeDepthRenderer(for: view)
            .renderDepth(at: 0, into: SceneDepthTarget(nearness: target, stride: 8, width: 8, height: 8))
        #expect((0..<64).allSatisfy { target[$0] == 128 })
    }
}

/// A scene that says nothing of depth.
private struct FlatScene: SimulatedScene {
    var name: String { "flat" }
    func makeRenderer(for view: SceneView) throws -> any SceneRenderer { MovingScene().makeRenderer(for: view) }
}

/// Remembers depth maps as numbers.
private final class DepthSink: CaptureStreamSink {
    struct Map {
        var width: Int
        var height: Int
        var numbers: [Float]
    }

    private struct State {
        var frames = 0
        var lost = 0
        var maps: [Map] = []
        var holds = false
        var held: [CVPixelBuffer] = []
    }

    private let state = Mutex(State())

    var frames: Int { state.withLock { $0.frames } }
    var lost: Int { state.withLock { $0.lost } }
    var maps: [Map] { state.withLock { $0.maps } }

    func holdMaps() { state.withLock { $0.holds = true } }

    func capture(_ frame: CaptureFrame) {
        state.withLock { state in
            state.frames += 1
            switch frame.depth {
            case .none: break
            case .outOfBuffers: state.lost += 1
            case .map(let buffer):
                if state.holds { state.held.append(buffer) } else { state.maps.append(Map(buffer)) }
            }
        }
    }

    func captureDropped(_ drop: CaptureDrop) {}
    func captureEvent(_ event: CaptureStreamEvent) {}
}

extension DepthSink.Map {
    fileprivate init(_ buffer: CVPixelBuffer) {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let type = CVPixelBufferGetPixelFormatType(buffer)
        let isHalf = type == kCVPixelFormatType_DepthFloat16 || type == kCVPixelFormatType_DisparityFloat16
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let base = CVPixelBufferGetBaseAddress(buffer)
        let numbers = (0..<height).flatMap { y in
            (0..<width).map { x -> Float in
                guard let row = base.map({ $0 + y * stride }) else { return .nan }
                return isHalf
                    ? Float(row.load(fromByteOffset: x * 2, as: Float16.self))
                    : row.load(fromByteOffset: x * 4, as: Float.self)
            }
        }
        self.init(width: width, height: height, numbers: numbers)
    }
}
