import CameraEngine
import CameraLifecycle
import CaptureDriver
import Foundation
import MovieValidators
import SimulatedDriver

extension ScenarioFixture {
    /// - Returns: what is not as it should be.
    func take(_ step: MovieStep) async -> String? {
        guard let engine, let tray else { return "this scenario does not record" }
        if takeHappening(step, tray) { return nil }
        switch step {
        case .mode(let mode): engine.setMode(mode)
        case .starts(let wish): return await start(wish)
        case .startFails(let failure, let wish):
            return await startFails(wish.request(tray.nextFile()), failure)
        case .startsOver: return await startFails(RecordingRequest(url: tray.lastFile), .fileExists)
        case .startsAndGoesOn:
            let request = RecordingRequest(url: tray.nextFile())
            Task { try? await engine.startRecording(request) }
        case .pauses: return await succeeds { () throws(RecordingFailure) in try await engine.pauseRecording() }
        case .resumes: return await succeeds { () throws(RecordingFailure) in try await engine.resumeRecording() }
        case .stops: return await stop(mayBeEmpty: false)
        case .stopsTwice: return await stopTwice()
        case .stopsAtOnce: return await stop(mayBeEmpty: true)
        case .stopFails:
            return await fails(.notRecording) { () throws(RecordingFailure) in _ = try await engine.stopRecording() }
        case .resumeFails:
            return await fails(.notRecording) { () throws(RecordingFailure) in try await engine.resumeRecording() }
        case .takesPhotos(let count): return await takePhotos(count)
        case .hasAudio, .lasts, .audioLasts, .isTurned: return judge(step, tray.movies.last)
        default: return await expect(step, engine, tray)
        }
        return nil
    }

    private func takeHappening(_ step: MovieStep, _ tray: MovieCollector) -> Bool {
        switch step {
        case .turns(let orientation): phone.orientation = orientation
        case .folderGoes: tray.removeFolder()
        case .diskFills: DiskQuota.limitFiles(to: size(of: tray.lastFile))
        case .diskHasRoom: DiskQuota.limitFiles(to: nil)
        case .microphoneGoes: phone.apply(.unplug(seconds: nil), to: microphone)
        case .microphoneComes: phone.apply(.replug, to: microphone)
        case .plugs(let accessory): phone.plug(accessory)
        case .unplugs(let accessory): phone.unplug(accessory)
        case .microphone(let authorization): phone.setAuthorization(authorization, for: .audio)
        case .callBegins: phone.phoneCall()
        case .callEnds: phone.endCall()
        default: return false
        }
        return true
    }

    private func size(of file: URL) -> UInt64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    private func expect(_ step: MovieStep, _ engine: CameraEngine, _ tray: MovieCollector) async -> String? {
        switch step {
        case .isIn(let phase):
            return await sees(phase) { await engine.recordingStatus.phase }
        case .delivered(let ends):
            // In the phone's time, behind which an encoder on a busy machine may lie by any length.
            _ = await run(atMost: 120) { tray.movies.count >= ends.count }
            await settle()
            if tray.movies.map(\.end) != ends { return "delivered were \(tray.movies)" }
        case .hears(let name):
            return await sees(name) { await engine.audioInput }
        case .microphoneIsUntouched:
            let permission = phone.conditions.authorization(for: .audio)
            if permission != .notDetermined { return "it was asked for, and is \(permission)" }
            if microphones.openings != 0 { return "it was opened" }
        case .audio(let state):
            return await sees(state) { await engine.recordingStatus.audio }
        case .levels(let count):
            await pass(0.5)
            if engine.audioLevels.count != count { return "\(engine.audioLevels)" }
        default: return "nobody knows how"
        }
        return nil
    }

    /// What is not as it should be with a movie, told by whoever has nothing to do with its making.
    private func judge(_ step: MovieStep, _ movie: RecordedMovie?) -> String? {
        guard let movie else { return "there is no movie" }
        do {
            switch step {
            case .lasts(let range): return range.contains(movie.duration) ? nil : "\(movie)"
            case .hasAudio(let hasAudio): return movie.hasAudio == hasAudio ? nil : "\(movie)"
            case .audioLasts(let range):
                let seconds = try MovieFileValidator(movie.url).report().audio.first?.duration ?? 0
                return range.contains(seconds) ? nil : "\(seconds) s"
            case .isTurned(let angle):
                let turn = try MovieFileValidator(movie.url).report().video.first?.rotation
                return turn == angle ? nil : "by \(turn.map { "\($0)" } ?? "nothing")"
            default: return "nobody knows how"
            }
        } catch {
            return "\(error)"
        }
    }

    /// Lets time pass until something is as wanted.
    private func sees<Value: Equatable>(_ wanted: Value, _ poll: () async -> Value) async -> String? {
        for _ in 0..<150 {
            await settle()
            if await poll() == wanted { return nil }
            await pass(0.1)
        }
        return await "is \(poll())"
    }

    // MARK: - Calls that take time

    private func start(_ wish: MovieStep.Request) async -> String? {
        guard let engine, let tray else { return nil }
        let request = wish.request(tray.nextFile())
        let defect = await succeeds { () throws(RecordingFailure) in try await engine.startRecording(request) }
        if defect == nil { tray.noteBeginning(request.url) }
        return defect
    }

    private func stopTwice() async -> String? {
        guard let engine else { return nil }
        let second = Answer<Result<RecordedMovie, RecordingFailure>>()
        let other = Task {
            do throws(RecordingFailure) {
                second.take(.success(try await engine.stopRecording()))
            } catch {
                second.take(.failure(error))
            }
        }
        let first = await answer { () throws(RecordingFailure) in try await engine.stopRecording() }
        await other.value
        let answers = [first, second.value].compactMap(\.self)
        let movies = answers.compactMap { try? $0.get() }
        // Whoever comes when the movie is finished already finds nothing to stop.
        let areGood = answers.allSatisfy { $0 == .failure(.notRecording) || (try? $0.get())?.isPlayable == true }
        return areGood && Set(movies).count == 1 ? nil : "\(answers)"
    }

    private func startFails(_ request: RecordingRequest, _ failure: RecordingFailure) async -> String? {
        guard let engine else { return nil }
        return await fails(failure) { () throws(RecordingFailure) in try await engine.startRecording(request) }
    }

    private func stop(mayBeEmpty: Bool) async -> String? {
        guard let engine else { return nil }
        let answer = await answer { () throws(RecordingFailure) in try await engine.stopRecording() }
        switch answer {
        case .success(let movie): return movie.isPlayable ? nil : "\(movie)"
        case .failure(.nothingRecorded) where mayBeEmpty: return nil
        case .failure(let failure): return "\(failure)"
        case nil: return "no answer"
        }
    }

    private func succeeds(
        _ work: @escaping @Sendable () async throws(RecordingFailure) -> Void
    ) async -> String? {
        switch await answer(work) {
        case .success?: nil
        case .failure(let failure)?: "\(failure)"
        case nil: "no answer"
        }
    }

    private func fails(
        _ wanted: RecordingFailure,
        _ work: @escaping @Sendable () async throws(RecordingFailure) -> Void
    ) async -> String? {
        switch await answer(work) {
        case .success?: "it did not fail"
        case .failure(let failure)?: failure == wanted ? nil : "\(failure)"
        case nil: "no answer"
        }
    }

    /// Lets time pass until there is an answer.
    private func answer<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(RecordingFailure) -> Value
    ) async -> Result<Value, RecordingFailure>? {
        let answer = Answer<Result<Value, RecordingFailure>>()
        let task = Task {
            do throws(RecordingFailure) {
                answer.take(.success(try await work()))
            } catch {
                answer.take(.failure(error))
            }
        }
        _ = await run(atMost: 70) { answer.value != nil }
        if answer.value == nil { task.cancel() }
        return answer.value
    }

    private func takePhotos(_ count: Int) async -> String? {
        guard let engine else { return nil }
        for _ in 0..<count {
            let answer = Answer<Result<Int, PhotoFailure>>()
            Task {
                do throws(PhotoFailure) {
                    answer.take(.success(try await engine.takePhoto().data.count))
                } catch {
                    answer.take(.failure(error))
                }
            }
            _ = await run(atMost: 30) { answer.value != nil }
            guard case .success = answer.value else { return "\(answer.value.map { "\($0)" } ?? "no answer")" }
        }
        return nil
    }
}

extension MovieStep.Request {
    /// The same for the engine.
    fileprivate func request(_ file: URL) -> RecordingRequest {
        var request = RecordingRequest(
            url: file,
            recordsAudio: audio,
            maximumDuration: maximumDuration,
            maximumFileSize: maximumFileSize
        )
        request.cameraSwitch = goesOn ? .goesOnInNextFile : .ends
        if let freeSpaceKept { request.freeSpaceKept = freeSpaceKept }
        return request
    }
}
