/// The camera behind the socket: what it answers to requests on endpoint 0, and its stream.
///
/// Pure: bytes in, bytes out.
struct CameraDevice {
    /// What a request is answered with.
    enum Answer: Equatable {
        /// Bytes for the host, which may want fewer.
        case data([UInt8])
        /// Done.
        case accepted
        /// Refused.
        case stalled
    }

    /// Requests of the video class.
    private enum ClassRequest {
        static let setCurrent: UInt8 = 0x01
        static let current: UInt8 = 0x81
        static let minimum: UInt8 = 0x82
        static let maximum: UInt8 = 0x83
        static let step: UInt8 = 0x84
        static let length: UInt8 = 0x85
        static let information: UInt8 = 0x86
        static let preset: UInt8 = 0x87
    }

    /// Why the camera refused the last request, in the video class's numbers.
    private enum Refusal: UInt8 {
        case none = 0
        case wrongState = 2
        case outOfRange = 4
        case unknownControl = 6
        case unknownRequest = 7
    }

    /// The control can be read and set.
    private static let readableAndSettable: UInt8 = 0x03

    let descriptors: CameraDescriptors
    private(set) var controls = CameraControl.all
    private var probed = StreamParameters()
    private var refusal = Refusal.none
    /// The pictures' endpoint.
    var stream = StreamPump()

    init(serialNumber: String) {
        descriptors = CameraDescriptors(serialNumber: serialNumber)
    }

    /// Answers a request.
    ///
    /// - Parameter data: what the host sends along.
    mutating func answer(_ setup: SetupPacket, _ data: [UInt8] = []) -> Answer {
        switch setup.type {
        case 0x80, 0x81, 0x82: standardRead(setup)
        case 0x00, 0x01, 0x02: standardWrite(setup)
        case 0x21, 0xA1: classRequest(setup, data)
        default: .stalled
        }
    }

    // MARK: - What every USB device is asked

    private func standardRead(_ setup: SetupPacket) -> Answer {
        switch setup.request {
        case 0: .data([0, 0])  // Status: nothing special.
        case 6: descriptor(setup.value)
        case 8: .data([1])  // The configuration.
        case 10: .data([0])  // An interface's alternative.
        default: .stalled
        }
    }

    private func descriptor(_ value: UInt16) -> Answer {
        switch value >> 8 {
        case 1: .data(descriptors.device)
        case 2: .data(descriptors.configuration)
        case 3: descriptors.string(UInt8(value & 0xFF)).map { .data($0) } ?? .stalled
        default: .stalled
        }
    }

    private mutating func standardWrite(_ setup: SetupPacket) -> Answer {
        switch setup.request {
        case 1, 9, 11:
            // A host that configures, or clears a halt, starts over: that is how it ends a stream of bulk transfers.
            stream.stop()
            return .accepted
        case 3: return .accepted
        default: return .stalled
        }
    }

    // MARK: - What a camera is asked

    private mutating func classRequest(_ setup: SetupPacket, _ data: [UInt8]) -> Answer {
        let entity = UInt8(setup.index >> 8)
        let interface = UInt8(setup.index & 0xFF)
        let selector = UInt8(setup.value >> 8)
        if interface == CameraDescriptors.Interface.streaming { return streamRequest(setup.request, selector, data) }
        if entity == 0, selector == 2, setup.request == ClassRequest.current { return .data([refusal.rawValue]) }
        guard let index = controls.firstIndex(where: { $0.entity == entity && $0.selector == selector }) else {
            return refuse(.unknownControl)
        }
        return controlRequest(setup.request, index, data)
    }

    private mutating func streamRequest(_ request: UInt8, _ selector: UInt8, _ data: [UInt8]) -> Answer {
        // 1 is the probe control, 2 the commit control.
        guard selector == 1 || selector == 2 else { return refuse(.unknownControl) }
        switch request {
        case ClassRequest.setCurrent:
            probed = StreamParameters(negotiating: data)
            if selector == 2 { stream.configure(probed) }
            return .accepted
        case ClassRequest.current, ClassRequest.minimum, ClassRequest.maximum: return .data(probed.bytes)
        case ClassRequest.preset: return .data(StreamParameters().bytes)
        case ClassRequest.length: return .data([UInt8(StreamParameters.byteCount), 0])
        case ClassRequest.information: return .data([Self.readableAndSettable])
        default: return refuse(.unknownRequest)
        }
    }

    private mutating func controlRequest(_ request: UInt8, _ index: Int, _ data: [UInt8]) -> Answer {
        let control = controls[index]
        switch request {
        case ClassRequest.setCurrent: return set(index, data)
        case ClassRequest.current: return .data(control.bytes(of: control.value))
        case ClassRequest.minimum: return .data(control.bytes(of: control.minimum))
        case ClassRequest.maximum: return .data(control.bytes(of: control.maximum))
        case ClassRequest.step: return .data(control.bytes(of: control.step))
        case ClassRequest.preset: return .data(control.bytes(of: control.preset))
        case ClassRequest.length: return .data([UInt8(control.byteCount), 0])
        case ClassRequest.information: return .data([Self.readableAndSettable])
        default: return refuse(.unknownRequest)
        }
    }

    private mutating func set(_ index: Int, _ data: [UInt8]) -> Answer {
        let control = controls[index]
        let value = control.value(of: data)
        guard control.accepts(value) else { return refuse(.outOfRange) }
        // Webcams refuse what an automatic governs.
        if let manual = control.manualMode,
            let automatic = controls.first(where: { $0.entity == control.entity && $0.selector == manual.selector }),
            automatic.value != manual.value
        {
            return refuse(.wrongState)
        }
        controls[index].value = value
        refusal = .none
        return .accepted
    }

    private mutating func refuse(_ reason: Refusal) -> Answer {
        refusal = reason
        return .stalled
    }
}
