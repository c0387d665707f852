import Testing

@testable import EmulatedUSBCamera

@Suite("USB/IP")
struct USBIPTests {
    private func words(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    @Test("A transfer to the device is read, with its setup packet and the bytes that follow")
    func submitOut() throws {
        let setup: [UInt8] = [0x21, 0x01, 0x00, 0x02, 0x01, 0x00, 0x1A, 0x00]
        let command = try #require(USBIPCommand(words([1, 77, 0x10002, 0, 0, 0, 26, 0, 0, 0]) + setup))
        let transfer = USBIPCommand.Transfer(
            isInput: false,
            endpoint: 0,
            length: 26,
            setup: SetupPacket(type: 0x21, request: 1, value: 0x0200, index: 1, length: 26)
        )
        #expect(command.sequence == 77 && command.kind == .submit(transfer) && command.dataByteCount == 26)
    }

    @Test("A transfer to the host is followed by nothing")
    func submitIn() throws {
        let command = try #require(USBIPCommand(words([1, 78, 0x10002, 1, 1, 0, 16_384, 0, 0, 0, 0, 0])))
        #expect(command.dataByteCount == 0)
        guard case .submit(let transfer) = command.kind else { throw CancellationError() }
        #expect(transfer.isInput && transfer.endpoint == 1 && transfer.length == 16_384 && transfer.setup == nil)
    }

    @Test("A command that takes another back is read; anything else is none")
    func unlink() throws {
        let command = try #require(USBIPCommand(words([2, 79, 0x10002, 0, 0, 78, 0, 0, 0, 0, 0, 0])))
        #expect(command.sequence == 79 && command.kind == .unlink(78) && command.dataByteCount == 0)
        #expect(USBIPCommand(words([9, 79, 0x10002, 0, 0, 78, 0, 0, 0, 0, 0, 0])) == nil)
        #expect(USBIPCommand([1, 2, 3]) == nil)
    }

    @Test("Replies have 48 bytes, with a negative status in two's complement")
    func replies() {
        var bytes: [UInt8] = []
        USBIPReply.submitted(sequence: 5, status: USBIPReply.stalled, byteCount: 300).write(to: &bytes)
        #expect(bytes == words([3, 5, 0, 0, 0, 0xFFFF_FFE0, 300, 0, .max, 0, 0, 0]))
        bytes = []
        USBIPReply.unlinked(sequence: 6, status: USBIPReply.givenUp).write(to: &bytes)
        #expect(bytes == words([4, 6, 0, 0, 0, 0xFFFF_FF98, 0, 0, 0, 0, 0, 0]))
    }

    @Test("The virtual host's ports are read from its status file")
    func ports() {
        let text = """
            hub port sta spd dev      sockfd local_busid
            hs  0000 006 003 00010002 000003 1-1
            hs  0001 004 000 00000000 000000 0-0
            ss  0002 004 000 00000000 000000 0-0
            """
        let expected = [
            VirtualUSBPort(number: 0, isHighSpeed: true, isFree: false),
            VirtualUSBPort(number: 1, isHighSpeed: true, isFree: true),
            VirtualUSBPort(number: 2, isHighSpeed: false, isFree: true),
        ]
        #expect(VirtualUSBPort.table(text) == expected)
    }
}
