import CoreMedia
import Testing

@Suite("Tags and tagged buffers")
struct TagTests {
    @Test("A tag has its category's four characters, and a value of 64 bits")
    func stored() {
        let tags: [(CMTag, CMTag.RawCategory, CMTag.Value)] = [
            (.mediaType(.video), 0x6D64_6961, .osType(kCMMediaType_Video)),
            (.mediaSubType(.hevc), 0x6D73_7562, .osType(kCMVideoCodecType_HEVC)),
            (.trackID(-3), 0x7472_616B, .int64(-3)),
            (.channelID(.min), 0x7663_686E, .int64(.min)),
            (.videoLayerID(1), 0x766C_6179, .int64(1)),
            (.pixelFormat(kCVPixelFormatType_32BGRA), 0x7069_7866, .osType(kCVPixelFormatType_32BGRA)),
            (.packingType(.sideBySide), 0x7061_636B, .osType(0x7369_6465)),
            (.projectionType(.fisheye), 0x7072_6F6A, .osType(0x6669_7368)),
            (.stereoView([.leftEye, .rightEye]), 0x6579_6573, .flags(3)),
            (.stereoViewInterpretation(.additionalViews), 0x6579_6970, .flags(2)),
        ]
        for (tag, category, value) in tags {
            #expect(tag.rawCategory == category && tag.rawTagValue == value)
            #expect(CMTag(rawCategory: category, rawTagValue: value) == tag)
        }
        #expect(Set(tags.map(\.0)).count == tags.count)
    }

    @Test("A value comes back as its type, of its own category alone, and if it is one")
    func typed() {
        let eye: CMTag = .stereoView(.leftEye)
        #expect(eye.value(onlyIfMatching: .stereoView) == .leftEye)
        #expect(eye.value(onlyIfMatching: .videoLayerID) == nil)
        #expect(CMTag.videoLayerID(7).value == 7 && CMTag.videoLayerID(7).category.rawCategory == 0x766C_6179)
        let track = CMTag(rawCategory: 0x7472_616B, rawTagValue: .int64(1 << 40))
        #expect(track.value(onlyIfMatching: .trackID) == nil)
        let packing = CMTag(rawCategory: 0x7061_636B, rawTagValue: .osType(0))
        #expect(packing.value(onlyIfMatching: .packingType) == nil)
        let number = CMTag(rawCategory: 0x7061_636B, rawTagValue: .float64(1))
        #expect(number.value(onlyIfMatching: .packingType) == nil)
    }

    @Test("A category of one's own")
    func ownCategory() {
        let temperature = CMTypedTag<Double>.Category(
            rawCategory: 0x7465_6D70,
            valueForTagValue: { if case .float64(let value) = $0 { value } else { nil } },
            tagValueForValue: { .float64($0) }
        )
        let tag = CMTypedTag(category: temperature, value: 36.5)
        #expect(tag.rawTagValue == .float64(36.5) && tag.value == 36.5)
        #expect(temperature.tagValue(for: 2) == .float64(2) && temperature.value(for: .int64(2)) == nil)
        #expect("\(tag)" == "'temp': 36.5")
    }

    @Test("Tags are found by their category")
    func search() {
        let tags: [CMTag] = [.mediaType(.video), .videoLayerID(4), .stereoView(.rightEye), .videoLayerID(5)]
        #expect(tags.first(matchingCategory: .videoLayerID)?.value == 4)
        #expect(tags.firstValue(matchingCategory: .stereoView) == .rightEye)
        #expect(tags.filter(matchingCategory: .videoLayerID).map(\.value) == [4, 5])
        #expect(tags.firstValue(matchingCategory: .packingType) == nil)
        #expect(tags.contains(.stereoView(.rightEye)) && !tags.contains(.stereoView(.leftEye)))
    }

    @Test("A buffer keeps its tags")
    func buffers() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &made)
        let picture = try #require(made)
        let left = CMTaggedBuffer(tags: [.videoLayerID(0), .stereoView(.leftEye)], pixelBuffer: picture)
        guard case .pixelBuffer(let own) = left.buffer else {
            Issue.record("It is a picture.")
            return
        }
        #expect(own === picture && left.tags.firstValue(matchingCategory: .stereoView) == .leftEye)
        var sample: CMSampleBuffer?
        CMSampleBufferCreate(
            allocator: nil,
            dataBuffer: nil,
            dataReady: true,
            makeDataReadyCallback: nil,
            refcon: nil,
            formatDescription: nil,
            sampleCount: 0,
            sampleTimingEntryCount: 0,
            sampleTimingArray: nil,
            sampleSizeEntryCount: 0,
            sampleSizeArray: nil,
            sampleBufferOut: &sample
        )
        let right = CMTaggedBuffer(tags: [.trackID(1)], sampleBuffer: try #require(sample))
        guard case .sampleBuffer(let samples) = right.buffer else {
            Issue.record("It is a sample buffer.")
            return
        }
        #expect(samples === sample)
    }
}
