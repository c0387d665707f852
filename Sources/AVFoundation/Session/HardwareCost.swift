import CoreMedia

/// The model behind `AVCaptureSession.hardwareCost`.
///
/// `UNKNOWN`: Apple publishes no formula. Here the cost is each stream's pixel rate at the format's highest frame rate
/// (S-101), as a share of one 4K stream at 60 frames a second.
enum HardwareCost {
    private static let budget = 3840.0 * 2160.0 * 60.0

    /// Zero unless several video data outputs are in the session, or one beside a movie output (S-102).
    static func share(of graph: CaptureGraph) -> Float {
        let dataOutputs = graph.outputs.filter { $0 is AVCaptureVideoDataOutput }
        let movieOutputs = graph.outputs.filter { $0 is AVCaptureMovieFileOutput }
        guard !dataOutputs.isEmpty, dataOutputs.count + movieOutputs.count > 1 else { return 0 }
        let rates = StreamPlan(graph: graph).entries.compactMap { entry -> Double? in
            guard case .video(let request) = entry.request else { return nil }
            let format = request.format
            let fastest = format.frameDurations.map { 1 / max(CMTimeGetSeconds($0.shortest), 1e-6) }.max() ?? 0
            return Double(format.dimensions.area) * fastest * Double(entry.routes.count)
        }
        return Float(rates.reduce(0, +) / budget)
    }
}
