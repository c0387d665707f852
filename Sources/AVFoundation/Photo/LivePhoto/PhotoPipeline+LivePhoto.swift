import CaptureCore
import CaptureDriver
import CoreMedia
import Foundation

extension PhotoPipeline {
    /// Whether the last seconds are kept for Live Photos.
    var hasRecorder: Bool { state.withLock { $0.recorder != nil } }

    /// Keeps the last seconds for Live Photos from now on, or, with `nil`, no longer: movies that are under way end with what they
    /// have, or, with a failure, fail.
    func setRecorder(_ recorder: LivePhotoRecorder?, because failure: PhotoCaptureFailure? = nil) {
        let former = state.withLock { state in
            defer { state.recorder = recorder }
            return state.recorder
        }
        former?.stop(failure)
    }

    /// Sound arrived. On the driver's thread.
    func consume(_ packet: CaptureAudioPacket) {
        state.withLock { $0.recorder }?.append(packet)
    }

    /// No more sound comes.
    func audioEnded() {
        state.withLock { $0.recorder }?.endAudio()
    }

    /// Photos that have not been taken yet never will be.
    func cancelWaiting(_ failure: PhotoCaptureFailure) {
        advance { $0.machine.failAll(failure) }
    }

    // MARK: Movies

    /// Has a movie made of a Live Photo that is being taken.
    func beginMovie(of job: PhotoJob, at time: CMTime) {
        guard let plan = job.moviePlan(stillTime: time) else { return }
        guard let recorder = state.withLock({ $0.recorder }) else {
            // Live Photos were suspended after the photo was asked for: there is nothing that a movie could show.
            return advance { $0.machine.movieFinished(plan.id, .noFrame) }
        }
        recorder.begin(plan)
    }

    /// Something became of a movie. On a queue of a recorder's.
    func movieEvent(_ id: Int64, _ event: LivePhotoRecorder.Event) {
        switch event {
        case .recorded:
            advance { $0.machine.movieRecorded(id) }
        case .finished(.failure(let failure)):
            advance { $0.machine.movieFinished(id, failure) }
        case .finished(.success(let movie)):
            var isWanted = true
            advance { state in
                isWanted = state.machine.awaitsMovie(id)
                state.jobs[id]?.movie = movie
                return state.machine.movieFinished(id, nil)
            }
            // A photo that failed has no movie, though that may just have been written.
            if !isWanted { try? FileManager.default.removeItem(at: movie.url) }
        }
    }

    // MARK: Callbacks

    func didRecordMovie(_ id: Int64) {
        call(id) { job in
            guard let url = job.request.livePhoto?.url else { return }
            job.delegate.object.photoOutput(
                job.output,
                didFinishRecordingLivePhotoMovieForEventualFileAt: url,
                resolvedSettings: job.resolved
            )
        }
    }

    func deliverMovie(_ id: Int64, _ failure: PhotoCaptureFailure?) {
        if failure != nil { state.withLock { $0.recorder }?.cancel(id) }
        call(id) { job in
            guard let url = job.request.livePhoto?.url else { return }
            job.delegate.object.photoOutput(
                job.output,
                didFinishProcessingLivePhotoToMovieFileAt: url,
                duration: job.movie?.duration ?? .invalid,
                photoDisplayTime: job.movie?.photoDisplayTime ?? .invalid,
                resolvedSettings: job.resolved,
                error: failure?.error
            )
        }
    }
}
