import CameraEngine
import CameraLifecycle
import CaptureDriver
import SimulatedDriver

extension ScenarioStage {
    /// - Returns: what is not as it should be.
    func take(_ step: MovieStep) async -> String? {
        guard let engine, let tray else { return "this scenario does not record" }
        switch step {
        case .mode(let mode): engine.setMode(mode)
        case .starts(let wish): return await start(wish)
        case .startFails(let failure): return await startFails(RecordingRequest(url: tray.nextFile()), failure)
        case .startsOver: return await startFails(RecordingRequest(url: tray.lastFile), .fileExists)
        case .startsAndGoesOn:
            let request = RecordingRequest(url: tray.nextFile())
            Task { try? await engine.startRecording(request) }
        case .pauses: return await succeeds { () throws(RecordingFailure) in try await engine.pauseRecording() }
        case .resumes: return await succeeds { () throws(RecordingFailure) in try await engine.resumeRecording() }
        case .stops: return await stop(mayBeEmpty: false)
        case .stopsAtOnce: return await stop(mayBeEmpty: true)
        case .stopFails:
            return await fails(.notRecording) { () throws(RecordingFailure) in _ = try await engine.stopRecording() }
        case .resumeFails:
            return await fails(.notRecording) { () throws(RecordingFailure) in try await engine.resumeRecording() }
        case .takesPhotos(let count): return await takePhotos(count)
        case .folderGoes: tray.removeFolder()
        case .microphoneGoes: phone.apply(.unplug(seconds: nil), to: microphone)
        case .microphoneComes: phone.apply(.replug, to: microphone)
        case .microphone(let authorization): phone.setAuthorization(authorization, for: .audio)
        default: return await expect(step, engine, tray)
        }
        return nil
    }

    private func expect(_ step: MovieStep, _ engine: CameraEngine, _ tray: MovieTray) async -> String? {
        switch step {
        case .isIn(let phase):
            for _ in 0..<150 {
                await settle()
                if await engine.recordingStatus.phase == phase { return nil }
                await pass(0.1)
            }
            return await "is \(engine.recordingStatus.phase)"
        case .delivered(let ends):
            _ = await run(atMost: 15) { tray.movies.count >= ends.count }
            await settle()
            if tray.movies.map(\.end) != ends { return "delivered were \(tray.movies)" }
        case .lasts(let range):
            guard let movie = tray.movies.last, range.contains(movie.duration) else {
                return "\(tray.movies.last.map { "\($0)" } ?? "none")"
            }
        case .hasSound(let hasSound):
            if tray.movies.last?.hasSound != hasSound { return "\(tray.movies.last.map { "\($0)" } ?? "none")" }
        case .sound(let state):
            for _ in 0..<150 {
                await settle()
                if await engine.recordingStatus.sound == state { return nil }
                await pass(0.1)
            }
            return await "is \(engine.recordingStatus.sound)"
        case .levels(let count):
            await pass(0.5)
            if engine.soundLevels.count != count { return "\(engine.soundLevels)" }
        default: return "nobody knows how"
        }
        return nil
    }

    /// The microphone of this phone.
    private var microphone: String {
        driver.devices().first { $0.medium == .audio }?.id ?? "none"
    }

    // MARK: - Calls that take time

    private func start(_ wish: MovieStep.Wish) async -> String? {
        guard let engine, let tray else { return nil }
        var request = RecordingRequest(
            url: tray.nextFile(),
            recordsSound: wish.sound,
            maximumDuration: wish.maximumDuration,
            maximumFileSize: wish.maximumFileSize
        )
        request.cameraSwitch = wish.goesOn ? .goesOnInNextFile : .ends
        return await succeeds { [request] () throws(RecordingFailure) in try await engine.startRecording(request) }
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
