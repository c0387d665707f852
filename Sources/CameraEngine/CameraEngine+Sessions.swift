@preconcurrency import AVFoundation
import CameraLifecycle

/// Workers: each has a session, and is left to itself when that does not answer any more.
extension CameraEngine {
    func replaceWorker() {
        worker.abandon()
        formerWorkers.removeAll { $0.worker == nil }
        formerWorkers.append(WeakWorker(worker: worker))
        photos.sessionEnded(.cameraFailed(code: 0))
        abandonedSessions += 1
        adopt(SessionCameras())
        renewSession()
    }

    /// Takes a new session in the place of one that is empty, or was given up.
    func renewSession() {
        recording.needsNewSession = false
        generation += 1
        controlsCoverTheScreen = false
        worker = Self.worker(
            generation,
            inbox,
            configuration,
            hasMultiCamSession,
            formatSelection,
            scope,
            audioMeter,
            zoomMemory
        )
        updateMicrophone()
        photos.adopt(worker.pipelines.map(\.photos))
        deliverFrames()
        worker.present(in: previews)
    }

    /// Takes a session of another kind.
    func changeSession(forSeveral: Bool) {
        hasMultiCamSession = forSeveral
        renewSession()
    }

    static func worker(
        _ generation: Int,
        _ inbox: AsyncStream<Message>.Continuation,
        _ configuration: EngineConfiguration,
        _ forSeveral: Bool,
        _ selection: FormatSelection,
        _ scope: EngineScope,
        _ audioMeter: AudioLevelReader,
        _ zoomMemory: ZoomMemory
    ) -> SessionWorker {
        SessionWorker(
            configuration: configuration,
            forSeveral: forSeveral,
            selection: selection,
            scope: scope,
            audioMeter: audioMeter,
            zoomMemory: zoomMemory,
            listeners: SessionWorker.Listeners(
                event: { inbox.yield(.report($0, generation: generation)) },
                cameras: { inbox.yield(.cameras($0, generation: generation)) },
                audio: { inbox.yield(.recording(.audio($0, name: $1, generation: generation))) },
                cover: { inbox.yield(.covered($0, generation: generation)) }
            )
        )
    }
}
