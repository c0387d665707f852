import Foundation
import FoundationExtras
import Testing

@Suite("Core Foundation names")
struct CoreFoundationTests {
    @Test("Dictionaries with CFString keys cast to CFDictionary and back")
    func dictionaryCast() {
        let key: CFString = "Width"
        let dictionary = [key: 3] as CFDictionary
        #expect((dictionary.object(forKey: key) as? NSNumber)?.intValue == 3)
        #expect((dictionary as? [String: Any])?["Width"] as? Int == 3)
    }

    @Test("Type numbers tell Core Foundation types apart, truth values from numbers too")
    func typeNumbers() {
        #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
        #expect(CFGetTypeID(NSNumber(value: 5)) == CFNumberGetTypeID())
        #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID())
        #expect(CFGetTypeID(NSMutableDictionary()) == CFDictionaryGetTypeID())
    }

    @Test("The null allocator is an allocator of its own")
    func allocators() {
        #expect(kCFAllocatorNull !== kCFAllocatorDefault)
        #expect(kCFAllocatorDefault === kCFAllocatorDefault)
    }

    @Test("The bytes of data, all and some")
    func dataBytes() throws {
        let data: CFData? = Data([1, 2, 3, 4]) as CFData
        #expect(CFDataGetLength(data) == 4)
        let start = try #require(CFDataGetBytePtr(data))
        #expect((0..<4).map { start[$0] } == [1, 2, 3, 4])
        var some: [UInt8] = [0, 0]
        CFDataGetBytes(data, CFRange(location: 1, length: 2), &some)
        #expect(some == [2, 3])
    }

    @Test("A dictionary in an array changes by way of pointers")
    func pointers() {
        let dictionary = NSMutableDictionary()
        let array = NSArray(array: [ObjectHolder(dictionary)])
        #expect(CFArrayGetCount(array) == 1)
        let holder = unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: ObjectHolder.self)
        let key = "Key" as CFString
        let keyPointer = Unmanaged.passUnretained(key).toOpaque()
        CFDictionarySetValue(holder.object, keyPointer, Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
        #expect(CFDictionaryGetCount(dictionary) == 1 && CFDictionaryContainsKey(dictionary, keyPointer))
        #expect(dictionary["Key"] as? Bool == true)
        CFDictionaryRemoveValue(dictionary, keyPointer)
        #expect(!CFDictionaryContainsKey(dictionary, keyPointer))
    }

    @Test("A dictionary that can be changed has what another one has, and is its own")
    func mutableCopy() {
        let original: NSDictionary = [
            "Orientation" as NSString: 6, "{Exif}" as NSString: ["ISO": 100], 3 as NSNumber: "x",
        ]
        let copy = NSMutableDictionary(dictionary: original)
        #expect(copy.count == 3 && copy["Orientation"] as? Int == 6 && copy[3] as? String == "x")
        #expect((copy["{Exif}"] as? [String: Int])?["ISO"] == 100)
        copy["Orientation"] = 1
        #expect(original["Orientation"] as? Int == 6 && copy["Orientation"] as? Int == 1)
        #expect(NSMutableDictionary(dictionary: ["a": 1]).count == 1)
    }

    @Test("The null object is Foundation's")
    func null() {
        #expect((kCFNull as Any) is NSNull)
    }
}

private final class ObjectHolder: NSObject {
    let object: NSMutableDictionary

    init(_ object: NSMutableDictionary) { self.object = object }
}
