import CameraEngine
import Foundation
import NIOCore
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

/// The size and rate of movies, over HTTP and in the state.
@Suite("The route for a movie's size and rate")
struct MovieFormatRouteTests {
    private let routes = RouteTests()

    @Test("A size and rate reach the camera, and so does the wish to have none", arguments: RouteTests.Setup.allCases)
    func commands(setup: RouteTests.Setup) async throws {
        try await routes.withClient(setup) { client, camera, _ in
            try await expectStatus(.ok, client, "movieFormat", #"{"width":1280,"height":720,"framesPerSecond":60}"#)
            let chosen = await camera.state().recording.format
            #expect(chosen == MovieFormat(width: 1280, height: 720, framesPerSecond: 60))
            try await expectStatus(.ok, client, "movieFormat", #"{"automatic":true,"width":null}"#)
            #expect(await camera.state().recording.format == nil)
            #expect(camera.commands == ["movie format 1280 x 720 at 60", "movie format automatic"])
        }
    }

    @Test("What the camera has not is refused, and so is any choice while it records")
    func refused() async throws {
        try await routes.withClient(.router) { client, camera, _ in
            for body in [
                #"{"width":1280,"height":720,"framesPerSecond":61}"#,
                #"{"width":720,"height":1280,"framesPerSecond":60}"#,
                #"{"width":99999,"height":99999,"framesPerSecond":99999}"#,
            ] {
                try await expectStatus(.unprocessableContent, client, "movieFormat", body)
            }
            #expect(camera.commands.isEmpty)
            try await expectStatus(.ok, client, "startRecording", "{}")
            try await expectStatus(
                .conflict,
                client,
                "movieFormat",
                #"{"width":1280,"height":720,"framesPerSecond":60}"#
            )
            try await expectStatus(.conflict, client, "movieFormat", #"{"automatic":true}"#)
            #expect(await camera.state().recording.format == nil)
        }
    }

    @Test("Hostile bodies are answered with what is wrong with them, and reach no camera")
    func hostile() async throws {
        try await routes.withClient(.router) { client, camera, _ in
            for body in [
                "{}", "null", "[]", "NaN", #"{"width":1280}"#, #"{"width":1280,"height":720}"#, #"{"automatic":false}"#,
                #"{"automatic":true,"width":1280,"height":720,"framesPerSecond":60}"#, #"{"automatic":"true"}"#,
                #"{"width":"1280","height":720,"framesPerSecond":60}"#,
                #"{"width":1280.5,"height":720,"framesPerSecond":60}"#,
                #"{"width":1280,"height":720,"framesPerSecond":1e999}"#,
                #"{"width":-1280,"height":-720,"framesPerSecond":60}"#,
                #"{"width":1280,"height":720,"framesPerSecond":0}"#,
                #"{"width":9223372036854775807,"height":9223372036854775807,"framesPerSecond":60}"#,
                #"{"width":9223372036854775808,"height":720,"framesPerSecond":60}"#,
                String(repeating: "[", count: 30_000),
            ] {
                let answer = try await send(client, "movieFormat", body)
                #expect(answer.status == .badRequest, "\(body.prefix(60)): \(answer.status)")
                #expect(String(buffer: answer.body).contains("badCommand"))
            }
            #expect(camera.commands.isEmpty)
        }
    }

    @Test("The state tells what can be chosen, and what the camera in use records")
    func state() {
        let choices = [
            MovieFormat(width: 1920, height: 1080, framesPerSecond: 30),
            MovieFormat(width: 1280, height: 720, framesPerSecond: 30),
            MovieFormat(width: 1280, height: 720, framesPerSecond: 60),
        ]
        let wanted = MovieFormat(width: 1280, height: 720, framesPerSecond: 120)
        var mapper = StateMapper(photoFolder: "/photos", movieFolder: "/movies")
        let status = MovieFormatStatus(choices: choices, wanted: wanted)
        let state = mapper.state(CameraState(status: .live, movieFormat: status)).recording
        #expect(state.formats == choices)
        #expect(state.format == MovieFormat(width: 1280, height: 720, framesPerSecond: 60))
        let none = mapper.state(CameraState(status: .live)).recording
        #expect(none.formats.isEmpty && none.format == nil)
    }

    @Test("A failure keeps its words, and has the status that fits")
    func failures() {
        let failures: [(MovieFormatFailure, CameraCommandError.Kind)] = [
            (.recording, .unavailable), (.severalCameras, .unavailable), (.notOffered([]), .invalidRequest),
        ]
        for (failure, kind) in failures {
            let error = CameraCommandError(failure)
            #expect(error.kind == kind && error.message.description.hasPrefix(failure.userMessage.title))
        }
    }
}
