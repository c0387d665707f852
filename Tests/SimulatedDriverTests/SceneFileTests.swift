import CLibAV
import CaptureDriver
import CoreMedia
import Foundation
import Testing

@testable import SimulatedDriver

@Suite("Scenes of files")
struct SceneFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scene-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func view(angle: Int = 0, width: Int32 = 640, height: Int32 = 480) -> SceneView {
        SceneView(
            cameraName: "Test",
            direction: .away,
            magnification: 1,
            transform: UprightTransform(sensor: CaptureDimensions(width: width, height: height), angle: angle),
            isFullRange: true
        )
    }

    /// A picture that is bright in its upper left quarter.
    private func markedImage() -> PlanarImage {
        let image = PlanarImage(width: 320, height: 160)
        for row in 0..<160 {
            for column in 0..<320 {
                image.luma.base[row * image.luma.stride + column] = row < 80 && column < 160 ? 230 : 40
            }
        }
        for row in 0..<80 { for column in 0..<320 { image.chroma.base[row * image.chroma.stride + column] = 128 } }
        return image
    }

    private func writePhoto() throws -> String {
        defer { withExtendedLifetime(folder) {} }
        let block = try #require(WebcamEncoder().encode(markedImage().pixelBuffer(), .none))
        let file = folder.appendingPathComponent("photo.jpg")
        try block.dataBytes().write(to: file)
        return file.path
    }

    private func render(_ scene: any SimulatedScene, _ view: SceneView, at seconds: Double = 0) throws -> PlanarImage {
        let size = view.transform.sensor
        let image = PlanarImage(width: Int(size.width), height: Int(size.height))
        try scene.makeRenderer(for: view).render(at: seconds, into: SceneTarget(image.view))
        return image
    }

    /// The luma at a place of the upright picture, 0 to 1.
    private func luma(_ image: PlanarImage, _ view: SceneView, _ x: Double, _ y: Double) -> Int {
        let size = view.transform.upright
        let spot = view.transform.sensorRect(
            PixelRect(x: Int(x * Double(size.width)), y: Int(y * Double(size.height)), width: 1, height: 1)
        )
        return Int(image.luma.base[spot.y * image.luma.stride + spot.x])
    }

    @Test("A photo is scaled to fit, upright however the sensor lies", arguments: [0, 90, 180, 270])
    func photo(angle: Int) throws {
        let view = view(angle: angle)
        let image = try render(PhotoScene(path: writePhoto()), view)
        #expect(abs(luma(image, view, 0.25, 0.45) - 230) < 12)
        #expect(abs(luma(image, view, 0.75, 0.45) - 40) < 12)
        #expect(abs(luma(image, view, 0.25, 0.55) - 40) < 12)
        #expect(luma(image, view, 0.5, 0.03) == 0)
        #expect(luma(image, view, 0.5, 0.95) == 0)
    }

    @Test("A longer lens shows the middle of a photo, a wider one black around it", arguments: [0, 90])
    func lenses(angle: Int) throws {
        let scene = try PhotoScene(path: writePhoto())
        var view = view(angle: angle)
        view.magnification = 3
        var image = try render(scene, view)
        #expect(abs(luma(image, view, 0.2, 0.2) - 230) < 12 && abs(luma(image, view, 0.8, 0.8) - 40) < 12)
        #expect(luma(image, view, 0.4, 0.03) > 200)
        view.magnification = 0.5
        image = try render(scene, view)
        #expect(abs(luma(image, view, 0.4, 0.48) - 230) < 12 && abs(luma(image, view, 0.6, 0.48) - 40) < 12)
        #expect(luma(image, view, 0.2, 0.48) == 0 && luma(image, view, 0.8, 0.48) == 0)
    }

    @Test("A video plays in real time and begins anew at its end")
    func video() throws {
        let file = folder.appendingPathComponent("video.mjpeg.avi").path
        try MovieFixture.write(path: file, levels: [30, 90, 150, 210], framesPerSecond: 10)
        let scene = try VideoScene(path: file)
        let view = view(width: 64, height: 64)
        let renderer = try scene.makeRenderer(for: view)
        let image = PlanarImage(width: 64, height: 64)
        var seen: [Int] = []
        for step in 0..<12 {
            renderer.render(at: Double(step) * 0.1 + 0.05, into: SceneTarget(image.view))
            seen.append((luma(image, view, 0.5, 0.5) + 30) / 60)
        }
        #expect(seen == [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])
    }

    @Test("Files that cannot be shown are refused with a reason")
    func refused() throws {
        let missing = #expect(throws: SceneError.self) { try PhotoScene(path: "/nowhere/photo.jpg") }
        #expect(missing?.description.contains("No such file") == true)
        let text = folder.appendingPathComponent("text.jpg")
        try Data("This is not a picture.".utf8).write(to: text)
        #expect(throws: SceneError.self) { try PhotoScene(path: text.path) }
        #expect(throws: SceneError.self) { try VideoScene(path: text.path) }
    }

    @Test("A scene's file that vanishes makes starting fail with its reason")
    func vanished() throws {
        let path = try writePhoto()
        let scene = try PhotoScene(path: path)
        try FileManager.default.removeItem(atPath: path)
        let phone = SimulatedPhone(profile: .webcam, scene: scene, clock: ManualCaptureClock())
        let handle = try phone.driver.open(try #require(phone.driver.devices().first).id)
        let error = #expect(throws: CaptureDriverError.self) {
            try handle.startStream(CaptureStreamRequest(format: handle.description.formats[0]), sink: Recorder())
        }
        #expect(error?.kind == .io)
        #expect(error?.advice.contains(path) == true)
    }
}

/// Writes small movies of plain grey pictures.
enum MovieFixture {
    struct Failure: Error {}

    /// Writes an AVI file with a JPEG picture for each level.
    static func write(path: String, levels: [UInt8], framesPerSecond: Int32) throws {
        var output: UnsafeMutablePointer<AVFormatContext>?
        avformat_alloc_output_context2(&output, nil, "avi", path)
        guard let output, let stream = avformat_new_stream(output, nil) else { throw Failure() }
        defer { avformat_free_context(output) }
        stream.pointee.time_base = AVRational(num: 1, den: framesPerSecond)
        let parameters = stream.pointee.codecpar
        parameters?.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters?.pointee.codec_id = AV_CODEC_ID_MJPEG
        parameters?.pointee.width = 64
        parameters?.pointee.height = 64
        guard avio_open(&output.pointee.pb, path, AVIO_FLAG_WRITE) >= 0, avformat_write_header(output, nil) >= 0 else {
            throw Failure()
        }
        for (index, level) in levels.enumerated() {
            try write(picture(level), at: Int64(index), to: output, stream)
        }
        av_write_trailer(output)
        avio_closep(&output.pointee.pb)
    }

    private static func picture(_ level: UInt8) throws -> Data {
        let image = PlanarImage(width: 64, height: 64)
        memset(image.luma.base, Int32(level), image.luma.stride * 64)
        memset(image.chroma.base, 128, image.chroma.stride * 32)
        guard let block = try WebcamEncoder().encode(image.pixelBuffer(), .none) else { throw Failure() }
        return try block.dataBytes()
    }

    private static func write(
        _ data: Data,
        at index: Int64,
        to output: UnsafeMutablePointer<AVFormatContext>,
        _ stream: UnsafeMutablePointer<AVStream>
    ) throws {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet, av_new_packet(packet, Int32(data.count)) >= 0 else { throw Failure() }
        data.copyBytes(to: packet.pointee.data, count: data.count)
        packet.pointee.stream_index = stream.pointee.index
        packet.pointee.flags = AV_PKT_FLAG_KEY
        packet.pointee.pts = av_rescale_q(index, AVRational(num: 1, den: 10), stream.pointee.time_base)
        packet.pointee.dts = packet.pointee.pts
        packet.pointee.duration = 1
        guard av_interleaved_write_frame(output, packet) >= 0 else { throw Failure() }
    }
}
