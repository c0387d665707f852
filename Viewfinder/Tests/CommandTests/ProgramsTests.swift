import DefaultDrivers
import Foundation
import MovieValidators
import Testing

/// The built programs, as they are found beside this test program.
enum Program {
    /// Where a program lies.
    static func path(_ name: String) throws -> String {
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Runs a program to its end, with an environment of its own added to this one.
    static func run(
        _ name: String,
        _ arguments: [String] = [],
        environment: [String] = []
    ) async throws -> ValidatorTool.Answer {
        let command = environment + [try path(name)] + arguments
        return try await onOwnThread { try ValidatorTool.run("env", ["-u", "PINHOLE_CAMERA"] + command) }
    }
}

@Suite("A program that imports AVFoundation and nothing else")
struct PlainProgramTests {
    @Test("It is linked with nothing of the simulation: neither its phones nor its scenes")
    func linkage() async throws {
        let program = try Program.path("plain-camera-program")
        let symbols = try await onOwnThread { try ValidatorTool.succeed("nm", [program]).text }
        // What is looked for is written like this: the capture API is there, and found by the same means.
        #expect(symbols.contains("12AVFoundation"))
        #expect(!symbols.contains("SimulatedDriver") && !symbols.contains("12SceneDrawing"))
    }

    @Test("It has the machine's devices, none where there are none, whatever simulation the environment names")
    func devices() async throws {
        let machine = DefaultDrivers.makeSystem().devices().map(\.id)
        for environment in [[], ["PINHOLE_CAMERA=iphone"]] {
            let answer = try await Program.run("plain-camera-program", environment: environment)
            #expect(answer.status == 0)
            #expect(Set(answer.text.split(separator: "\n").map(String.init)) == Set(machine))
        }
    }
}

@Suite("Which cameras the commands of pinhole find")
struct PinholeCameraTests {
    private static var machineHasCamera: Bool {
        DefaultDrivers.makeSystem().devices().contains { $0.medium == .video }
    }

    private static let token = "0123456789abcdef0123456789"

    private static func names(_ answer: ValidatorTool.Answer) throws -> [String] {
        struct Record: Decodable { var name: String, medium: String }
        return try JSONDecoder().decode([Record].self, from: answer.output).filter { $0.medium == "video" }.map(\.name)
    }

    @Test("Without a camera, devices lists simulated ones and standard error says so; else it lists the machine's")
    func standIn() async throws {
        let answer = try await Program.run("pinhole", ["devices", "--json"])
        let names = try Self.names(answer)
        #expect(answer.status == 0 && !names.isEmpty)
        #expect(names.contains("Front Camera") == !Self.machineHasCamera)
        #expect(answer.complaints.contains("simulated") == !Self.machineHasCamera)
    }

    @Test("What devices lists is what photo, record and frames find by its name")
    func agreement() async throws {
        let name = try #require(try Self.names(try await Program.run("pinhole", ["devices", "--json"])).last)
        let photo = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: photo) }
        let taken = try await Program.run(
            "pinhole",
            ["photo", "--camera", name, "--settle", "0", "--timeout", "120", "-o", photo.path]
        )
        #expect(taken.status == 0, "\(taken.complaints)")
        #expect(try Data(contentsOf: photo).starts(with: [0xFF, 0xD8]))
        let frames = try await Program.run(
            "pinhole",
            ["frames", "--camera", name, "--count", "2", "--timeout", "120"]
        )
        #expect(frames.status == 0, "\(frames.complaints)")
        let movie = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        defer { try? FileManager.default.removeItem(at: movie) }
        let recorded = try await Program.run(
            "pinhole",
            ["record", "--camera", name, "--no-audio", "--duration", "0.2", "-o", movie.path]
        )
        #expect(recorded.status == 0, "\(recorded.complaints)")
        #expect(FileManager.default.fileExists(atPath: movie.path))
        let listed = try await Program.run("pinhole", ["devices", "--json", "--camera", name])
        #expect(try Self.names(listed) == [name])
    }

    @Test("A camera that is not there is an error of every command, with a list of those that are")
    func absent() async throws {
        let all = try Self.names(try await Program.run("pinhole", ["devices", "--json"]))
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        for command in [
            ["devices"], ["devices", "--json"], ["frames"], ["photo", "-o", path + ".jpg"],
            ["record", "-o", path + ".mp4"], ["serve", "--no-browser", "--port", "0"],
        ] {
            let answer = try await Program.run("pinhole", command + ["--camera", "nope"])
            #expect(answer.status != 0 && answer.text.isEmpty, "\(command)")
            #expect(all.allSatisfy(answer.complaints.contains), "\(command): \(answer.complaints)")
        }
    }

    @Test("A simulation that was asked for needs no explanation")
    func asked() async throws {
        let answer = try await Program.run("pinhole", ["devices", "--camera", "webcam"])
        #expect(answer.status == 0 && answer.complaints.isEmpty)
    }

    @Test("An asterisk is no address to listen on; what to write instead is told", arguments: ["serve", "recognizer"])
    func asterisk(command: String) async throws {
        let address = ["--port", "0", "--host", "*", "--token", Self.token]
        let camera = command == "serve" ? ["--camera", "iphone", "--no-browser"] : []
        let answer = try await Program.run("pinhole", [command] + camera + address)
        #expect(answer.status == 64)
        #expect(answer.complaints.contains("0.0.0.0") && answer.complaints.contains("::"))
    }
}
