import Foundation
import Synchronization
import Testing

@testable import AVFoundation
@_spi(Pinhole) @testable import CameraEngine

/// No camera here delivers later, so the output's calls are made by hand.
@Suite("Deferred delivery")
struct DeferredDeliveryTests {
    private final class Heard: Sendable {
        private let news = Mutex<[PhotoTaker.News]>([])

        func hear(_ new: PhotoTaker.News) { news.withLock { $0.append(new) } }

        var photos: [CapturedPhoto] {
            news.withLock { $0 }.compactMap { news in
                if case .photo(let photo) = news { photo } else { nil }
            }
        }

        /// How requests ended: by a failure or not.
        var ends: [Bool] {
            news.withLock { $0 }.compactMap { news in
                if case .finished(let failure) = news { failure != nil } else { nil }
            }
        }
    }

    private let output = AVCapturePhotoOutput()
    private let resolved = AVCaptureResolvedPhotoSettings(
        AVCaptureResolvedPhotoSettings.Values(uniqueID: 1, photo: .init(width: 8, height: 8))
    )

    private func proxy(_ picture: AVCapturePhoto.ImageContent) -> AVCaptureDeferredPhotoProxy {
        var values = AVCapturePhoto.Values()
        values.image = picture
        return AVCaptureDeferredPhotoProxy(values, resolved: resolved)
    }

    @Test("R-PHOTO-2, S-163: a proxy that comes instead of the photo is the answer, and says what it is")
    func proxyInsteadOfPhoto() {
        let heard = Heard()
        let receiver = PhotoReceiver(sessionClock: nil) { heard.hear($0) }
        let file = Data([0xff, 0xd8, 0xff, 0xd9])
        receiver.photoOutput(output, didFinishCapturingDeferredPhotoProxy: proxy(.jpeg(file)), error: nil)
        receiver.photoOutput(output, didFinishCaptureFor: resolved, error: nil)
        #expect(heard.photos.map(\.isProxy) == [true])
        #expect(heard.photos.map(\.data) == [file])
        #expect(heard.ends == [false])
    }

    @Test("R-PHOTO-2: a proxy that fails, or that no file can be made of, ends with a failure")
    func failedProxy() {
        let heard = Heard()
        let failing = PhotoReceiver(sessionClock: nil) { heard.hear($0) }
        failing.photoOutput(output, didFinishCapturingDeferredPhotoProxy: nil, error: AVError(.unknown))
        failing.photoOutput(output, didFinishCaptureFor: resolved, error: AVError(.unknown))
        let empty = PhotoReceiver(sessionClock: nil) { heard.hear($0) }
        empty.photoOutput(output, didFinishCapturingDeferredPhotoProxy: proxy(.none), error: nil)
        empty.photoOutput(output, didFinishCaptureFor: resolved, error: nil)
        #expect(heard.photos.isEmpty)
        #expect(heard.ends == [true, true])
    }
}
