import CameraEngine
import CameraLifecycle
import Foundation
import ScannerLink
import Viewfinder
import ViewfinderTestSupport

/// What a line of standard input asks for.
struct ScriptLine: Decodable {
    /// The arguments to begin anew with, as if the program had been started with them.
    var reset: [String]?
    var phase: ViewfinderState.Phase?
    var interruption: CameraInterruption?
    var pressure: CameraPressure.Level?
    var limit: Double?
    var rate: Double?
    var unplug: String?
    var fail: MessageText?
    var sound: AudioState?
    var name: String?
    var message: MessageText?
    var levels: [Double]?
    var free: Int?
    var end: End?
    var obstacle: MessageText?
    var recovery: Double?
    var failure: String?
    var dual: Dual?
    var title: MessageText?
    var advice: MessageText?
    var lose: Int?
    var camera: Int?
    var steps: [String]?
    var hardware: Bool?
    var hardwareIsActive: Bool?
    var failOnDevice: MessageText?
    var isSilent: Bool?
    var scanner: ScannerState?
    var books: [ScannerBook]?
    var text: LiveText?

    enum Dual: String, Decodable {
        case offer
        case both
        case all
        case one
    }

    struct End: Decodable {
        var title: MessageText
        var advice: MessageText
    }
}

extension ScriptedViewfinder {
    /// Does what lines ask for, until one asks to begin anew.
    ///
    /// - Returns: the arguments to begin anew with; nil when there is nobody left who writes lines.
    func obey(_ lines: AsyncStream<String>) async -> [String]? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
        }
        for await line in lines {
            guard let command = try? decoder.decode(ScriptLine.self, from: Data(line.utf8)) else {
                say("not understood: \(line)")
                continue
            }
            if let arguments = command.reset {
                await stop()
                // Its address is the answer.
                return arguments
            }
            await obey(command)
            say("done")
        }
        // Whoever started this program is gone.
        if !Task.isCancelled { kill(getpid(), SIGTERM) }
        return nil
    }

    private func obey(_ command: ScriptLine) async {
        if let phase = command.phase {
            camera.enter(phase, interruption: command.interruption)
        } else if changeMovies(command) || changeDual(command) || changeBooks(command) {
            // Done.
        } else if let pressure = command.pressure {
            camera.update { $0.pressure = CameraPressure(level: pressure, frameRateLimit: command.limit) }
        } else if let unplugged = command.unplug {
            camera.update { state in
                state.cameras.removeAll { $0.id == unplugged }
                state.selectedCamera = state.cameras.first?.id
            }
        } else if let rate = command.rate {
            await pacer.setRate(rate)
            // A camera without frames has none to show to whoever comes now.
            if rate == 0 { camera.frames.forgetFrame() }
        } else {
            let failure = command.fail.map { CameraCommandError(.storage, $0) }
            camera.failCommands(with: failure)
            scanner.failCalls(with: failure)
        }
    }

    /// What concerns movies. Answers whether it was that.
    private func changeMovies(_ command: ScriptLine) -> Bool {
        if let sound = command.sound {
            camera.update {
                $0.recording.sound = ViewfinderAudio(status: sound, name: command.name, message: command.message ?? "")
            }
        } else if let levels = command.levels {
            camera.setLevels(levels)
        } else if let free = command.free {
            camera.setFreeBytes(free)
        } else if let end = command.end {
            _ = try? camera.endRecording(MovieEnd(wasRequested: false, title: end.title, advice: end.advice))
        } else if let obstacle = command.obstacle {
            camera.update { $0.recording.obstacle = obstacle }
        } else if let recovery = command.recovery {
            tools.fail(command.failure)
            tools.allow(recovery)
        } else {
            return false
        }
        return true
    }

    /// What concerns several cameras, and the control on the device's edge. Answers whether it was that.
    private func changeDual(_ command: ScriptLine) -> Bool {
        if let dual = command.dual {
            switch dual {
            case .offer: camera.offerDual()
            case .both: camera.runSeveral(2)
            case .all: camera.runSeveral(camera.streams.count)
            case .one: camera.runOne(command.title.map { CameraMessage(title: $0, advice: command.advice ?? "") })
            }
        } else if let lose = command.lose {
            camera.lose(lose)
        } else if let steps = command.steps {
            camera.update { $0.dual.ladder = steps }
        } else if let index = command.camera, let pressure = command.pressure {
            camera.update { state in
                guard state.dual.cameras.indices.contains(index) else { return }
                state.dual.cameras[index].pressure = CameraPressure(level: pressure, frameRateLimit: command.limit)
            }
        } else if command.hardware == true {
            camera.offerHardware()
        } else if let isActive = command.hardwareIsActive {
            camera.showHardware(isActive)
        } else if let message = command.failOnDevice {
            camera.failOnDevice(CameraCommandError(.unavailable, message))
        } else if let index = command.camera, let isSilent = command.isSilent, camera.streams.indices.contains(index) {
            camera.setFrames(ofCamera: index, areThere: !isSilent)
        } else {
            return false
        }
        return true
    }

    /// What concerns books. Answers whether it was that.
    private func changeBooks(_ command: ScriptLine) -> Bool {
        if let state = command.scanner {
            scanner.update { $0 = state }
        } else if let books = command.books {
            scanner.setBooks(books)
        } else if let text = command.text {
            scanner.publish(text)
        } else {
            return false
        }
        return true
    }
}
