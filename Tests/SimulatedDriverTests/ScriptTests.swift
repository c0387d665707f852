import CaptureDriver
import Foundation
import Testing

@testable import SimulatedDriver

@Suite("Fault scripts")
struct ScriptTests {
    private static let storm = """
        {"seed": 42, "events": [
            {"at": 0.5, "fault": "dropped-frames", "percent": 20, "seconds": 3},
            {"at": 1, "fault": "duplicated-frames", "percent": 10},
            {"at": 1.5, "fault": "stall", "seconds": 0.75},
            {"frame": 60, "fault": "buffer-error", "count": 3},
            {"at": 2.5, "fault": "interruption", "reason": "video-in-use", "seconds": 0.5},
            {"at": 3.5, "fault": "unplug", "device": "Front Camera", "seconds": 1},
            {"at": 4, "fault": "pressure", "level": "serious", "factors": 9},
            {"at": 4.2, "fault": "orientation", "orientation": "landscape-left"},
            {"at": 4.5, "fault": "fatal-streaming-error"}
        ]}
        """

    private func replay(seed: UInt64) throws -> (log: [String], sequences: [UInt64]) {
        var script = try FaultScript(json: Data(Self.storm.utf8))
        script.seed = seed
        let bench = Bench(faults: script)
        let recorder = Recorder(reads: false)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 6)
        return (bench.phone.log, recorder.frames.map(\.sequence))
    }

    @Test("The same seed gives the same log, byte for byte; another seed another")
    func determinism() throws {
        let first = try replay(seed: 42)
        let second = try replay(seed: 42)
        let other = try replay(seed: 43)
        #expect(first.log == second.log)
        #expect(first.sequences == second.sequences)
        #expect(first.log != other.log)
        #expect(first.log.contains("2.500000 phone: interruption reason=video-in-use seconds=0.5"))
        #expect(first.log.contains("3.000000 phone: interruption-end reason=video-in-use"))
        #expect(first.log.contains { $0.contains("replug") })
    }

    @Test("A fault on a frame happens just before that frame, once")
    func atFrame() throws {
        let script = FaultScript(events: [.init(.frame(10), .bufferError(count: 1))])
        let bench = Bench(faults: script)
        let recorder = Recorder(reads: false)
        let handle = try bench.open()
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.frames.map(\.sequence) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14])
        try bench.stream(handle, recorder)
        bench.clock.advance(bySeconds: 0.5)
        #expect(recorder.frames.count == 14 + 15)
    }

    @Test("Timed faults happen at their time to the nanosecond")
    func onTime() throws {
        let script = FaultScript(events: [.init(.seconds(0.3), .unplug(seconds: nil))])
        let bench = Bench(faults: script)
        bench.clock.advance(bySeconds: 0.299_999_999)
        #expect(bench.phone.driver.devices().count == 9)
        bench.clock.advance(bySeconds: 0.000_000_001)
        // Without its wide angle a phone has no virtual camera either.
        #expect(bench.phone.driver.devices().count == 5)
    }

    @Test("Every fault survives being written and read")
    func roundTrip() throws {
        let faults: [SimulatedFault] = [
            .bufferError(count: 2), .payloadError(count: 3), .droppedFrames(percent: 12.5, seconds: 3),
            .droppedFrames(percent: 1, seconds: nil),
            .duplicatedFrames(percent: 5, seconds: nil), .tornFrame(count: 1), .corruptJPEG(count: 1),
            .truncatedJPEG(count: 4), .timestampJump(seconds: -2), .wrapTimestamp, .wrapSequenceNumber,
            .stall(seconds: 1), .firstFrameStall(seconds: 2), .slowStart(seconds: 3),
            .startFailure(kind: .bandwidth, count: 2), .requestBuffersError(count: 1), .queueBufferError(count: 2),
            .streamOnError(count: 3), .audioGap(seconds: 0.5), .audioFormat(rate: 16_000, channels: 1),
            .audioFormat(rate: nil, channels: nil), .fatalStreamingError, .disconnect, .unplug(seconds: nil),
            .unplug(seconds: 1),
            .unplugMidFrame, .replug, .unbind, .bind, .deviceBusy(seconds: 4),
            .interruption(reason: .sensitiveContentMitigationActivated, seconds: 1),
            .interruptionEnd(reason: .videoDeviceNotAvailableInBackground), .mediaServicesReset,
            .phoneCall(.voice, seconds: nil), .phoneCall(.video, seconds: 20), .phoneCallEnd,
            .accessory(.wiredHeadset, seconds: nil), .accessory(.bluetoothHeadset, seconds: 3),
            .accessoryEnd(.usbMicrophone),
            .mediaServicesLost(seconds: nil), .mediaServicesLost(seconds: 2),
            .sessionStartFailure(code: -11819, count: 2, toldAfter: 0.5), .heldStart(seconds: nil, count: 1),
            .heldStart(seconds: 5, count: 2), .hardwareLeak(.never), .hardwareLeak(.background), .hardwareLeak(.always),
            .hardwareLoad(factor: 2, seconds: nil), .hardwareLoad(factor: 1.5, seconds: 4), .multiCamSupport(true),
            .multiCamSupport(false),
            .resourceExhaustion(code: -11872), .pressure(SystemPressure(level: .critical, factors: 8)),
            .permissionChange(.audio, .restricted), .orientation(.portraitUpsideDown),
            .cameraControl(.press), .cameraControl(.lightPress), .cameraControl(.doubleLightPress),
            .cameraControl(.slide(-0.5)), .cameraControl(.dismiss), .clockDrift(partsPerMillion: 100),
        ]
        let events = faults.enumerated().map { index, fault in
            FaultScript.Event(
                index % 2 == 0 ? .seconds(Double(index)) : .frame(UInt64(index)),
                device: index % 3 == 0 ? "Back Camera" : nil,
                fault
            )
        }
        let script = FaultScript(seed: 9, events: events)
        #expect(try FaultScript(json: script.json()) == script)
        #expect(Set(faults.map(\.name)) == Set(SimulatedFault.names))
    }

    @Test(
        "Errors name the line and the field, and say what is allowed",
        arguments: [
            (#"{"seed": 1, "events": [{"at": 1, "fault": "stal", "seconds": 1}]}"#, 1, "events[0].fault", "\"stall\""),
            (
                "{\n\"events\": [\n{\"at\": 1, \"fault\": \"wrap-timestamp\"},\n{\"at\": 2,\n\"fault\": \"dropped-frames\",\n\"percent\": 120}]}",
                6, "events[1].percent", "0.0 to 100.0"
            ),
            ("{\"events\": [\n{\"at\": 1, \"fault\": \"stall\"}]}", 2, "events[0]", "\"seconds\" is missing"),
            (
                "{\"events\": [\n\n{\"at\": 1, \"fault\": \"replug\", \"count\": 3}]}", 3, "events[0].count",
                "no such field"
            ),
            (#"{"events": [{"fault": "replug"}]}"#, 1, "events[0].at", "either"),
            (#"{"events": [{"at": 1, "frame": 2, "fault": "replug"}]}"#, 1, "events[0].frame", "either"),
            (#"{"events": [{"at": -1, "fault": "replug"}]}"#, 1, "events[0].at", "0.0 to"),
            (#"{"events": [{"at": "x", "fault": "replug"}]}"#, 1, "events[0].at", "a number"),
            (#"{"event": []}"#, 1, "events", "a list of events"),
            (
                "{\"events\": [\n{\"at\": 1, \"fault\": \"interruption\", \"reason\": \"phone\"}]}", 2,
                "events[0].reason", "\"background\""
            ),
        ]
    )
    func errors(json: String, line: Int, field: String, words: String) throws {
        let error = try #require(throws: FaultScriptError.self) { try FaultScript(json: Data(json.utf8)) }
        #expect(error.line == line)
        #expect(error.field == field)
        #expect(error.message.contains(words))
        #expect(error.description.contains("line \(line)"))
    }

    @Test("What isn't JSON is said not to be", arguments: ["", "{", "[1,2", "{\"events\": [}"])
    func notJSON(text: String) throws {
        let error = try #require(throws: FaultScriptError.self) { try FaultScript(json: Data(text.utf8)) }
        #expect(error.description.contains("JSON"))
    }

    @Test(
        "A text that is nested more deeply than any script is refused unread",
        arguments: [
            ("[", "]"), ("{\"events\":", "}"), ("{\"events\":[", "]}"),
        ]
    )
    func depth(opening: String, closing: String) throws {
        let count = 100_000
        let text = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
        for json in [text, String(repeating: opening, count: count)] {
            let error = try #require(throws: FaultScriptError.self) { try FaultScript(json: Data(json.utf8)) }
            #expect(error.message.contains("16 times"))
        }
    }

    @Test("Many and long names cost no more than reading them: only the place of the fault is kept")
    func wideScript() throws {
        let name = String(repeating: "n", count: 1 << 20)
        let json = "{\"\(name)\": [" + String(repeating: "0,", count: 200_000) + "0]}"
        let error = try #require(throws: FaultScriptError.self) { try FaultScript(json: Data(json.utf8)) }
        #expect(error.line == 1)
    }
}
