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
}
