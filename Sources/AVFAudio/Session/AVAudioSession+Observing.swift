import Foundation
import FoundationExtras

extension AVAudioSession {
    /// What the hardware does now, as far as it can be observed.
    struct Hardware: Sendable, Hashable {
        var sampleRate = 0.0
        var inputChannels = 0
        var outputChannels = 0
        var bufferDuration = 0.0
        var isInputAvailable = false
    }

    var hardware: Hardware {
        Hardware(
            sampleRate: sampleRate,
            inputChannels: inputNumberOfChannels,
            outputChannels: outputNumberOfChannels,
            bufferDuration: ioBufferDuration,
            isInputAvailable: isInputAvailable
        )
    }

    /// The properties that can be observed. What no hardware here can change is among them, and never reported.
    package class func observableKeyPaths(rootedAt root: AnyClass) -> [AnyKeyPath] {
        func list<Root: AVAudioSession>(_: Root.Type) -> [AnyKeyPath] {
            [
                \Root.sampleRate, \Root.inputNumberOfChannels, \Root.outputNumberOfChannels, \Root.ioBufferDuration,
                \Root.isInputAvailable, \Root.inputGain, \Root.isInputGainSettable, \Root.inputDataSource,
                \Root.outputDataSource, \Root.renderingMode,
            ]
        }
        guard let root = root as? any (AVAudioSession & KeyValueObservable).Type else { return [] }
        return list(root)
    }

    /// Tells observers, on the session's queue, in order with the session's notifications.
    func reportHardware(from old: Hardware, to new: Hardware) {
        guard let audience = keyValueObservers.audience else { return }
        func report<Value: Equatable & Sendable>(
            _ property: any KeyPath<AVAudioSession, Value> & Sendable,
            _ before: Value,
            _ after: Value
        ) {
            guard before != after else { return }
            later { $0.reportChange(of: property, from: before, to: after, to: audience) }
        }
        report(\.sampleRate, old.sampleRate, new.sampleRate)
        report(\.inputNumberOfChannels, old.inputChannels, new.inputChannels)
        report(\.outputNumberOfChannels, old.outputChannels, new.outputChannels)
        report(\.ioBufferDuration, old.bufferDuration, new.bufferDuration)
        report(\.isInputAvailable, old.isInputAvailable, new.isInputAvailable)
    }
}
