/// A setting of the camera's.
struct CameraControl: Equatable {
    let entity: UInt8
    /// The setting's number within its entity.
    let selector: UInt8
    /// Its bit in the entity's descriptor.
    let descriptorBit: Int
    let byteCount: Int
    let minimum: Int32
    let maximum: Int32
    /// The step; for a menu, the bits of all its items.
    let step: Int32
    let preset: Int32
    /// The automatic that governs this value, and its value when it does not.
    var manualMode: (selector: UInt8, value: Int32)?
    /// The present value.
    var value: Int32

    private init(
        _ entity: UInt8,
        _ selector: UInt8,
        bit: Int,
        bytes: Int,
        _ range: ClosedRange<Int32>,
        step: Int32 = 1,
        preset: Int32,
        manualMode: (selector: UInt8, value: Int32)? = nil
    ) {
        self.entity = entity
        self.selector = selector
        descriptorBit = bit
        byteCount = bytes
        minimum = range.lowerBound
        maximum = range.upperBound
        self.step = step
        self.preset = preset
        self.manualMode = manualMode
        value = preset
    }

    static func == (a: CameraControl, b: CameraControl) -> Bool {
        a.entity == b.entity && a.selector == b.selector && a.value == b.value
    }

    /// Numbers of the automatics.
    private enum Automatic {
        static let exposure: UInt8 = 0x02
        static let focus: UInt8 = 0x08
    }

    /// Items of the exposure menu.
    private enum Exposure {
        static let manual: Int32 = 1
        static let aperturePriority: Int32 = 8
    }

    /// All settings, at their presets.
    static let all: [CameraControl] = {
        let camera = CameraDescriptors.Entity.camera
        let processing = CameraDescriptors.Entity.processing
        return [
            CameraControl(
                camera,
                Automatic.exposure,
                bit: 1,
                bytes: 1,
                Exposure.manual...Exposure.aperturePriority,
                step: Exposure.manual | Exposure.aperturePriority,
                preset: Exposure.aperturePriority
            ),
            // In units of 100 microseconds.
            CameraControl(
                camera,
                0x04,
                bit: 3,
                bytes: 4,
                3...2_047,
                preset: 250,
                manualMode: (Automatic.exposure, Exposure.manual)
            ),
            CameraControl(
                camera,
                0x06,
                bit: 5,
                bytes: 2,
                0...250,
                step: 5,
                preset: 0,
                manualMode: (Automatic.focus, 0)
            ),
            // In percent.
            CameraControl(camera, 0x0B, bit: 9, bytes: 2, 100...400, preset: 100),
            CameraControl(camera, Automatic.focus, bit: 17, bytes: 1, 0...1, preset: 1),
            // Brightness and gain.
            CameraControl(processing, 0x02, bit: 0, bytes: 2, -64...64, preset: 0),
            CameraControl(processing, 0x04, bit: 9, bytes: 2, 0...100, preset: 0),
        ]
    }()

    /// A value as it is sent.
    func bytes(of value: Int32) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// A value as it was received; numbers of two bytes have a sign.
    func value(of bytes: [UInt8]) -> Int32 {
        var reader = LittleEndianReader(bytes)
        switch byteCount {
        case 1: return Int32(reader.number() as UInt8)
        case 2: return Int32(reader.number() as Int16)
        default: return reader.number()
        }
    }

    /// Whether the camera accepts a value.
    func accepts(_ value: Int32) -> Bool {
        guard (minimum...maximum).contains(value) else { return false }
        return selector != Automatic.exposure || entity != CameraDescriptors.Entity.camera || value & step == value
    }
}
