/// What the camera tells the host about itself: USB 2.0, USB Video Class 1.0, one bulk endpoint for the pictures.
///
/// Camera terminal (1) -> processing unit (2) -> output terminal (3) -> streaming interface.
struct CameraDescriptors {
    /// Numbers of the parts that have controls.
    enum Entity {
        static let camera: UInt8 = 1
        static let processing: UInt8 = 2
        static let output: UInt8 = 3
    }

    /// Numbers of the interfaces.
    enum Interface {
        static let control: UInt8 = 0
        static let streaming: UInt8 = 1
    }

    /// Linux Foundation's, as the kernel's own camera gadget has it.
    static let vendorID: UInt16 = 0x1d6b
    static let productID: UInt16 = 0x0102
    static let manufacturer = "Pinhole"
    static let product = "Emulated USB Camera"
    /// The endpoint that pictures come from, and its largest packet.
    static let streamingEndpoint: UInt8 = 1
    private static let packetSize: UInt16 = 512

    let serialNumber: String

    /// The device's descriptor.
    var device: [UInt8] {
        // 0xEF, 2, 1: interfaces belong together by association.
        Self.descriptor(0x01) {
            $0.append(UInt16(0x0200))
            $0.append([0xEF, 2, 1, 64])
            $0.append(Self.vendorID)
            $0.append(Self.productID)
            $0.append(UInt16(0x0100))
            $0.append([1, 2, 3, 1])
        }
    }

    /// The configuration with all that belongs to it.
    var configuration: [UInt8] {
        let control = Self.controlInterface
        let streaming = Self.streamingInterface
        let association = Self.descriptor(0x0B) { $0.append([0, 2, 0x0E, 3, 0, 0]) }
        let endpoint = Self.descriptor(0x05) {
            $0.append([0x80 | Self.streamingEndpoint, 2])
            $0.append(Self.packetSize)
            $0.append([0])
        }
        let content =
            association + Self.interface(Interface.control, endpoints: 0, subclass: 1) + control
            + Self.interface(Interface.streaming, endpoints: 1, subclass: 2) + streaming + endpoint
        let head = Self.descriptor(0x02) {
            $0.append(UInt16(9 + content.count))
            // Two interfaces, powered by the bus with 500 mA.
            $0.append([2, 1, 0, 0x80, 250])
        }
        return head + content
    }

    /// A string; number 0 lists the languages, which is English.
    func string(_ index: UInt8) -> [UInt8]? {
        let texts = [Self.manufacturer, Self.product, serialNumber]
        guard index > 0 else { return Self.descriptor(0x03) { $0.append(UInt16(0x0409)) } }
        guard index <= texts.count else { return nil }
        return Self.descriptor(0x03) { writer in
            for unit in texts[Int(index) - 1].utf16 { writer.append(unit) }
        }
    }

    // MARK: - Parts

    private static var controlInterface: [UInt8] {
        let camera = classDescriptor(2) {
            $0.append([Entity.camera])
            $0.append(UInt16(0x0201))
            // No associated terminal, no name, no focal lengths.
            $0.append([0, 0, 0, 0, 0, 0, 0, 0])
            $0.append(controlBits(Entity.camera, byteCount: 3))
        }
        let processing = classDescriptor(5) {
            $0.append([Entity.processing, Entity.camera, 0, 0])
            $0.append(controlBits(Entity.processing, byteCount: 2))
            $0.append([0])
        }
        let output = classDescriptor(3) {
            $0.append([Entity.output])
            $0.append(UInt16(0x0101))
            $0.append([0, Entity.processing, 0])
        }
        let units = camera + processing + output
        let head = classDescriptor(1) {
            $0.append(UInt16(0x0100))
            $0.append(UInt16(13 + units.count))
            $0.append(UInt32(6_000_000))
            $0.append([1, Interface.streaming])
        }
        return head + units
    }

    /// A size, and a bit for every control that the camera has.
    private static func controlBits(_ entity: UInt8, byteCount: Int) -> [UInt8] {
        var bits: UInt32 = 0
        for control in CameraControl.all where control.entity == entity { bits |= 1 << control.descriptorBit }
        return [UInt8(byteCount)] + (0..<byteCount).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    }

    private static var streamingInterface: [UInt8] {
        let formats = VideoMode.Format.allCases.flatMap(format)
        let count = VideoMode.Format.allCases.count
        let head = classDescriptor(1) {
            $0.append([UInt8(count)])
            $0.append(UInt16(13 + count + formats.count))
            // No still pictures, no trigger, no controls per format.
            $0.append([0x80 | streamingEndpoint, 0, Entity.output, 0, 0, 0, 1])
            $0.append([UInt8](repeating: 0, count: count))
        }
        return head + formats
    }

    private static func format(_ format: VideoMode.Format) -> [UInt8] {
        let modes = VideoMode.modes(format)
        let head: [UInt8]
        switch format {
        case .yuyv:
            head = classDescriptor(4) {
                $0.append([format.rawValue, UInt8(modes.count)])
                // The identifier of YUY2.
                $0.append(Array("YUY2".utf8) + [0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
                $0.append([16, 1, 0, 0, 0, 0])
            }
        case .motionJPEG:
            head = classDescriptor(6) {
                $0.append([format.rawValue, UInt8(modes.count), 0, 1, 0, 0, 0, 0])
            }
        }
        let frames = modes.enumerated().flatMap { frame($1, number: UInt8($0 + 1)) }
        // sRGB primaries and curve, BT.601 matrix.
        let color = classDescriptor(0x0D) { $0.append([1, 1, 4]) }
        return head + frames + color
    }

    private static func frame(_ mode: VideoMode, number: UInt8) -> [UInt8] {
        classDescriptor(mode.format == .yuyv ? 5 : 7) {
            $0.append([number, 0])
            $0.append(UInt16(mode.width))
            $0.append(UInt16(mode.height))
            $0.append(UInt32(mode.frameByteCount * 8 * 15))
            $0.append(UInt32(mode.frameByteCount * 8 * 30))
            $0.append(UInt32(mode.frameByteCount))
            $0.append(VideoMode.frameIntervals[0])
            $0.append([UInt8(VideoMode.frameIntervals.count)])
            for interval in VideoMode.frameIntervals { $0.append(interval) }
        }
    }

    private static func interface(_ number: UInt8, endpoints: UInt8, subclass: UInt8) -> [UInt8] {
        descriptor(0x04) { $0.append([number, 0, endpoints, 0x0E, subclass, 0, 0]) }
    }

    private static func classDescriptor(_ subtype: UInt8, _ body: (inout LittleEndianWriter) -> Void) -> [UInt8] {
        descriptor(0x24) {
            $0.append([subtype])
            body(&$0)
        }
    }

    /// A descriptor: its length, its type, and what `body` writes.
    private static func descriptor(_ type: UInt8, _ body: (inout LittleEndianWriter) -> Void) -> [UInt8] {
        var writer = LittleEndianWriter()
        body(&writer)
        return [UInt8(writer.bytes.count + 2), type] + writer.bytes
    }
}
