import Testing

@testable import EmulatedUSBCamera

@Suite("The emulated camera's descriptors")
struct DescriptorTests {
    private let descriptors = CameraDescriptors(serialNumber: "0042")

    /// Cuts a row of descriptors at their lengths.
    private func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while let length = rest.first, length >= 2, Int(length) <= rest.count {
            parts.append(Array(rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        #expect(rest.isEmpty, "the lengths add up")
        return parts
    }

    private func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    @Test("The device's descriptor has 18 bytes and names the camera")
    func device() {
        #expect(descriptors.device.count == 18 && descriptors.device[0] == 18 && descriptors.device[1] == 1)
        #expect(number(descriptors.device, 8) == 0x1d6b && number(descriptors.device, 10) == 0x0102)
    }

    @Test("All lengths and totals of the configuration agree")
    func totals() throws {
        let bytes = descriptors.configuration
        let parts = split(bytes)
        #expect(number(bytes, 2) == bytes.count)
        let interfaces = parts.filter { $0[1] == 4 }
        #expect(interfaces.map { $0[2] } == [0, 1] && bytes[4] == 2)
        // The heads of the two class-specific parts tell the length of all that follows up to the next interface or endpoint.
        let heads = parts.indices.filter { parts[$0][1] == 0x24 && parts[$0 - 1][1] == 4 }
        #expect(heads.count == 2)
        for (head, offset) in zip(heads, [5, 4]) {
            let group = parts[head...].prefix { $0[1] == 0x24 }
            #expect(number(parts[head], offset) == group.reduce(0) { $0 + $1.count })
        }
    }

    @Test("Units and terminals have the lengths that USB Video Class 1.0 asks for")
    func lengths() throws {
        let parts = split(descriptors.configuration).filter { $0[1] == 0x24 }
        let control = parts.prefix(4)
        #expect(control.map(\.count) == [13, 18, 11, 9] && control.map { $0[2] } == [1, 2, 5, 3])
        let formats = parts.filter { $0 == parts[5] || ($0[2] == 6 && $0.count == 11) }
        #expect(formats.map(\.count) == [27, 11] && formats.map { $0[3] } == [1, 2])
        for format in formats {
            #expect(parts.filter { $0[2] == format[2] + 1 && $0.count == 34 }.count == Int(format[4]))
        }
        #expect(parts[4].count == 15 && parts[4][3] == 2)
    }

    @Test("Every control has its bit")
    func controlBits() throws {
        let parts = split(descriptors.configuration).filter { $0[1] == 0x24 }
        #expect(parts[1].suffix(4) == [3, 0b0010_1010, 0b0000_0010, 0b0000_0010])
        #expect(parts[2].suffix(4) == [2, 0b0000_0001, 0b0000_0010, 0])
    }

    @Test("Strings are UTF-16, with the languages first")
    func strings() throws {
        #expect(descriptors.string(0) == [4, 3, 9, 4])
        #expect(descriptors.string(3) == [10, 3, 0x30, 0, 0x30, 0, 0x34, 0, 0x32, 0])
        #expect(descriptors.string(4) == nil)
    }
}
