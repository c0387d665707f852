import Testing

@testable import EmulatedUSBCamera

@Suite("The emulated camera's answers")
struct CameraDeviceTests {
    private func probe(format: UInt8, frame: UInt8, interval: UInt32) -> [UInt8] {
        var writer = LittleEndianWriter()
        writer.append(UInt16(1))
        writer.append([format, frame])
        writer.append(interval)
        writer.append([UInt8](repeating: 0, count: 18))
        return writer.bytes
    }

    @Test(
        "What the host asks for is agreed",
        arguments: [
            (1, 1, 333_333, 640 * 480 * 2), (1, 2, 666_666, 320 * 240 * 2), (1, 3, 333_333, 1_920 * 1_080 * 2),
            (2, 1, 333_333, 640 * 480), (2, 2, 666_666, 1_280 * 720), (2, 3, 333_333, 1_920 * 1_080),
        ] as [(UInt8, UInt8, UInt32, Int)]
    )
    func agreement(format: UInt8, frame: UInt8, interval: UInt32, size: Int) {
        let wish = probe(format: format, frame: frame, interval: interval)
        let answer = StreamParameters(negotiating: wish).bytes
        #expect(answer.count == StreamParameters.byteCount)
        #expect(answer.prefix(8) == wish.prefix(8))
        var reader = LittleEndianReader(Array(answer[18...]))
        let frameSize: UInt32 = reader.number()
        let payloadSize: UInt32 = reader.number()
        #expect(frameSize == size && payloadSize == 16_384)
    }

    @Test("What the camera does not have is replaced by what it has")
    func correction() {
        let answer = StreamParameters(negotiating: probe(format: 7, frame: 9, interval: 400_000))
        #expect(answer == StreamParameters(negotiating: probe(format: 1, frame: 1, interval: 333_333)))
        #expect(StreamParameters(negotiating: probe(format: 2, frame: 0, interval: 0)).mode.width == 640)
        #expect(StreamParameters(negotiating: []).mode == StreamParameters().mode)
    }

    @Test("Probe and commit: set, read back, and the preference stays what it was")
    func negotiation() {
        var camera = CameraDevice(serialNumber: "1")
        let wish = probe(format: 2, frame: 2, interval: 666_666)
        #expect(camera.answer(SetupPacket(type: 0x21, request: 1, value: 0x100, index: 1), wish) == .accepted)
        let read = SetupPacket(type: 0xA1, request: 0x81, value: 0x100, index: 1)
        #expect(camera.answer(read) == .data(StreamParameters(negotiating: wish).bytes))
        let preference = SetupPacket(type: 0xA1, request: 0x87, value: 0x100, index: 1)
        #expect(camera.answer(preference) == .data(StreamParameters().bytes))
        #expect(camera.answer(SetupPacket(type: 0xA1, request: 0x81, value: 0x300, index: 1)) == .stalled)
        let length = SetupPacket(type: 0xA1, request: 0x85, value: 0x100, index: 1)
        #expect(camera.answer(length) == .data([26, 0]))
    }

    @Test("A control is read, set within its range, and refused beyond")
    func controls() {
        var camera = CameraDevice(serialNumber: "1")
        func brightness(_ type: UInt8, _ request: UInt8) -> SetupPacket {
            SetupPacket(type: type, request: request, value: 0x0200, index: 0x0200)
        }
        #expect(camera.answer(brightness(0xA1, 0x82)) == .data([0xC0, 0xFF]))
        #expect(camera.answer(brightness(0x21, 0x01), [0xF6, 0xFF]) == .accepted)
        #expect(camera.answer(brightness(0xA1, 0x81)) == .data([0xF6, 0xFF]))
        #expect(camera.answer(brightness(0x21, 0x01), [0xFF, 0x00]) == .stalled)
        let reason = SetupPacket(type: 0xA1, request: 0x81, value: 0x0200, index: 0)
        #expect(camera.answer(reason) == .data([4]))
        #expect(camera.answer(SetupPacket(type: 0xA1, request: 0x81, value: 0x0900, index: 0x0200)) == .stalled)
    }

    @Test("A value that an automatic governs is refused until the automatic is off")
    func automatics() {
        var camera = CameraDevice(serialNumber: "1")
        let setTime = SetupPacket(type: 0x21, request: 1, value: 0x0400, index: 0x0100)
        let setMode = SetupPacket(type: 0x21, request: 1, value: 0x0200, index: 0x0100)
        #expect(camera.answer(setTime, [100, 0, 0, 0]) == .stalled)
        #expect(camera.answer(SetupPacket(type: 0xA1, request: 0x81, value: 0x0200, index: 0)) == .data([2]))
        #expect(camera.answer(setMode, [2]) == .stalled, "the menu has no such item")
        #expect(camera.answer(setMode, [1]) == .accepted)
        #expect(camera.answer(setTime, [100, 0, 0, 0]) == .accepted)
        #expect(
            camera.answer(SetupPacket(type: 0xA1, request: 0x81, value: 0x0400, index: 0x0100))
                == .data([100, 0, 0, 0])
        )
    }

    @Test("Descriptors are handed out, unknown requests refused")
    func standard() {
        var camera = CameraDevice(serialNumber: "77")
        let device = SetupPacket(type: 0x80, request: 6, value: 0x0100)
        #expect(camera.answer(device) == .data(camera.descriptors.device))
        #expect(camera.answer(SetupPacket(type: 0x80, request: 6, value: 0x0304)) == .stalled)
        #expect(camera.answer(SetupPacket(type: 0x80, request: 6, value: 0x0600)) == .stalled)
        #expect(camera.answer(SetupPacket(type: 0x00, request: 9, value: 1)) == .accepted)
        #expect(camera.answer(SetupPacket(type: 0x40, request: 1)) == .stalled)
    }
}
