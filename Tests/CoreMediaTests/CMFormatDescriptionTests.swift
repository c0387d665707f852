import CoreMedia
import CoreVideo
import SeededRandom
import Testing

@Suite("CMFormatDescription")
struct CMFormatDescriptionTests {
    private func pixelBuffer(_ width: Int = 64, _ height: Int = 48) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferCreate(
            kCFAllocatorDefault,
            width,
            height,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            nil,
            &buffer
        )
        #expect(status == kCVReturnSuccess)
        return try #require(buffer)
    }

    @Test("Extensions as a dictionary of Swift's, as clients cast them")
    func extensionsAsDictionary() throws {
        var made: CMFormatDescription?
        let extensions = NSDictionary(
            object: kCMFormatDescriptionColorPrimaries_ITU_R_709_2,
            forKey: kCMFormatDescriptionExtension_ColorPrimaries
        )
        CMVideoFormatDescriptionCreate(
            allocator: nil,
            codecType: kCMVideoCodecType_H264,
            width: 16,
            height: 16,
            extensions: extensions,
            formatDescriptionOut: &made
        )
        let format = try #require(made)
        let all = try #require(CMFormatDescriptionGetExtensions(format) as Dictionary?)
        #expect(
            (all[kCVImageBufferColorPrimariesKey] as? String) == (kCVImageBufferColorPrimaries_ITU_R_709_2 as String)
        )
        #expect(all.count == 1)
        let plain = CMFormatDescriptionGetExtensions(format)
        #expect(plain == extensions)
        var bare: CMFormatDescription?
        CMFormatDescriptionCreate(
            allocator: nil,
            mediaType: kCMMediaType_Muxed,
            mediaSubType: 0,
            extensions: nil,
            formatDescriptionOut: &bare
        )
        #expect((CMFormatDescriptionGetExtensions(try #require(bare)) as Dictionary?) == nil)
    }

    @Test("A video format tells codec, size and extensions")
    func video() throws {
        var made: CMFormatDescription?
        let extensions = NSDictionary(
            object: kCMFormatDescriptionColorPrimaries_ITU_R_709_2,
            forKey: kCMFormatDescriptionExtension_ColorPrimaries
        )
        let status = CMVideoFormatDescriptionCreate(
            allocator: kCFAllocatorDefault,
            codecType: kCMVideoCodecType_H264,
            width: 1920,
            height: 1080,
            extensions: extensions,
            formatDescriptionOut: &made
        )
        let format = try #require(made)
        #expect(status == noErr)
        #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video && format.mediaType == .video)
        #expect(CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_H264 && format.mediaSubType == .h264)
        #expect(format.dimensions == CMVideoDimensions(width: 1920, height: 1080))
        #expect(format.mediaSubType.description == "'avc1'")
        let primaries = format.extensions[.colorPrimaries]?.propertyListRepresentation as? NSString
        #expect(primaries == kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
        #expect(format.extensions.count == 1)
        #expect(CFGetTypeID(format) == CMFormatDescriptionGetTypeID())
        #expect(
            CMVideoFormatDescriptionCreate(
                allocator: nil,
                codecType: kCMVideoCodecType_H264,
                width: 0,
                height: 1,
                extensions: nil,
                formatDescriptionOut: &made
            ) == kCMFormatDescriptionError_InvalidParameter
        )
    }

    @Test("An image buffer's format matches it until its describing attachments change")
    func imageBuffer() throws {
        let buffer = try pixelBuffer()
        CVBufferSetAttachment(
            buffer,
            kCVImageBufferColorPrimariesKey,
            kCVImageBufferColorPrimaries_ITU_R_709_2,
            .shouldPropagate
        )
        let format = try CMFormatDescription(imageBuffer: buffer)
        #expect(format.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        #expect(format.dimensions.width == 64 && format.dimensions.height == 48)
        #expect(format.extensions[.bytesPerRow] != nil)
        #expect(format.matchesImageBuffer(buffer))
        #expect(!format.matchesImageBuffer(try pixelBuffer(32, 48)))
        CVBufferSetAttachment(
            buffer,
            kCVImageBufferColorPrimariesKey,
            kCVImageBufferColorPrimaries_P3_D65,
            .shouldPropagate
        )
        #expect(!format.matchesImageBuffer(buffer))
    }

    @Test("Clean aperture and pixel shape make the presentation size")
    func presentation() throws {
        let format = try CMFormatDescription(
            videoCodecType: .h264,
            width: 720,
            height: 576,
            extensions: [
                .cleanAperture: .cleanAperture(width: 704, height: 560, horizontalOffet: 2, verticalOffset: 3),
                .pixelAspectRatio: .pixelAspectRatio(horizontalSpacing: 16, verticalSpacing: 11),
            ]
        )
        #expect(format.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 10, y: 11, width: 704, height: 560))
        #expect(format.cleanAperture(originIsAtTopLeft: false) == CGRect(x: 10, y: 5, width: 704, height: 560))
        #expect(format.presentationDimensions() == CGSize(width: 1024, height: 560))
        #expect(
            format.presentationDimensions(usePixelAspectRatio: false, useCleanAperture: false)
                == CGSize(width: 720, height: 576)
        )
        let rational = try CMFormatDescription(
            videoCodecType: .h264,
            width: 720,
            height: 576,
            extensions: [
                .cleanAperture: .cleanAperture(
                    width: (1407, 2),
                    height: (560, 1),
                    horizontalOffet: (0, 1),
                    verticalOffset: (0, 1)
                )
            ]
        )
        #expect(rational.cleanAperture(originIsAtTopLeft: true).width == 703.5)
    }

    @Test("Formats are equal by content; keys can be left out")
    func equality() throws {
        func format(_ name: String) throws -> CMFormatDescription {
            try CMFormatDescription(
                videoCodecType: .jpeg,
                width: 4,
                height: 4,
                extensions: [.formatName: .string(name), .depth: .number(24)]
            )
        }
        let (a, b) = (try format("a"), try format("b"))
        #expect(try a == format("a"))
        #expect(try a.hashValue == format("a").hashValue)
        #expect(a != b)
        #expect(a.equalTo(b, extensionKeysToIgnore: [.formatName]))
        #expect(
            CMFormatDescriptionEqualIgnoringExtensionKeys(
                a,
                otherFormatDescription: b,
                extensionKeysToIgnore: kCMFormatDescriptionExtension_FormatName,
                sampleDescriptionExtensionAtomKeysToIgnore: nil
            )
        )
        #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
        #expect(!CMFormatDescriptionEqual(a, otherFormatDescription: nil))
    }

    @Test("An audio format tells its stream layout, cookie and differences")
    func audio() throws {
        let stream = AudioStreamBasicDescription(
            mSampleRate: 48_000,
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 8,
            mFramesPerPacket: 1,
            mBytesPerFrame: 8,
            mChannelsPerFrame: 2,
            mBitsPerChannel: 32,
            mReserved: 0
        )
        let format = try CMFormatDescription(audioStreamBasicDescription: stream, magicCookie: Data([1, 2]))
        #expect(format.mediaType == .audio && format.mediaSubType == .linearPCM)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee == stream)
        #expect(format.magicCookie == Data([1, 2]))
        let plain = try CMFormatDescription(audioStreamBasicDescription: stream)
        let (isEqual, parts) = format.equalTo(plain)
        #expect(!isEqual && !parts.contains(.magicCookie) && parts.contains(.streamBasicDescription))
        #expect(format.equalTo(plain, equalityMask: .streamBasicDescription).0)
        #expect(format.dimensions == CMVideoDimensions())
        #expect(CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: nil) == nil)
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
        var stereo: CMFormatDescription?
        var streamCopy = stream
        CMAudioFormatDescriptionCreate(
            allocator: nil,
            asbd: &streamCopy,
            layoutSize: MemoryLayout<AudioChannelLayout>.size,
            layout: &layout,
            magicCookieSize: 0,
            magicCookie: nil,
            extensions: nil,
            formatDescriptionOut: &stereo
        )
        var size = 0
        let stored = CMAudioFormatDescriptionGetChannelLayout(try #require(stereo), sizeOut: &size)
        #expect(stored?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
        #expect(size == MemoryLayout<AudioChannelLayout>.size)
        #expect(stereo?.richestDecodableFormat?.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo)
    }

    @Test("A time code format tells how frames are counted")
    func timeCode() throws {
        let format = try CMFormatDescription(
            timeCodeFormatType: .timeCode32,
            frameDuration: CMTime(value: 1001, timescale: 30_000),
            frameQuanta: 30,
            flags: [.dropFrame, .twentyFourHourMax]
        )
        #expect(format.frameDuration == CMTime(value: 1001, timescale: 30_000))
        #expect(format.frameQuanta == 30)
        #expect(format.timeCodeFlags == [.dropFrame, .twentyFourHourMax])
    }
}

@Suite("Parameter sets")
struct ParameterSetTests {
    /// What x264 and x265 write for 1920x1080 and 1280x718 pictures.
    private let h264 = [
        bytes("67640028acd940780227e5c044000003000400000300c83c60c658"), bytes("68ebe3cb22c0"),
    ]
    private let hevc = [
        bytes("40010c01ffff01600000030090000003000003005d959809"),
        bytes("42010101600000030090000003000003005da00280802d1f596566924caf016808000003000800000300c840"),
        bytes("4401c172b46240"),
    ]

    private static func bytes(_ hex: String) -> Data {
        Data(stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) })
    }

    private func atom(_ format: CMFormatDescription, _ name: String) -> Data? {
        let atoms =
            format.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary
        return atoms?.object(forKey: NSString(string: name)) as? Data
    }

    @Test("An H.264 format takes its size from the cropped sequence parameters and keeps an avcC atom")
    func h264Format() throws {
        let format = try CMFormatDescription(h264ParameterSets: h264)
        #expect(format.dimensions == CMVideoDimensions(width: 1920, height: 1080))
        #expect(format.mediaSubType == .h264 && format.nalUnitHeaderLength == 4)
        #expect(Array(format.parameterSets) == h264)
        let expected =
            "01640028ffe1001b67640028acd940780227e5c044000003000400000300c83c60c65801000668ebe3cb22c0fdf8f800"
        #expect(atom(format, "avcC") == Self.bytes(expected))
        var (pointer, size, count): (UnsafePointer<UInt8>?, Int, Int) = (nil, 0, 0)
        var header: Int32 = 0
        let status = CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
            format,
            parameterSetIndex: 1,
            parameterSetPointerOut: &pointer,
            parameterSetSizeOut: &size,
            parameterSetCountOut: &count,
            nalUnitHeaderLengthOut: &header
        )
        #expect(status == noErr && size == 6 && count == 2 && header == 4 && pointer?.pointee == 0x68)
        #expect(
            CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
                format,
                parameterSetIndex: 2,
                parameterSetPointerOut: &pointer,
                parameterSetSizeOut: nil,
                parameterSetCountOut: nil,
                nalUnitHeaderLengthOut: nil
            ) == kCMFormatDescriptionError_InvalidParameter
        )
    }

    @Test("An HEVC format takes its size from the cropped sequence parameters and keeps an hvcC atom")
    func hevcFormat() throws {
        let format = try CMFormatDescription(hevcParameterSets: hevc)
        #expect(format.dimensions == CMVideoDimensions(width: 1280, height: 718))
        #expect(Array(format.parameterSets) == hevc)
        let head = Self.bytes("0101600000009000000000005df000fcfdf8f800000f03a00001001840010c01")
        #expect(atom(format, "hvcC")?.prefix(head.count) == head)
    }

    @Test("A format made with an atom among its extensions gives the same sets")
    func fromAtom() throws {
        let original = try CMFormatDescription(hevcParameterSets: hevc, nalUnitHeaderLength: 2)
        let again = try CMFormatDescription(
            videoCodecType: .hevc,
            width: 1280,
            height: 718,
            extensions: original.extensions
        )
        #expect(Array(again.parameterSets) == hevc)
        #expect(again.nalUnitHeaderLength == 2)
        #expect(again == original)
    }

    @Test("Missing and damaged sets and odd header lengths are refused")
    func refused() {
        let invalid = CMFormatDescription.Error.invalidParameter
        #expect(throws: invalid) { try CMFormatDescription(h264ParameterSets: [h264[0]]) }
        #expect(throws: invalid) { try CMFormatDescription(h264ParameterSets: h264, nalUnitHeaderLength: 3) }
        #expect(throws: invalid) { try CMFormatDescription(h264ParameterSets: [h264[0].prefix(6), h264[1]]) }
        #expect(throws: invalid) { try CMFormatDescription(hevcParameterSets: h264) }
        #expect(throws: invalid) { try CMFormatDescription(h264ParameterSets: []) }
    }

    @Test("Damaged bytes never crash the reader", arguments: [31, 32])
    func damage(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var sets = Bool.random(using: &generator) ? h264 : hevc
            let index = Int.random(in: sets.indices, using: &generator)
            for _ in 0..<3 {
                sets[index][Int.random(in: 0..<sets[index].count, using: &generator)] = .random(
                    in: 0...255,
                    using: &generator
                )
            }
            if Bool.random(using: &generator) {
                sets[index] = Data(sets[index].prefix(.random(in: 0...sets[index].count, using: &generator)))
            }
            _ = try? CMFormatDescription(h264ParameterSets: sets)
            _ = try? CMFormatDescription(hevcParameterSets: sets)
        }
    }
}
