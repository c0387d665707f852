import CaptureCore
import CoreMedia
import Dispatch
import Foundation
import FoundationExtras

extension AVAssetWriterInput {
    /// Whether the encoder may go over the media several times; false at first.
    ///
    /// May be set, and has no effect: ``canPerformMultiplePasses`` is always false.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { configuration.withLock { $0.performsMultiPass } }
        set { set(\.performsMultiPass, to: newValue, method: "setPerformsMultiPassEncodingIfSupported:") }
    }

    /// Whether the encoder goes over the media several times: no.
    public var canPerformMultiplePasses: Bool { false }

    /// The pass that is under way: the first and only one from the beginning of writing until it is marked as finished, and
    /// `nil` before and after; observable.
    public var currentPassDescription: AVAssetWriterInputPassDescription? { attachment.withLock { $0.pass } }

    /// Calls a block on a queue when a pass begins, and when there is none any more.
    ///
    /// The block looks at ``currentPassDescription``: it supplies the media, or calls ``markAsFinished()`` if it is `nil`. A second call stops the program.
    @preconcurrency
    public func respondToEachPassDescription(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
        let (isFirst, hasBegun) = attachment.withLock { attachment in
            defer { if attachment.passes == nil { attachment.passes = PassResponder(queue: queue, block: block) } }
            return (attachment.passes == nil, attachment.pass != nil)
        }
        guard isFirst else {
            WriterRefusal.state("A block has been given already")
                .raise("AVAssetWriterInput respondToEachPassDescriptionOnQueue:usingBlock:")
        }
        if hasBegun { queue.async(execute: block) }
    }

    /// Ends the pass. Another one never follows, so that the block of
    /// ``respondToEachPassDescription(on:using:)`` is called with no pass, and calls ``markAsFinished()``.
    public func markCurrentPassAsFinished() {
        let status = status
        guard status == .writing else {
            WriterRefusal.status(status).raise("AVAssetWriterInput markCurrentPassAsFinished")
        }
        requester.stop()
        changePass(to: nil)
    }

    /// Writing began, and with it the only pass.
    func beginPass() {
        changePass(to: AVAssetWriterInputPassDescription())
    }

    private func changePass(to new: AVAssetWriterInputPassDescription?) {
        let (old, responder) = attachment.withLock { attachment in
            defer { attachment.pass = new }
            return (attachment.pass, attachment.passes)
        }
        reportChange(of: \AVAssetWriterInput.currentPassDescription, from: old, to: new)
        responder.map { $0.queue.async(execute: $0.block) }
    }

    /// Who wants to know of passes.
    struct PassResponder: Sendable {
        var queue: DispatchQueue
        var block: @Sendable () -> Void
    }
}
