import CameraEngine
import Foundation
import NIOCore
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

/// Two cameras at once, and the control on the device's edge, over HTTP.
@Suite("Routes for two cameras")
struct DualRouteTests {
    private let routes = RouteTests()

    @Test("R-MULTI-7: each command for two cameras reaches the camera", arguments: RouteTests.Setup.allCases)
    func commands(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            camera.offerDual()
            try await expectStatus(.ok, client, "dual", #"{"on":true}"#)
            try await expectStatus(.ok, client, "arrangement", #"{"layout":"sideBySide"}"#)
            // What is not said stays as it is.
            try await expectStatus(.ok, client, "arrangement", #"{"pip":{"x":0.25,"y":0.75,"width":0.4}}"#)
            try await expectStatus(.ok, client, "arrangement", #"{"leading":1,"layout":"topAndBottom"}"#)
            try await expectStatus(.ok, client, "swap")
            try await expectStatus(.ok, client, "startRecording", #"{"separateFiles":true}"#)
            try await expectStatus(.ok, client, "stopRecording")
            try await expectStatus(.ok, client, "startRecording", "{}")
            try await expectStatus(.ok, client, "stopRecording")
            try await expectStatus(.ok, client, "dual", #"{"on":false}"#)
            #expect(
                camera.commands == [
                    "dual true", "arrange sideBySide", "arrange 0.25 0.75 0.4", "arrange topAndBottom leading 1",
                    "swap",
                    "record in separate files", "stop recording", "record", "stop recording", "dual false",
                ]
            )
            let arrangement = await camera.state().dual.arrangement
            let wanted = CameraArrangement(layout: .topAndBottom, pip: .init(x: 0.25, y: 0.75, width: 0.4))
            #expect(arrangement == wanted)
        }
    }

    @Test("Two pages that arrange at once lose nothing of each other's", arguments: RouteTests.Setup.allCases)
    func arrangeAtOnce(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            camera.offerDual()
            // As an engine does that shows what it was told a moment later.
            camera.holdState()
            try await expectStatus(.ok, client, "swap")
            try await expectStatus(.ok, client, "arrangement", #"{"layout":"sideBySide"}"#)
            try await expectStatus(.ok, client, "arrangement", #"{"pip":{"x":0.25,"y":0.75,"width":0.4}}"#)
            camera.releaseState()
            let arrangement = await camera.state().dual.arrangement
            let pip = PictureInPicture(x: 0.25, y: 0.75, width: 0.4)
            #expect(arrangement == CameraArrangement(layout: .sideBySide, leading: 1, pip: pip))
        }
    }

    @Test(
        "Hostile bodies are answered with what is wrong with them, and reach no camera",
        arguments: ["dual", "arrangement", "hardware", "hardwareControl"]
    )
    func hostile(name: String) async throws {
        try await routes.withClient(.router) { client, camera, _ in
            camera.offerDual()
            camera.offerHardware()
            for body in [
                "NaN", #"{"on":NaN,"active":NaN}"#, #"{"pip":{"x":NaN,"y":0.5,"width":0.3}}"#,
                #"{"pip":{"x":"0.5","y":0.5,"width":0.3}}"#, #"{"pip":[0.5,0.5,0.3]}"#,
                #"{"pip":{"x":0.5,"y":null,"width":0.3}}"#, #"{"pip":{"x":0.5,"y":0.5,"width":-1e308}}"#,
                #"{"id":"zoom","value":1e999}"#, #"{"id":"zoom","value":NaN}"#, #"{"id":"zoom","value":"2"}"#,
                #"{"id":7,"value":2}"#, #"{"id":"zoom","value":true}"#, "\u{FEFF}", "{\"on\":true", "\"\u{0}\"",
                String(repeating: "[", count: 30_000), #"{"a":"# + String(repeating: #"{"a":"#, count: 10_000),
            ] {
                let answer = try await send(client, name, body)
                #expect(answer.status == .badRequest, "\(body.prefix(60)): \(answer.status)")
                #expect(String(buffer: answer.body).contains("badCommand"))
            }
            let huge = #"{"id":""# + String(repeating: "x", count: 70_000) + #"","value":1}"#
            try await expectStatus(.contentTooLarge, client, name, huge)
            let text = try await client.execute(
                uri: "/commands/\(name)",
                method: .post,
                headers: [.contentType: "text/plain"],
                body: ByteBuffer(string: "{}")
            )
            #expect(text.status == .unsupportedMediaType)
            #expect(camera.commands.isEmpty)
        }
    }

    @Test("What a client calls a control is not repeated in the answer")
    func longNames() async throws {
        try await routes.withClient(.router) { client, camera, _ in
            camera.offerHardware()
            let name = String(repeating: "x", count: 60_000)
            let answer = try await send(client, "hardwareControl", #"{"id":"\#(name)","value":1}"#)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.readableBytes < 300)
        }
    }

    @Test("What makes no sense is refused before the camera hears of it", arguments: RouteTests.Setup.allCases)
    func nonsense(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            camera.offerDual()
            for body in ["", "{}", #"{"on":"yes"}"#, #"{"on":1}"#, "null"] {
                try await expectStatus(.badRequest, client, "dual", body)
            }
            for body in [
                "", "{}", "[]", "null", #"{"layout":"mosaic"}"#, #"{"layout":3}"#, #"{"pip":{}}"#,
                #"{"pip":{"x":0.5,"y":0.5}}"#, #"{"pip":{"x":-0.1,"y":0.5,"width":0.3}}"#,
                #"{"pip":{"x":0.5,"y":1.1,"width":0.3}}"#, #"{"pip":{"x":0.5,"y":0.5,"width":0.1}}"#,
                #"{"pip":{"x":0.5,"y":0.5,"width":0.51}}"#, #"{"pip":{"x":1e999,"y":0.5,"width":0.3}}"#,
                #"{"leading":"yes"}"#,
            ] {
                try await expectStatus(.badRequest, client, "arrangement", body)
            }
            #expect(camera.commands.isEmpty)
        }
    }

    @Test(
        "A machine without two cameras that run together says so; one camera can always be had",
        arguments: RouteTests.Setup.allCases
    )
    func notOffered(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            for (name, body) in [
                ("dual", #"{"on":true}"#), ("arrangement", #"{"layout":"sideBySide"}"#), ("swap", "{}"),
            ] {
                let answer = try await send(client, name, body)
                #expect(answer.status == .conflict, "\(name)")
                #expect(String(buffer: answer.body).contains("There are no two cameras here that run together."))
            }
            camera.update { $0.dualObstacle = CameraMessage(title: "Too old", advice: "Use a newer phone.") }
            let answer = try await send(client, "dual", #"{"on":true}"#)
            #expect(String(buffer: answer.body).contains("Too old. Use a newer phone."))
            #expect(camera.commands.isEmpty)
            try await expectStatus(.ok, client, "dual", #"{"on":false}"#)
            #expect(camera.commands == ["dual false"])
        }
    }

    @Test("A camera that refuses two is told in its own words", arguments: RouteTests.Setup.allCases)
    func refused(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            camera.offerDual()
            camera.failCommands(with: CameraCommandError(.unavailable, "A recording is under way."))
            for (name, body) in [("dual", #"{"on":true}"#), ("swap", "{}")] {
                let answer = try await send(client, name, body)
                #expect(answer.status == .conflict)
                #expect(String(buffer: answer.body).contains("A recording is under way."))
            }
        }
    }

    @Test("The state of two cameras survives the way to JSON and back", arguments: RouteTests.Setup.allCases)
    func state(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            camera.offerDual()
            camera.runSeveral(2)
            camera.lose(1)
            camera.offerHardware()
            camera.update { state in
                state.dual.ladder = ["Front Camera: 1280 × 720"]
                state.dual.cameras[1].pressure = CameraPressure(level: .serious, frameRateLimit: 20)
            }
            for layout in CameraArrangement.Layout.allCases {
                camera.update { $0.dual.arrangement = CameraArrangement(layout: layout, leading: 1) }
                let response = try await client.execute(uri: "/state", method: .get)
                let state = try JSON.decode(ViewfinderState.self, from: Data(buffer: response.body))
                #expect(await state == camera.state())
                #expect(state.dual.cameras.last?.isLost == true && state.hardware?.controls.count == 4)
            }
        }
    }

    @Test(
        "R-MULTI-10: the control on the device's edge is turned within its limits only",
        arguments: RouteTests.Setup.allCases
    )
    func hardware(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            for (name, body) in [("hardware", #"{"active":true}"#), ("hardwareControl", #"{"id":"zoom","value":2}"#)] {
                let answer = try await send(client, name, body)
                #expect(answer.status == .conflict && String(buffer: answer.body).contains("no Camera Control here"))
            }
            camera.offerHardware()
            for (id, value) in [("zoom", "0.4"), ("zoom", "11"), ("filter", "3"), ("filter", "0.5"), ("focus", "1")] {
                let body = #"{"id":"\#(id)","value":\#(value)}"#
                try await expectStatus(.unprocessableContent, client, "hardwareControl", body)
            }
            try await expectStatus(.conflict, client, "hardwareControl", #"{"id":"locked","value":2}"#)
            try await expectStatus(.badRequest, client, "hardwareControl", #"{"id":"zoom"}"#)
            try await expectStatus(.badRequest, client, "hardware", "{}")
            #expect(camera.commands.isEmpty)
            try await expectStatus(.ok, client, "hardware", #"{"active":true}"#)
            try await expectStatus(.ok, client, "hardwareControl", #"{"id":"zoom","value":10}"#)
            try await expectStatus(.ok, client, "hardwareControl", #"{"id":"filter","value":2}"#)
            #expect(camera.commands == ["hardware true", "turn zoom 10.0", "turn filter 2.0"])
        }
    }

    private static func get(_ path: String) -> ByteBuffer {
        ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    @Test(
        "R-MULTI-7: each of two cameras has a stream of its own",
        arguments: [
            ("/stream", 0), ("/stream?camera=0", 0), ("/stream?camera=1", 1),
            ("/preview.mjpeg?camera=1", 1),
        ]
    )
    func streams(path: String, camera: Int) async throws {
        try await RunningServer.run { server in
            server.camera.runSeveral(2)
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get(path))
                let broadcaster = server.camera.streams[camera]
                try await eventually { broadcaster.hasClients }
                let other = server.camera.streams[1 - camera]
                #expect(!other.hasClients)
                server.camera.publishFrame(captureTime: 1_000)
                server.camera.publishFrame(ofCamera: 1, captureTime: 2_000)
                // The second camera's pictures are the smaller ones.
                let size: [UInt8] = camera == 1 ? [1, 64, 0, 180] : [2, 128, 1, 104]
                let response = try await RunningServer.read(&inbound) { bytes in
                    let all = Array(bytes.readableBytesView)
                    return all.firstRange(of: [0xFF, 0xD8]) != nil && all.count > 1_000
                }
                let all = Array(response.readableBytesView)
                // In a JPEG file the height comes first.
                #expect(all.firstRange(of: Array(size[2...] + size[..<2])) != nil)
            }
            try await eventually { !server.camera.frames.hasClients && !server.camera.streams[1].hasClients }
        }
    }

    @Test(
        "A third camera has no stream",
        arguments: ["/stream?camera=2", "/stream?camera=-1", "/stream?camera=second", "/preview.mjpeg?camera="]
    )
    func thirdCamera(path: String) async throws {
        try await routes.withClient(.router) { client, _, _ in
            let answer = try await client.execute(uri: path, method: .get)
            #expect(answer.status == .badRequest)
            #expect(String(buffer: answer.body).contains("from 0 to 1."))
        }
    }

    @Test("The metrics of all cameras that run are one event")
    func metrics() async throws {
        try await RunningServer.run { server in
            server.camera.runSeveral(2)
            let metrics = await server.camera.state().metrics
            #expect(metrics.count == 2)
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/events"))
                _ = try await RunningServer.read(&inbound) { String(buffer: $0).contains("event: state") }
                server.camera.send(metrics)
                let text = try await RunningServer.read(&inbound) { String(buffer: $0).contains("event: metrics") }
                #expect(String(buffer: text).contains(#""frameWasLate":2"#))
            }
            server.camera.runOne(nil)
            #expect(await server.camera.state().metrics.count == 1)
        }
    }

    @Test("R-MULTI-10: a press of the device's own shutter that came to nothing is told to all who look")
    func failureOnDevice() async throws {
        try await RunningServer.run { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/events"))
                _ = try await RunningServer.read(&inbound) { String(buffer: $0).contains("event: state") }
                server.camera.failOnDevice(CameraCommandError(.storage, "The disk is full."))
                let text = try await RunningServer.read(&inbound) { String(buffer: $0).contains("event: failure") }
                #expect(String(buffer: text).contains(#""message":"The disk is full.""#))
            }
        }
    }
}
