import AVFoundation
import CoreMedia
import CoreVideo
import ImageProcessing
import SimulatedDriver
import Synchronization
import Testing

@_spi(Pinhole) @testable import CameraEngine

/// A press of the shutter in a test.
final class Press: Sendable {
    private let replies = Mutex<[Result<CapturedPhoto, PhotoFailure>]>([])

    func reply(_ reply: Result<CapturedPhoto, PhotoFailure>) {
        replies.withLock { $0.append(reply) }
    }

    /// How often it was answered.
    var count: Int { replies.withLock { $0.count } }

    /// The photo; `nil` while there is none, and after a failure.
    var photo: CapturedPhoto? { try? replies.withLock { $0.first }?.get() }

    /// The failure; `nil` while there is none, and after a success.
    var failure: PhotoFailure? {
        guard case .failure(let failure) = replies.withLock({ $0.first }) else { return nil }
        return failure
    }
}

extension EngineFixture {
    /// A fixture whose camera is live, for photos that are looked at.
    static func live(
        _ profile: SimulatedPhone.Profile = .iphone,
        configuration: EngineConfiguration = EngineConfiguration(),
        selection: CameraSelection = CameraSelection()
    ) async -> EngineFixture {
        let fixture = EngineFixture(profile, configuration: configuration, scene: MovingScene())
        fixture.engine.select(selection)
        fixture.engine.start()
        await fixture.expect(.live)
        return fixture
    }

    /// Presses the shutter.
    func press(_ request: PhotoRequest = PhotoRequest()) -> Press {
        let press = Press()
        engine.photos.begin(engine.photos.nextPress(), request) { press.reply($0) }
        return press
    }

    /// Lets time pass until all presses are answered.
    func answer(
        _ presses: Press...,
        within seconds: Double = 30,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await answer(presses, within: seconds, sourceLocation: sourceLocation)
    }

    /// Lets time pass until all presses are answered, once each.
    func answer(
        _ presses: [Press],
        within seconds: Double = 30,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        for _ in 0..<Int(seconds * 100) {
            await settle()
            if presses.allSatisfy({ $0.count > 0 }) { break }
            clock.advance(bySeconds: 0.01)
        }
        #expect(presses.allSatisfy { $0.count == 1 }, "\(presses.map(\.count))", sourceLocation: sourceLocation)
    }

    /// Takes a photo, which has to succeed.
    func photo(
        _ request: PhotoRequest = PhotoRequest(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CapturedPhoto {
        let press = press(request)
        await answer(press, sourceLocation: sourceLocation)
        return try #require(press.photo, "\(String(describing: press.failure))", sourceLocation: sourceLocation)
    }

    /// Takes a scan, which has to succeed.
    func scan(sourceLocation: SourceLocation = #_sourceLocation) async throws -> CapturedPhoto {
        let press = Press()
        Task { [engine] in
            do throws(PhotoFailure) {
                press.reply(.success(try await engine.takeScan()))
            } catch {
                press.reply(.failure(error))
            }
        }
        await answer(press, sourceLocation: sourceLocation)
        return try #require(press.photo, "\(String(describing: press.failure))", sourceLocation: sourceLocation)
    }

    /// Whether the shutter is ready, as a user interface is told.
    var shutter: ShutterReadiness {
        get async { await engine.state.shutter }
    }

    /// Expects what a user interface is told of the shutter now.
    func expectShutter(_ wanted: ShutterReadiness, sourceLocation: SourceLocation = #_sourceLocation) async {
        let shutter = await shutter
        #expect(shutter == wanted, sourceLocation: sourceLocation)
    }

    /// Stops the camera, and waits for it.
    func stop() async {
        engine.stop()
        await run { $0 == .off }
    }
}

/// A photo's wish that is not satisfied by a frame from before the press: the photo has not been taken yet when the press has.
let unhurried = PhotoRequest(quality: .speed)

/// What can be read off a photo.
struct Reading {
    let width: Int
    let height: Int
    let sighting: TimecodeReader.TimecodeReading
    let exif: ExifMetadata

    init(_ photo: CapturedPhoto) throws {
        let pixels = try JPEGDecoder(pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange).decode(photo.data)
        (width, height) = (CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels))
        sighting = try #require(TimecodeReader.find(in: pixels))
        exif = try #require(try ExifReader.metadata(of: photo.data))
    }
}

extension TimecodeReader {
    /// Finds the timecode in planar pixels.
    static func find(in pixels: CVPixelBuffer) -> TimecodeReading? {
        CVPixelBufferLockBaseAddress(pixels, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(pixels, 0) else { return nil }
        return TimecodeReader(
            luma: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)),
            width: CVPixelBufferGetWidth(pixels),
            height: CVPixelBufferGetHeight(pixels),
            rowStride: CVPixelBufferGetBytesPerRowOfPlane(pixels, 0)
        ).find()
    }
}
