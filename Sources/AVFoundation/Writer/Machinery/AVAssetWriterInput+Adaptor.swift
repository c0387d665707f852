import CaptureCore

extension AVAssetWriterInput {
    /// Gives the input to an adaptor. One that has started writing, or has an adaptor already, stops the program.
    ///
    /// - Parameter method: what was called, for whoever reads why the program has stopped.
    func attachAdaptor(_ method: String) {
        guard status == .unknown else {
            WriterRefusal.argument("Cannot attach to an input that has started writing").raise(method)
        }
        let hadAdaptor = attachment.withLock { attachment in
            defer { attachment.hasAdaptor = true }
            return attachment.hasAdaptor
        }
        guard !hadAdaptor else { WriterRefusal.argument("An input can have only one adaptor").raise(method) }
    }
}
