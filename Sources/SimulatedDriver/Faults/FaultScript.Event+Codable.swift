import CaptureDriver

extension FaultScript.Event {
    private static let seconds = 0.0...1e6
    private static let counts = 1...1_000_000
    private static let rates = 8_000.0...192_000
    private static let errorCodes = -20000...(-1)

    /// Reads an event; errors name the field and what it may be.
    public init(from decoder: any Decoder) throws {
        var fields = try ScriptFields(decoder)
        device = try fields.optionalText("device")
        guard fields.has("at") != fields.has("frame") else {
            throw fields.wrong(
                fields.has("at") ? "frame" : "at",
                "given as either \"at\" (seconds) or \"frame\" (a number)"
            )
        }
        let at = try fields.optionalNumber("at", Self.seconds)
        let frame = try fields.integer("frame", 0...Int.max, default: 0)
        moment = at.map { .seconds($0) } ?? .frame(UInt64(frame))
        let name = try fields.word("fault", SimulatedFault.names.map { ($0, $0) })
        fault =
            try Self.readStreamFault(name, &fields) ?? Self.readSystemFault(name, &fields)
            ?? Self.readFault(name, &fields)
        try fields.finish()
    }

    private static func readStreamFault(_ name: String, _ fields: inout ScriptFields) throws -> SimulatedFault? {
        switch name {
        case "buffer-error": .bufferError(count: try fields.integer("count", counts, default: 1))
        case "payload-error": .payloadError(count: try fields.integer("count", counts, default: 1))
        case "torn-frame": .tornFrame(count: try fields.integer("count", counts, default: 1))
        case "corrupt-jpeg": .corruptJPEG(count: try fields.integer("count", counts, default: 1))
        case "truncated-jpeg": .truncatedJPEG(count: try fields.integer("count", counts, default: 1))
        case "dropped-frames":
            .droppedFrames(
                percent: try fields.number("percent", 0...100),
                seconds: try fields.optionalNumber("seconds", seconds)
            )
        case "duplicated-frames":
            .duplicatedFrames(
                percent: try fields.number("percent", 0...100),
                seconds: try fields.optionalNumber("seconds", seconds)
            )
        case "timestamp-jump": .timestampJump(seconds: try fields.number("seconds", -1e6...1e6))
        case "wrap-timestamp": .wrapTimestamp
        case "wrap-sequence-number": .wrapSequenceNumber
        case "stall": .stall(seconds: try fields.number("seconds", seconds))
        case "first-frame-stall": .firstFrameStall(seconds: try fields.number("seconds", seconds))
        case "slow-start": .slowStart(seconds: try fields.number("seconds", seconds))
        case "request-buffers-error": .requestBuffersError(count: try fields.integer("count", counts, default: 1))
        case "queue-buffer-error": .queueBufferError(count: try fields.integer("count", counts, default: 1))
        case "stream-on-error": .streamOnError(count: try fields.integer("count", counts, default: 1))
        case "sound-gap": .audioGap(seconds: try fields.number("seconds", seconds))
        case "sound-format":
            .audioFormat(
                rate: try fields.optionalNumber("rate", rates),
                channels: try fields.optionalInteger("channels", 1...8)
            )
        case "fatal-streaming-error": .fatalStreamingError
        default: nil
        }
    }

    private static func readSystemFault(_ name: String, _ fields: inout ScriptFields) throws -> SimulatedFault? {
        switch name {
        case "interruption":
            .interruption(
                reason: try fields.word("reason", ScriptKeys.interruptions),
                seconds: try fields.optionalNumber("seconds", seconds)
            )
        case "interruption-end": .interruptionEnd(reason: try fields.word("reason", ScriptKeys.interruptions))
        case "phone-call":
            .phoneCall(
                try fields.word("kind", ScriptKeys.calls, default: .voice),
                seconds: try fields.optionalNumber("seconds", seconds)
            )
        case "phone-call-end": .phoneCallEnd
        case "accessory":
            .accessory(
                try fields.word("kind", ScriptKeys.accessories),
                seconds: try fields.optionalNumber("seconds", seconds)
            )
        case "accessory-end": .accessoryEnd(try fields.word("kind", ScriptKeys.accessories))
        case "media-services-lost": .mediaServicesLost(seconds: try fields.optionalNumber("seconds", seconds))
        case "media-services-reset": .mediaServicesReset
        case "session-start-failure":
            .sessionStartFailure(
                code: try fields.integer("code", errorCodes, default: -11872),
                count: try fields.integer("count", counts, default: 1),
                toldAfter: try fields.number("told-after", seconds, default: 0)
            )
        case "held-start":
            .heldStart(
                seconds: try fields.optionalNumber("seconds", 0...HeldStarts.limit),
                count: try fields.integer("count", counts, default: 1)
            )
        case "hardware-load":
            .hardwareLoad(
                factor: try fields.number("factor", 0...1_000),
                seconds: try fields.optionalNumber("seconds", seconds)
            )
        case "multi-cam-support": .multiCamSupport(try fields.word("answer", ScriptKeys.answers))
        case "hardware-leak": .hardwareLeak(try fields.word("when", ScriptKeys.leaks))
        default: nil
        }
    }

    private static func readFault(_ name: String, _ fields: inout ScriptFields) throws -> SimulatedFault {
        switch name {
        case "start-failure":
            .startFailure(
                kind: try fields.word("kind", ScriptKeys.startFailures),
                count: try fields.integer("count", counts, default: 1)
            )
        case "disconnect": .disconnect
        case "unplug": .unplug(seconds: try fields.optionalNumber("seconds", seconds))
        case "unplug-mid-frame": .unplugMidFrame
        case "replug": .replug
        case "unbind": .unbind
        case "bind": .bind
        case "device-busy": .deviceBusy(seconds: try fields.number("seconds", seconds))
        case "resource-exhaustion":
            .resourceExhaustion(code: try fields.integer("code", errorCodes, default: -11872))
        case "pressure":
            .pressure(
                SystemPressure(
                    level: try fields.word("level", ScriptKeys.levels),
                    factors: UInt(try fields.integer("factors", 0...15, default: 1))
                )
            )
        case "permission-change":
            .permissionChange(
                try fields.word("medium", ScriptKeys.media, default: .video),
                try fields.word("status", ScriptKeys.authorizations)
            )
        case "camera-control":
            .cameraControl(
                try fields.word("gesture", ScriptKeys.gestures(by: try fields.number("by", -1...1, default: 0)))
            )
        case "clock-drift": .clockDrift(partsPerMillion: try fields.number("ppm", FrameSchedule.drifts))
        default: .orientation(try fields.word("orientation", ScriptKeys.orientations))
        }
    }

    /// Writes an event as it is read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ScriptKey.self)
        switch moment {
        case .seconds(let seconds): try container.encode(seconds, forKey: ScriptKey("at"))
        case .frame(let number): try container.encode(number, forKey: ScriptKey("frame"))
        }
        try container.encodeIfPresent(device, forKey: ScriptKey("device"))
        try container.encode(fault.name, forKey: ScriptKey("fault"))
        for (name, value) in fault.fields {
            switch value {
            case .number(let number): try container.encode(number, forKey: ScriptKey(name))
            case .integer(let integer): try container.encode(integer, forKey: ScriptKey(name))
            case .word(let word): try container.encode(word, forKey: ScriptKey(name))
            }
        }
    }
}

/// A field's value in a script.
enum ScriptValue: Sendable, Hashable, CustomStringConvertible {
    case number(Double)
    case integer(Int)
    case word(String)

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .integer(let integer): "\(integer)"
        case .word(let word): word
        }
    }
}

extension SimulatedFault {
    /// The fields that the fault has in a script, besides its name.
    var fields: [(String, ScriptValue)] {
        switch self {
        case .bufferError(let count), .payloadError(let count), .tornFrame(let count), .corruptJPEG(let count),
            .truncatedJPEG(let count), .requestBuffersError(let count), .queueBufferError(let count),
            .streamOnError(let count):
            [("count", .integer(count))]
        case .droppedFrames(let percent, let seconds), .duplicatedFrames(let percent, let seconds):
            [("percent", .number(percent))] + Self.optional("seconds", seconds)
        case .timestampJump(let seconds), .stall(let seconds), .firstFrameStall(let seconds), .slowStart(let seconds),
            .deviceBusy(let seconds), .audioGap(let seconds):
            [("seconds", .number(seconds))]
        case .audioFormat(let rate, let channels):
            Self.optional("rate", rate) + (channels.map { [("channels", .integer($0))] } ?? [])
        case .wrapTimestamp, .wrapSequenceNumber, .fatalStreamingError, .disconnect, .unplugMidFrame, .replug, .unbind,
            .bind, .phoneCallEnd, .mediaServicesReset:
            []
        case .startFailure(let kind, let count):
            [("kind", .word(ScriptKeys.word(for: kind, in: ScriptKeys.startFailures))), ("count", .integer(count))]
        case .unplug(let seconds), .mediaServicesLost(let seconds): Self.optional("seconds", seconds)
        case .phoneCall(let kind, let seconds):
            [("kind", .word(ScriptKeys.word(for: kind, in: ScriptKeys.calls)))] + Self.optional("seconds", seconds)
        case .accessory(let kind, let seconds):
            [("kind", .word(kind.rawValue))] + Self.optional("seconds", seconds)
        case .accessoryEnd(let kind): [("kind", .word(kind.rawValue))]
        case .sessionStartFailure(let code, let count, let toldAfter):
            [("code", .integer(code)), ("count", .integer(count)), ("told-after", .number(toldAfter))]
        case .heldStart(let seconds, let count): [("count", .integer(count))] + Self.optional("seconds", seconds)
        case .hardwareLoad(let factor, let seconds):
            [("factor", .number(factor))] + Self.optional("seconds", seconds)
        case .multiCamSupport(let isSupported):
            [("answer", .word(ScriptKeys.word(for: isSupported, in: ScriptKeys.answers)))]
        case .hardwareLeak(let leak): [("when", .word(ScriptKeys.word(for: leak, in: ScriptKeys.leaks)))]
        case .interruption(let reason, let seconds):
            [("reason", .word(ScriptKeys.word(for: reason, in: ScriptKeys.interruptions)))]
                + Self.optional("seconds", seconds)
        case .interruptionEnd(let reason):
            [("reason", .word(ScriptKeys.word(for: reason, in: ScriptKeys.interruptions)))]
        case .resourceExhaustion(let code): [("code", .integer(code))]
        case .pressure(let pressure):
            [
                ("level", .word(ScriptKeys.word(for: pressure.level, in: ScriptKeys.levels))),
                ("factors", .integer(Int(pressure.factors))),
            ]
        case .permissionChange(let medium, let status):
            [
                ("medium", .word(ScriptKeys.word(for: medium, in: ScriptKeys.media))),
                ("status", .word(ScriptKeys.word(for: status, in: ScriptKeys.authorizations))),
            ]
        case .orientation(let orientation):
            [("orientation", .word(ScriptKeys.word(for: orientation, in: ScriptKeys.orientations)))]
        case .cameraControl(.slide(let share)): [("gesture", .word("slide")), ("by", .number(share))]
        case .cameraControl(let gesture):
            [("gesture", .word(ScriptKeys.word(for: gesture, in: ScriptKeys.gestures(by: 0))))]
        case .clockDrift(let partsPerMillion): [("ppm", .number(partsPerMillion))]
        }
    }

    private static func optional(_ name: String, _ number: Double?) -> [(String, ScriptValue)] {
        number.map { [(name, .number($0))] } ?? []
    }
}

/// A key of any name.
struct ScriptKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// Reads the fields of a script's event, remembering which there may be.
struct ScriptFields {
    private let container: KeyedDecodingContainer<ScriptKey>
    private var known: [String] = []

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: ScriptKey.self)
    }

    /// Whether a field is given.
    func has(_ name: String) -> Bool { container.contains(ScriptKey(name)) }

    /// A number in a range; the default, or an error, when it is not given.
    mutating func number(_ name: String, _ range: ClosedRange<Double>, default value: Double? = nil) throws -> Double {
        guard let number = try optionalNumber(name, range) ?? value else {
            throw missing(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number in a range, if it is given.
    mutating func optionalNumber(_ name: String, _ range: ClosedRange<Double>) throws -> Double? {
        known.append(name)
        let allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
        guard has(name) else { return nil }
        guard let number = try? container.decode(Double.self, forKey: ScriptKey(name)), range.contains(number) else {
            throw wrong(name, allowed)
        }
        return number
    }

    /// A whole number in a range.
    mutating func integer(_ name: String, _ range: ClosedRange<Int>, default value: Int? = nil) throws -> Int {
        known.append(name)
        let allowed = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard has(name) else {
            if let value { return value }
            throw missing(name, allowed)
        }
        guard let number = try? container.decode(Int.self, forKey: ScriptKey(name)), range.contains(number) else {
            throw wrong(name, allowed)
        }
        return number
    }

    /// A whole number in a range, if it is given.
    mutating func optionalInteger(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        known.append(name)
        return has(name) ? try integer(name, range) : nil
    }

    /// A text, if it is given.
    mutating func optionalText(_ name: String) throws -> String? {
        known.append(name)
        guard has(name) else { return nil }
        guard let text = try? container.decode(String.self, forKey: ScriptKey(name)) else {
            throw wrong(name, "a text")
        }
        return text
    }

    /// A value that has a word.
    mutating func word<Value>(_ name: String, _ words: [(String, Value)], default value: Value? = nil) throws -> Value {
        let allowed = "one of " + words.map { "\"\($0.0)\"" }.joined(separator: ", ")
        guard let text = try optionalText(name) else {
            if let value { return value }
            throw missing(name, allowed)
        }
        guard let match = words.first(where: { $0.0 == text }) else { throw wrong(name, allowed) }
        return match.1
    }

    /// Refuses fields that nobody has asked for.
    func finish() throws {
        for key in container.allKeys where !known.contains(key.stringValue) {
            throw wrong(
                key.stringValue,
                "no such field; there may be " + known.sorted().joined(separator: ", "),
                isValue: false
            )
        }
    }

    /// The error for a field that is there and not right.
    func wrong(_ name: String, _ allowed: String, isValue: Bool = true) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: container.codingPath + [ScriptKey(name)],
                debugDescription: isValue ? "must be \(allowed)" : allowed
            )
        )
    }

    private func missing(_ name: String, _ allowed: String) -> DecodingError {
        DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: container.codingPath,
                debugDescription: "the field \"\(name)\" is missing; it must be \(allowed)"
            )
        )
    }
}

/// The words that scripts use for values of the seam's types.
enum ScriptKeys {
    static let startFailures: [(String, CaptureDriverError.Kind)] = [
        ("busy", .busy), ("bandwidth", .bandwidth), ("denied", .denied), ("io", .io), ("out-of-memory", .outOfMemory),
        ("unsupported-format", .unsupportedFormat), ("timed-out", .timedOut), ("disconnected", .disconnected),
    ]
    static let interruptions: [(String, CaptureInterruption)] = [
        ("background", .videoDeviceNotAvailableInBackground),
        ("audio-in-use", .audioDeviceInUseByAnotherClient),
        ("video-in-use", .videoDeviceInUseByAnotherClient),
        ("multiple-foreground-apps", .videoDeviceNotAvailableWithMultipleForegroundApps),
        ("system-pressure", .videoDeviceNotAvailableDueToSystemPressure),
        ("sensitive-content", .sensitiveContentMitigationActivated),
    ]
    static let calls: [(String, SimulatedPhone.Call)] = [("voice", .voice), ("video", .video)]
    static let accessories: [(String, SimulatedAccessory)] = SimulatedAccessory.allCases.map { ($0.rawValue, $0) }
    static let answers: [(String, Bool)] = [("yes", true), ("no", false)]
    static let leaks: [(String, HardwareLeak)] = HardwareLeak.allCases.map { ($0.rawValue, $0) }
    static let levels: [(String, SystemPressure.Level)] = [
        ("nominal", .nominal), ("fair", .fair), ("serious", .serious), ("critical", .critical), ("shutdown", .shutdown),
    ]
    static let media: [(String, CaptureDeviceDescription.Medium)] = [("video", .video), ("audio", .audio)]
    static let authorizations: [(String, CaptureAuthorization)] = [
        ("not-determined", .notDetermined), ("restricted", .restricted), ("denied", .denied),
        ("authorized", .authorized),
    ]
    static let orientations: [(String, HostOrientation)] = [
        ("portrait", .portrait), ("portrait-upside-down", .portraitUpsideDown), ("landscape-left", .landscapeLeft),
        ("landscape-right", .landscapeRight),
    ]

    /// What a user does with the button for cameras.
    ///
    /// - Parameter share: how far a finger slides.
    static func gestures(by share: Double) -> [(String, CaptureControlGesture)] {
        [
            ("press", .press), ("light-press", .lightPress), ("double-light-press", .doubleLightPress),
            ("slide", .slide(share)), ("dismiss", .dismiss),
        ]
    }

    /// The word for a value that is in a list.
    static func word<Value: Equatable>(for value: Value, in list: [(String, Value)]) -> String {
        list.first { $0.1 == value }?.0 ?? "\(value)"
    }
}
