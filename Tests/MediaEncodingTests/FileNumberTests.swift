import Testing

@testable import MediaEncoding

@Suite("Numbers from files")
struct FileNumberTests {
    @Test("What does not fit in 64 bits is no number, and within no limit")
    func overflow() {
        let most = FileNumber(Int64.max)
        #expect((most + 1).value == nil)
        #expect((FileNumber(Int64.min) - 1).value == nil)
        #expect((FileNumber(UInt32.max) * FileNumber(UInt32.max)).value == nil)
        #expect(FileNumber(UInt64.max).value == nil)
        #expect(!(most + 1).isAtMost(most))
        #expect(!FileNumber(1).isAtMost(most + 1))
        #expect((most + 1 - 1).value == nil)
    }

    @Test("What fits is what it is elsewhere")
    func arithmetic() {
        #expect((FileNumber(6) * 7 - 2 + 2).value == 42)
        #expect(FileNumber(41).isAtMost(42) && FileNumber(42).isAtMost(42) && !FileNumber(43).isAtMost(42))
        #expect(FileNumber(1025).portions(of: 1024).value == 2)
        #expect(FileNumber(0).portions(of: 1024).value == 0)
        #expect(FileNumber(1).portions(of: 0).value == nil)
        #expect(FileNumber(Int64.max).portions(of: 2).value == nil)
    }

    @Test("A reader has nothing outside of its bytes")
    func reader() {
        let bytes: [UInt8] = [0, 0, 0, 16, 0x66, 0x72, 0x65, 0x65, 1, 2, 3, 4, 0, 0, 0, 9]
        bytes.withUnsafeBytes { memory in
            let reader = BoxReader(memory)
            let all = 0..<16
            #expect(reader.number(at: 8, within: all) == 0x0102_0304)
            #expect(reader.number(at: 13, within: all) == nil)
            #expect(reader.number(at: -1, within: all) == nil)
            #expect(reader.number(at: FileNumber(Int64.max), within: all) == nil)
            #expect(reader.number(at: 4, within: 5..<16) == nil)
            #expect(reader.number(at: 12, within: 0..<64) == nil)
            #expect(reader.child(at: 0, within: all)?.type == "free")
            #expect(reader.child(at: 0, within: all)?.body == 8..<16)
            #expect(reader.child(at: 0, within: 0..<15) == nil)
            #expect(reader.child(at: 8, within: all) == nil)
            #expect(reader.contains(["free"], in: all) && !reader.contains(["moov"], in: all))
        }
    }
}
