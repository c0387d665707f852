import MovieValidators
import Testing

@testable @preconcurrency import AVFoundation

@Suite("Timed metadata")
struct TimedMetadataTests {
    private static let place = "mdta/com.apple.quicktime.location.ISO6709"
    private static let speed = "mdta/org.example.speed"

    private static func item(
        _ identifier: String,
        _ value: any NSCopying & NSObjectProtocol,
        _ type: CFString? = nil
    ) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(identifier)
        item.value = value
        item.dataType = type.map { "\($0)" }
        return item
    }

    /// Where somebody is, and how fast.
    private static func group(_ number: Int) -> AVTimedMetadataGroup {
        AVTimedMetadataGroup(
            items: [
                item(place, NSString(string: "+48.85\(number)+002.29\(number)/"), kCMMetadataBaseDataType_UTF8),
                item(speed, NSNumber(value: number * 3), kCMMetadataBaseDataType_SInt16),
            ],
            timeRange: CMTimeRange(start: Studio.time(number * 10), duration: Studio.time(10))
        )
    }

    @Test("Groups become samples of a track, between pictures")
    func written() async throws {
        let studio = try Studio()
        let (writer, video) = try studio.writer("walk.mov", .mov)
        let metadata = AVAssetWriterInput(
            mediaType: .metadata,
            outputSettings: nil,
            sourceFormatHint: Self.group(0).copyFormatDescription()
        )
        #expect(writer.canAdd(metadata))
        writer.add(metadata)
        let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata)
        #expect(adaptor.assetWriterInput === metadata)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        async let pictures: Void = Studio.supply(video, 40) { video.append(try Studio.pictureSample($0)) }
        async let groups: Void = Studio.supply(metadata, 4) { adaptor.append(Self.group($0)) }
        _ = await (pictures, groups)
        await writer.finishWriting()
        #expect(writer.status == .completed)

        let validator = MovieFileValidator(studio.url("walk.mov"))
        #expect(try validator.decodingErrors() == [])
        let report = try validator.report()
        #expect(report.streams.count == 2 && report.video.first?.frameCount == 40)
        let packets = try validator.packets("1")
        #expect(packets.map { Int(($0.time * 30).rounded()) } == [0, 10, 20, 30])
        #expect(packets.allSatisfy { abs($0.duration - 1.0 / 3) < 0.01 })
        let data = try Data(contentsOf: studio.url("walk.mov"))
        for name in [
            "mebx", "Core Media Metadata", "mdtacom.apple.quicktime.location.ISO6709", "mdtaorg.example.speed",
        ] {
            #expect(data.range(of: Data(name.utf8)) != nil, "\(name)")
        }
        #expect(data.range(of: Data("gpmd".utf8)) == nil)
        // The third sample, byte by byte: a place under the number 1, and a speed of two bytes under 2.
        let packet = try #require(packets.dropFirst(2).first)
        let sample = data[try #require(packet.position)...].prefix(packet.size)
        let text = Data("+48.852+002.292/".utf8)
        #expect(sample == Data([0, 0, 0, 24, 0, 0, 0, 1]) + text + Data([0, 0, 0, 10, 0, 0, 0, 2, 0, 6]))
    }

    @Test("A sample buffer becomes a group again, with values of every type")
    func read() throws {
        let items = [
            Self.item("mdta/text", NSString(string: "grüß"), kCMMetadataBaseDataType_UTF8),
            Self.item("mdta/wide", NSString(string: "grüß"), kCMMetadataBaseDataType_UTF16),
            Self.item("mdta/half", NSNumber(value: 0.5), kCMMetadataBaseDataType_Float32),
            Self.item("mdta/third", NSNumber(value: 1.0 / 3)),
            Self.item("mdta/small", NSNumber(value: -5), kCMMetadataBaseDataType_SInt8),
            Self.item("mdta/large", NSNumber(value: 3_000_000_000), kCMMetadataBaseDataType_UInt32),
            Self.item("mdta/long", NSNumber(value: Int64.min + 1), kCMMetadataBaseDataType_SInt64),
            Self.item("mdta/longest", NSNumber(value: UInt64.max), kCMMetadataBaseDataType_UInt64),
            Self.item("mdta/edge", NSNumber(value: Int64.max), kCMMetadataBaseDataType_SInt64),
            Self.item("mdta/own", NSData(data: Data([1, 2, 3])), "org.example.own"),
        ]
        let range = CMTimeRange(start: Studio.time(3), duration: Studio.time(4))
        let group = AVTimedMetadataGroup(items: items, timeRange: range)
        let buffer = try #require(Self.sampleBuffer(group))
        let copy = try #require(AVTimedMetadataGroup(sampleBuffer: buffer))
        #expect(copy.timeRange == range)
        #expect(copy.items.map(\.identifier) == items.map(\.identifier))
        #expect(copy.items.map(\.stringValue) == items.map(\.stringValue))
        #expect(copy.items.last?.dataValue == Data([1, 2, 3]))
        #expect(copy.items.allSatisfy { $0.time == range.start && $0.duration == range.duration })
        #expect(AVTimedMetadataGroup(sampleBuffer: try Studio.pictureSample(0)) == nil)
    }

    @Test(
        "Numbers that their types do not hold are refused",
        arguments: [0.5, 128, -129, .nan, .infinity, 1e30, 0x1p63] as [Double]
    )
    func numbers(value: Double) throws {
        let item = Self.item("mdta/small", NSNumber(value: value), kCMMetadataBaseDataType_SInt8)
        let format = try #require(AVTimedMetadataGroup(items: [item], timeRange: .zero).copyFormatDescription())
        #expect(try #require(TimedMetadataCoding(format)).sample([item]) == nil)
    }

    /// What an input of the group's format writes.
    private static func sampleBuffer(_ group: AVTimedMetadataGroup) -> CMSampleBuffer? {
        guard let format = group.copyFormatDescription(), let coding = TimedMetadataCoding(format),
            let data = coding.sample(group.items),
            let block = try? CMBlockBuffer(length: data.count, flags: .assureMemoryNow)
        else { return nil }
        try? data.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
        let timing = CMSampleTimingInfo(
            duration: group.timeRange.duration,
            presentationTimeStamp: group.timeRange.start,
            decodeTimeStamp: .invalid
        )
        return try? CMSampleBuffer(
            dataBuffer: block,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [data.count]
        )
    }

    @Test("Damaged samples are no groups")
    func damaged() throws {
        let format = try #require(Self.group(0).copyFormatDescription())
        let coding = try #require(TimedMetadataCoding(format))
        for bytes in [
            [0, 0, 0, 9, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0], [255, 255, 255, 255, 0, 0, 0, 1],
        ] {
            #expect(coding.items(Data(bytes.map { UInt8($0) }), .zero) == nil)
        }
        #expect(coding.items(Data([0, 0, 0, 8, 0, 0, 0, 99]), .zero) == [])
    }

    @Test("MPEG-4 files hold none; a group without items or identifiers has no format")
    func refused() throws {
        let studio = try Studio()
        let format = Self.group(0).copyFormatDescription()
        let (writer, _) = try studio.writer("x.mp4", .mp4)
        let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: format)
        #expect(!writer.canAdd(input))
        #expect(AVTimedMetadataGroup(items: [], timeRange: .zero).copyFormatDescription() == nil)
        #expect(AVTimedMetadataGroup(items: [AVMetadataItem()], timeRange: .zero).copyFormatDescription() == nil)
    }

    @Test("What stops the program: an input of pictures, one without keys, and items that the format does not have")
    func misuse() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let input = AVAssetWriterInput(mediaType: .video, outputSettings: Studio.videoSettings())
            _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let input = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
            _ = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
        }
        await #expect(processExitsWith: .signal(SIGABRT)) {
            let studio = try Studio()
            let (writer, _) = try studio.writer("x.mov", .mov)
            let input = AVAssetWriterInput(
                mediaType: .metadata,
                outputSettings: nil,
                sourceFormatHint: TimedMetadataTests.group(0).copyFormatDescription()
            )
            writer.add(input)
            let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: input)
            guard writer.startWriting() else { exit(EXIT_SUCCESS) }
            writer.startSession(atSourceTime: .zero)
            let other = TimedMetadataTests.item("mdta/other", NSString(string: "?"))
            _ = adaptor.append(
                AVTimedMetadataGroup(items: [other], timeRange: CMTimeRange(start: .zero, duration: .zero))
            )
        }
    }
}
