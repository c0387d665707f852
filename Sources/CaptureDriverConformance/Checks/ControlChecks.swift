import CaptureDriver
import CoreMedia

extension Examination {
    func controlValues() throws {
        try controlling { handle, control, capability in
            for value in Self.samples(of: capability) {
                let time = try handle.setControl(control, to: value)
                expect(time.isNumeric, "Setting \(control) doesn't tell when it shows.")
                let got = try handle.controlValue(control)
                if isNear(got, value, capability) { continue }
                guard case .range(let range, _) = capability, case .number(let number) = got, range.contains(number)
                else {
                    record("\(control) was set to \(value) and is \(got).")
                    continue
                }
                try expectStable(handle, control, set: value, got: got, capability)
            }
        }
    }

    /// Hardware has steps. The value that it made of ours has to be one that it keeps, and not the same one for all.
    private func expectStable(
        _ handle: any CaptureDeviceHandle,
        _ control: CaptureControl,
        set value: CaptureControlValue,
        got: CaptureControlValue,
        _ capability: CaptureControlCapability
    ) throws {
        guard case .range(let range, _) = capability, case .number(let number) = value else { return }
        let isEnd = number == range.lowerBound || number == range.upperBound
        expect(!isEnd, "\(control) was set to \(number), the end of its range, and is \(got).")
        try handle.setControl(control, to: got)
        let again = try handle.controlValue(control)
        expect(isNear(again, got, capability), "\(control) was set to its own value \(got) and is \(again).")
    }

    func controlLimits() throws {
        try controlling { handle, control, capability in
            for (value, nearest) in Self.beyond(capability) {
                try handle.setControl(control, to: value)
                let got = try handle.controlValue(control)
                expect(
                    isNear(got, nearest, capability),
                    "\(control) was set to \(value) and is \(got), not \(nearest)."
                )
            }
            let before = try handle.controlValue(control)
            for value in Self.invalidValues(capability) {
                expectError(.unsupportedControl, from: "Setting \(control) to \(value)") {
                    try handle.setControl(control, to: value)
                }
            }
            let after = try handle.controlValue(control)
            expect(before == after, "\(control) was \(before), and is \(after) after values that were refused.")
        }
    }

    func unlistedControls() throws {
        try opened { handle in
            for control in CaptureControl.allCases where handle.description.controls[control] == nil {
                for value in [CaptureControlValue.mode(0), .number(1), .point(x: 0.5, y: 0.5)] {
                    expectError(.unsupportedControl, from: "Setting \(control), which isn't listed, to \(value)") {
                        try handle.setControl(control, to: value)
                    }
                }
                expectError(.unsupportedControl, from: "Reading \(control), which isn't listed") {
                    _ = try handle.controlValue(control)
                }
            }
        }
    }

    // MARK: Parts

    /// Goes through the controls while a stream runs, and leaves them as they were.
    private func controlling(
        _ body: (any CaptureDeviceHandle, CaptureControl, CaptureControlCapability) throws -> Void
    ) throws {
        try opened { handle in
            guard let format = subject.streamedFormats(handle.description).first else { return }
            let stream = try start(handle, format, log: makeLog())
            defer { handle.stopStream() }
            let controls = handle.description.controls.sorted { $0.key.rawValue < $1.key.rawValue }
            let values = try controls.map { ($0.key, try handle.controlValue($0.key)) }
            for (control, capability) in controls { try body(handle, control, capability) }
            // Modes last: setting a value ends the automatic that governs it.
            for (control, value) in values.sorted(by: { !$0.1.isMode && $1.1.isMode }) {
                try handle.setControl(control, to: value)
            }
            let count = stream.log.frameCount
            try wait(stream, frames: count + 3)
            expect(stream.log.events.isEmpty, "The stream had events: \(stream.log.events).", format)
        }
    }

    private static func samples(of capability: CaptureControlCapability) -> [CaptureControlValue] {
        switch capability {
        case .modes(let modes, let preset):
            return modes.sorted().map { .mode($0) } + [.mode(preset)]
        case .range(let range, let preset):
            let middle = (range.lowerBound + range.upperBound) / 2
            return [range.lowerBound, middle, range.upperBound, preset].map { .number($0) }
        case .point:
            return [.point(x: 0, y: 0), .point(x: 0.25, y: 0.75), .point(x: 1, y: 1), .point(x: 0.5, y: 0.5)]
        case .gains(let maximum):
            let middle = (1 + maximum) / 2
            return [.gains(red: 1, green: 1, blue: maximum), .gains(red: middle, green: 1, blue: middle)]
        }
    }

    private static func beyond(
        _ capability: CaptureControlCapability
    ) -> [(value: CaptureControlValue, nearest: CaptureControlValue)] {
        switch capability {
        case .modes:
            return []
        case .range(let range, _):
            let span = range.upperBound - range.lowerBound
            return [
                (.number(range.lowerBound - span - 1), .number(range.lowerBound)),
                (.number(range.upperBound + span + 1), .number(range.upperBound)),
                (.number(.infinity), .number(range.upperBound)),
            ]
        case .point:
            return [(.point(x: -1, y: 2), .point(x: 0, y: 1))]
        case .gains(let maximum):
            return [(.gains(red: 0, green: 1, blue: maximum + 1), .gains(red: 1, green: 1, blue: maximum))]
        }
    }

    private static func invalidValues(_ capability: CaptureControlCapability) -> [CaptureControlValue] {
        switch capability {
        case .modes(let modes, _): [.mode((modes.max() ?? 0) + 1), .mode(-1), .number(0)]
        case .range: [.mode(0), .number(.nan), .point(x: 0, y: 0)]
        case .point: [.number(0), .point(x: .nan, y: 0)]
        case .gains: [.number(1), .gains(red: .nan, green: 1, blue: 1)]
        }
    }

    private func isNear(
        _ got: CaptureControlValue,
        _ wanted: CaptureControlValue,
        _ capability: CaptureControlCapability
    ) -> Bool {
        switch (got, wanted) {
        case (.mode(let got), .mode(let wanted)):
            // What is done once is over at some time.
            return got == wanted || (wanted == 1 && got == 0)
        case (.number(let got), .number(let wanted)):
            guard case .range(let range, _) = capability else { return false }
            return abs(got - wanted) <= (range.upperBound - range.lowerBound) * limits.controlStep
        case (.point(let x, let y), .point(let wantedX, let wantedY)):
            return abs(x - wantedX) < 1e-6 && abs(y - wantedY) < 1e-6
        case (.gains(let red, let green, let blue), .gains(let wantedRed, let wantedGreen, let wantedBlue)):
            return abs(red - wantedRed) < 0.01 && abs(green - wantedGreen) < 0.01 && abs(blue - wantedBlue) < 0.01
        default:
            return false
        }
    }
}

extension CaptureControlValue {
    fileprivate var isMode: Bool { if case .mode = self { true } else { false } }
}
