import CaptureCore
import CaptureDriver
import CoreMedia
import CoreVideo
import Foundation
import Testing

@testable import AVFoundation

@Suite struct PhotoRequestValidatorTests {
    private static let small = CaptureDimensions(width: 1024, height: 768)
    private static let large = CaptureDimensions(width: 4032, height: 3024)

    private func validator(
        hasFlash: Bool = false,
        isUsable: Bool = true,
        options: PhotoOutputOptions = .init(),
        maxQuality: AVCapturePhotoOutput.QualityPrioritization = .balanced
    ) -> PhotoRequestValidator {
        var source = PhotoCapabilities.Source(
            photoDimensions: [Self.small, Self.large],
            streamDimensions: Self.large
        )
        source.hasFlash = hasFlash
        source.isoRange = 30...3000
        source.exposureDurations = 0.0001...1
        source.biasRange = -8...8
        source.hasManualExposure = true
        return PhotoRequestValidator(
            capabilities: PhotoCapabilities(source: source, isConnectionUsable: isUsable),
            options: options,
            maxQuality: maxQuality
        )
    }

    private func request(_ change: (inout PhotoCaptureRequest) -> Void = { _ in }) -> PhotoCaptureRequest {
        var request = PhotoCaptureRequest(uniqueID: 1)
        change(&request)
        return request
    }

    @Test("S-174: default settings break no rule")
    func defaults() {
        #expect(validator().violation(of: request()) == nil)
    }

    @Test("S-148: used settings are refused")
    func used() {
        #expect(validator().violation(of: request { $0.isUsed = true }) == "Settings may not be re-used")
    }

    @Test("No camera, or a connection that is not active or enabled, is refused")
    func connection() {
        #expect(validator(isUsable: false).violation(of: request()) == "No active and enabled video connection")
        let unconnected = PhotoRequestValidator(capabilities: .none, options: .init(), maxQuality: .balanced)
        #expect(unconnected.violation(of: request()) == "No active and enabled video connection")
    }

    @Test("S-151: a processed format has exactly one of pixel format and codec, from the lists")
    func format() {
        let both = ProcessedPhotoFormat(pixelFormat: kCVPixelFormatType_32BGRA, codec: .jpeg, quality: nil)
        let neither = ProcessedPhotoFormat(pixelFormat: nil, codec: nil, quality: nil)
        let strange = ProcessedPhotoFormat(pixelFormat: 7, codec: nil, quality: nil)
        let proRes = ProcessedPhotoFormat(pixelFormat: nil, codec: .proRes422, quality: nil)
        for format in [both, neither, strange, proRes] {
            #expect(validator().violation(of: request { $0.format = format }) != nil)
        }
        let hevc = ProcessedPhotoFormat(pixelFormat: nil, codec: .hevc, quality: nil)
        for (fileType, isAllowed) in [(AVFileType.heic, true), (.jpg, false), (.tif, false), (.heif, false)] {
            let violation = validator().violation(
                of: request {
                    $0.format = hevc
                    $0.fileType = fileType
                }
            )
            #expect((violation == nil) == isAllowed, "\(fileType)")
        }
        #expect(validator().violation(of: request { $0.fileType = .heic }) != nil)
        let pixels = ProcessedPhotoFormat(pixelFormat: kCVPixelFormatType_32BGRA, codec: nil, quality: nil)
        #expect(
            validator().violation(
                of: request {
                    $0.format = pixels
                    $0.fileType = nil
                }
            ) == nil
        )
        #expect(validator().violation(of: request { $0.format = pixels }) != nil)
        #expect(validator().violation(of: request { $0.format = nil }) != nil)
    }

    @Test("S-151: RAW is refused, as no RAW format is available")
    func raw() {
        #expect(validator().violation(of: request { $0.rawPixelFormat = 1 })?.contains("availableRaw") == true)
        #expect(validator().violation(of: request { $0.rawFileType = .dng })?.contains("availableRaw") == true)
    }

    @Test("S-153: the quality may not be above the output's")
    func quality() {
        #expect(
            validator().violation(of: request { $0.quality = .quality })
                == "settings.photoQualityPrioritization must not be higher than self.maxPhotoQualityPrioritization"
        )
        #expect(validator(maxQuality: .quality).violation(of: request { $0.quality = .quality }) == nil)
        #expect(validator(maxQuality: .speed).violation(of: request { $0.quality = .speed }) == nil)
    }

    @Test("S-109: a request that chooses no quality is balanced, and never gets more than the output allows")
    func openQuality() {
        var open = request()
        #expect(open.quality == .balanced && validator(maxQuality: .speed).violation(of: open) == nil)
        #expect(validator(maxQuality: .speed).violation(of: request { $0.quality = .balanced }) != nil)
        open.limitQuality(to: .quality)
        #expect(open.quality == .balanced)
        open.limitQuality(to: .speed)
        #expect(open.quality == .speed)
    }

    @Test("S-154: the flash mode must be supported")
    func flash() {
        #expect(validator().violation(of: request { $0.flashMode = .on })?.contains("supportedFlashModes") == true)
        #expect(validator(hasFlash: true).violation(of: request { $0.flashMode = .auto }) == nil)
    }

    @Test("S-156: the size must be in the format's list and not above the output's")
    func dimensions() {
        let odd = CaptureDimensions(width: 640, height: 480)
        #expect(validator().violation(of: request { $0.maxDimensions = odd }) != nil)
        #expect(validator().violation(of: request { $0.maxDimensions = Self.large }) != nil)
        #expect(validator().violation(of: request { $0.maxDimensions = Self.small }) == nil)
        let allowed = PhotoOutputOptions(maxDimensions: Self.large)
        #expect(validator(options: allowed).violation(of: request { $0.maxDimensions = Self.large }) == nil)
    }

    @Test("S-158: high resolution needs the output's switch")
    func highResolution() {
        #expect(validator().violation(of: request { $0.isHighResolution = true }) != nil)
        let allowed = PhotoOutputOptions(isHighResolutionEnabled: true)
        #expect(validator(options: allowed).violation(of: request { $0.isHighResolution = true }) == nil)
    }

    @Test("Previews and thumbnails need an available format, and width and height together")
    func pictures() {
        let format = kCVPixelBufferPixelFormatTypeKey as String
        let width = kCVPixelBufferWidthKey as String
        let height = kCVPixelBufferHeightKey as String
        func violation(_ dictionary: [String: Any]) -> String? {
            validator().violation(of: request { $0.preview = PhotoPreviewFormat(dictionary) })
        }
        #expect(violation([:]) != nil)
        #expect(violation([format: OSType(7)]) != nil)
        #expect(violation([format: kCVPixelFormatType_32BGRA, width: 100]) != nil)
        #expect(violation([format: kCVPixelFormatType_32BGRA]) == nil)
        #expect(violation([format: kCVPixelFormatType_32BGRA, width: 100, height: 100]) == nil)
        func thumbnail(_ dictionary: [String: Any]) -> String? {
            validator().violation(of: request { $0.thumbnail = PhotoThumbnailFormat(dictionary) })
        }
        #expect(thumbnail([:]) != nil)
        #expect(thumbnail([AVVideoCodecKey: AVVideoCodecType.hevc]) != nil)
        #expect(thumbnail([AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 160]) != nil)
        #expect(thumbnail([AVVideoCodecKey: AVVideoCodecType.jpeg]) == nil)
        #expect(thumbnail([AVVideoCodecKey: "jpeg", AVVideoWidthKey: 160, AVVideoHeightKey: 120]) == nil)
    }

    @Test("S-164, S-165, S-171: features that are not enabled on the output are refused")
    func features() {
        let features: [WritableKeyPath<PhotoCaptureRequest, Bool>] = [
            \.suppressesShutterSound, \.wantsDepth, \.wantsPortraitMatte, \.wantsSegmentationMattes,
            \.wantsCalibration, \.wantsConstituents, \.wantsDistortionCorrection, \.wantsConstantColor,
            \.wantsLensStabilization,
        ]
        for feature in features {
            #expect(validator().violation(of: request { $0[keyPath: feature] = true }) != nil)
        }
    }

    @Test("S-164: a Live Photo is enabled, not suspended, has a file and a codec that is on offer, and is no bracket")
    func livePhoto() {
        let movie = LivePhotoRequest(url: URL(fileURLWithPath: "/tmp/a.mov"))
        func violation(
            _ movie: LivePhotoRequest,
            isEnabled: Bool = true,
            isSuspended: Bool = false,
            bracket: [PhotoCaptureRequest.BracketStep] = []
        ) -> String {
            let options = PhotoOutputOptions(isLivePhotoEnabled: isEnabled, isLivePhotoSuspended: isSuspended)
            var validator = validator(options: options)
            validator.capabilities.isLivePhotoSupported = isEnabled
            let request = request {
                $0.livePhoto = movie
                $0.bracket = bracket
            }
            return validator.violation(of: request) ?? "none"
        }
        #expect(violation(movie) == "none")
        #expect(violation(movie, isEnabled: false).contains("livePhotoCaptureEnabled is YES"))
        #expect(violation(movie, isSuspended: true).contains("livePhotoCaptureSuspended"))
        #expect(violation(LivePhotoRequest(url: URL(string: "https://a.b/c")!)).contains("file URL"))
        #expect(violation(LivePhotoRequest(url: movie.url, codec: .proRes422)).contains("livePhotoVideoCodecType"))
        #expect(violation(movie, bracket: [.automatic(bias: 0)]).contains("bracketed"))
    }

    @Test("S-166: a bracket is not longer than the output's limit, and its exposures are within the camera's ranges")
    func bracket() throws {
        let long = [PhotoCaptureRequest.BracketStep](repeating: .automatic(bias: 0), count: 4)
        #expect(validator().violation(of: request { $0.bracket = long })?.contains("maxBracketed") == true)
        let fine: [PhotoCaptureRequest.BracketStep] = [.automatic(bias: -2), .automatic(bias: 0), .automatic(bias: 2)]
        #expect(validator().violation(of: request { $0.bracket = fine }) == nil)
        let bad: [PhotoCaptureRequest.BracketStep] = [
            .automatic(bias: 9), .manual(duration: CMTime(value: 2, timescale: 1), iso: 100),
            .manual(duration: CMTime(value: 1, timescale: 100), iso: 5000),
        ]
        for step in bad {
            #expect(validator().violation(of: request { $0.bracket = [step] }) != nil)
        }
    }
}
