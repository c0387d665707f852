import CoreMedia
import Testing

@Suite("CMMetadataFormatDescription")
struct CMMetadataFormatDescriptionTests {
    private func specification(_ identifier: String, _ type: String? = "com.apple.metadata.datatype.UTF-8")
        -> NSDictionary
    {
        let result = NSMutableDictionary()
        result.setObject(
            NSString(string: identifier),
            forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier
        )
        if let type {
            result.setObject(
                NSString(string: type),
                forKey: kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType
            )
        }
        return result
    }

    private func make(_ specifications: [NSDictionary]) -> (OSStatus, CMFormatDescription?) {
        var made: CMFormatDescription?
        let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: nil,
            metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: NSArray(array: specifications),
            formatDescriptionOut: &made
        )
        return (status, made)
    }

    @Test("Specifications become keys with local IDs in their order")
    func specifications() throws {
        let (status, made) = make([
            specification("mdta/com.apple.quicktime.location.ISO6709"), specification("udta/%A9xyz"),
        ])
        let format = try #require(made)
        #expect(status == noErr && format.mediaType == .metadata && format.mediaSubType == .boxed)
        #expect(format.identifiers == ["mdta/com.apple.quicktime.location.ISO6709", "udta/%A9xyz"])
        let key = try #require(CMMetadataFormatDescriptionGetKeyWithLocalID(format, localKeyID: 2))
        #expect(key.object(forKey: kCMMetadataFormatDescriptionKey_Value) as? Data == Data([0xa9, 0x78, 0x79, 0x7a]))
        #expect(
            (key.object(forKey: kCMMetadataFormatDescriptionKey_Namespace) as? NSNumber)?.uint32Value == 0x7564_7461
        )
        #expect(CMMetadataFormatDescriptionGetKeyWithLocalID(format, localKeyID: 3) == nil)
        #expect(format.keyWithLocalID(1)?.count == 4)
    }

    @Test("Malformed identifiers and missing types are refused")
    func refused() {
        for bad in [
            specification("x"), specification("mdta/"), specification("mdta/%G1"), specification("mdta/a", nil),
        ] {
            #expect(make([bad]).0 == kCMFormatDescriptionError_InvalidParameter)
        }
    }

    @Test("Keys add up without changing known local IDs, and keys made again are the same format")
    func merging() throws {
        let first = try #require(make([specification("mdta/a")]).1)
        let second = try #require(make([specification("mdta/b"), specification("mdta/a")]).1)
        var merged: CMFormatDescription?
        CMMetadataFormatDescriptionCreateByMergingMetadataFormatDescriptions(
            allocator: nil,
            sourceDescription: first,
            otherSourceDescription: second,
            formatDescriptionOut: &merged
        )
        #expect(merged?.identifiers == ["mdta/a", "mdta/b"])
        var grown: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithMetadataFormatDescriptionAndMetadataSpecifications(
            allocator: nil,
            sourceDescription: first,
            metadataSpecifications: [specification("mdta/b")],
            formatDescriptionOut: &grown
        )
        #expect(grown == merged)
        let keys = [1, 2].compactMap { CMMetadataFormatDescriptionGetKeyWithLocalID(second, localKeyID: $0) }
        var again: CMFormatDescription?
        CMMetadataFormatDescriptionCreateWithKeys(
            allocator: nil,
            metadataType: kCMMetadataFormatType_Boxed,
            keys: NSArray(array: keys),
            formatDescriptionOut: &again
        )
        #expect(again == second)
    }
}
