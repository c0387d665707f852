import Foundation
import FoundationExtras
import MediaEncoding
import Synchronization

/// Reads what a file says of itself, once.
final class AssetLoader: Sendable {
    private enum State {
        case unknown, loading
        case loaded(AssetContents)
        case failed(NSError)
    }

    let url: URL
    private let state = Mutex(State.unknown)
    /// Held while the file is read.
    private let reading = Mutex(())

    /// What a file costs to read is bounded, but may be seconds: nobody else's work waits for these threads.
    private static let queue = ForeignFileQueue<ObjectIdentifier, AssetContents>(label: "AVAsset", width: 2)

    init(_ url: URL) {
        self.url = url
    }

    var loadingState: LoadingState {
        state.withLock { state in
            switch state {
            case .unknown: .unknown
            case .loading: .loading
            case .loaded: .loaded
            case .failed(let error): .failed(error)
            }
        }
    }

    private var known: Result<AssetContents, NSError>? {
        state.withLock { state in
            switch state {
            case .loaded(let contents): .success(contents)
            case .failed(let error): .failure(error)
            case .unknown, .loading: nil
            }
        }
    }

    /// Reads the file on the caller's thread, unless it has been read.
    func contents(for asset: AVAsset) throws -> AssetContents {
        if let known { return try known.get() }
        return try reading.withLock { _ in
            if let known { return try known.get() }
            state.withLock { $0 = .loading }
            let result = Result { try read(for: asset) }.mapError { AssetFailure.opening(url, $0) }
            state.withLock { state in
                switch result {
                case .success(let contents): state = .loaded(contents)
                case .failure(let error): state = .failed(error)
                }
            }
            return try result.get()
        }
    }

    /// Reads the file on a thread that may wait, unless it has been read.
    func load(for asset: AVAsset) async throws {
        if let known {
            _ = try known.get()
            return
        }
        _ = try await Self.queue.value(of: ObjectIdentifier(self)) { [self, asset = Shared(asset)] in
            try contents(for: asset.object)
        }
    }

    private func read(for asset: AVAsset) throws -> AssetContents {
        guard url.isFileURL else {
            // Only files are read here.
            throw NSError(
                domain: NSURLErrorDomain,
                code: URLError.Code.unsupportedURL.rawValue,
                userInfo: [NSURLErrorKey: url]
            )
        }
        return AssetContents(try MediaDemuxer(url.path).info, in: url, for: asset)
    }
}
