import Foundation

/// How far what an object stands for has been read.
enum LoadingState {
    case unknown, loading, loaded
    case failed(NSError)

    var status: AVKeyValueStatus {
        switch self {
        case .unknown: .unknown
        case .loading: .loading
        case .loaded: .loaded
        case .failed: .failed
        }
    }
}

/// An object whose values are read later, all at once.
protocol DeferredValues: AnyObject {
    var loadingState: LoadingState { get }
    /// Reads them, unless they are known; on a thread that may wait.
    nonisolated(nonsending) func loadValues() async throws
}
