import CaptureDriver
import CoreMedia
import Foundation
import FoundationExtras
import Glibc
import Synchronization

/// What a Linux machine imposes on capture: file permissions on the nodes, and heat.
///
/// Nothing interrupts capture on Linux, and a desktop machine has no orientation.
public final class LinuxSystemConditions: SystemConditions {
    /// Seconds between two looks at the thermometers while somebody observes.
    static let interval = 5.0

    private struct State: Sendable {
        var observers: [Int: @Sendable (SystemConditionChange) -> Void] = [:]
        var nextObserver = 0
        var pressure = SystemPressure()
        var timer: CaptureObservation?
    }

    private let clock: any CaptureClock
    private let access: @Sendable (CaptureDeviceDescription.Medium) -> NodeAccess
    private let zones: @Sendable () -> [ThermalZone]
    private let devices: @Sendable () -> [CaptureDeviceDescription.ID]
    private let state = Mutex(State())

    /// Makes the conditions of this machine.
    ///
    /// - Parameters:
    ///   - clock: paces the looks at the thermometers.
    ///   - devices: the devices that feel the machine's heat.
    ///   - hasSharedMicrophone: whether a sound server lets the program use a microphone, whatever the permissions of its
    ///     node; asked only if these forbid it.
    public convenience init(
        clock: any CaptureClock,
        devices: @escaping @Sendable () -> [CaptureDeviceDescription.ID],
        hasSharedMicrophone: @escaping @Sendable () -> Bool = { false }
    ) {
        self.init(
            clock: clock,
            devices: devices,
            access: { medium in
                let access = NodeAccess.read(medium)
                guard medium == .audio, access.authorization != .authorized, hasSharedMicrophone() else {
                    return access
                }
                return NodeAccess(present: access.present, accessible: access.present)
            },
            zones: { ThermalZone.all() }
        )
    }

    init(
        clock: any CaptureClock,
        devices: @escaping @Sendable () -> [CaptureDeviceDescription.ID],
        access: @escaping @Sendable (CaptureDeviceDescription.Medium) -> NodeAccess,
        zones: @escaping @Sendable () -> [ThermalZone]
    ) {
        self.clock = clock
        self.devices = devices
        self.access = access
        self.zones = zones
    }

    /// Authorized if a node may be used or there is none; denied if file permissions forbid all.
    public func authorization(for medium: CaptureDeviceDescription.Medium) -> CaptureAuthorization {
        access(medium).authorization
    }

    /// There is nobody to ask: answers at once what the permissions say.
    public func requestAuthorization(
        for medium: CaptureDeviceDescription.Medium,
        completion: @escaping @Sendable (Bool) -> Void
    ) {
        completion(authorization(for: medium) == .authorized)
    }

    /// None.
    public var orientation: HostOrientation? { nil }

    /// The machine's heat, the same for all devices.
    public func pressure(on device: CaptureDeviceDescription.ID) -> SystemPressure {
        ThermalPolicy.pressure(zones())
    }

    /// None, ever.
    public func interruptions(of media: Set<CaptureDeviceDescription.Medium>) -> [CaptureInterruption] { [] }

    /// Tells of changes of the heat.
    public func observe(_ handler: @escaping @Sendable (SystemConditionChange) -> Void) -> CaptureObservation {
        let present = ThermalPolicy.pressure(zones())
        let (id, isFirst) = state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = handler
            if state.observers.count == 1 { state.pressure = present }
            return (state.nextObserver, state.observers.count == 1)
        }
        if isFirst { schedulePoll() }
        return CaptureObservation { [weak self] in self?.remove(id) }
    }

    private func remove(_ id: Int) {
        let timer = state.withLock { state -> CaptureObservation? in
            state.observers[id] = nil
            guard state.observers.isEmpty else { return nil }
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    private func schedulePoll() {
        let time = CMTimeAdd(clock.now, CMTime(seconds: Self.interval, preferredTimescale: 1_000))
        let timer = clock.schedule(at: time) { [weak self] in self?.poll() }
        let old = state.withLock { state -> CaptureObservation? in
            guard !state.observers.isEmpty else { return timer }
            defer { state.timer = timer }
            return state.timer
        }
        // Released outside the lock: the one that has fired, or the new one if nobody observes any more.
        _ = old
    }

    private func poll() {
        let present = ThermalPolicy.pressure(zones())
        let observers = state.withLock { state -> [@Sendable (SystemConditionChange) -> Void] in
            guard present != state.pressure else { return [] }
            state.pressure = present
            return state.observers.sorted { $0.key < $1.key }.map(\.value)
        }
        if !observers.isEmpty {
            for device in devices() {
                for observer in observers { observer(.pressure(device)) }
            }
        }
        schedulePoll()
    }
}

/// Whether the program may use a medium's nodes, as file permissions tell.
struct NodeAccess: Sendable, Hashable {
    /// How many nodes there are.
    var present: Int
    /// How many of them may be read and written.
    var accessible: Int

    /// One accessible node is enough; without any node there is nothing to forbid.
    var authorization: CaptureAuthorization {
        present == 0 || accessible > 0 ? .authorized : .denied
    }

    /// Looks at the machine.
    static func read(_ medium: CaptureDeviceDescription.Medium) -> NodeAccess {
        let paths: [String] =
            switch medium {
            case .video:
                names("/dev").filter { $0.hasPrefix("video") && Int($0.dropFirst(5)) != nil }.map { "/dev/" + $0 }
            case .audio:
                // ALSA's capture nodes: pcmC0D0c.
                names("/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }.map { "/dev/snd/" + $0 }
            }
        return NodeAccess(present: paths.count, accessible: paths.count { access($0, R_OK | W_OK) == 0 })
    }

    private static func names(_ directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }
}

/// Turns temperatures into the pressure levels of the capture API.
///
/// UNKNOWN: how Apple's levels relate to temperatures is not documented. Here the kernel's own limits decide, since they
/// are the hardware maker's: close to the passive limit is fair, beyond it serious, beyond the hot limit (or close to
/// the critical one) critical, beyond the critical limit shutdown.
enum ThermalPolicy {
    /// What "close to" means, in degrees.
    static let margin = 5.0

    /// The pressure of the hottest zone.
    static func pressure(_ zones: [ThermalZone]) -> SystemPressure {
        let level = zones.map(level).max() ?? .nominal
        return SystemPressure(level: level, factors: level == .nominal ? 0 : 1)
    }

    private static func level(_ zone: ThermalZone) -> SystemPressure.Level {
        if let limit = zone.critical, zone.temperature >= limit { return .shutdown }
        if let limit = zone.critical, zone.temperature >= limit - margin { return .critical }
        if let limit = zone.hot, zone.temperature >= limit { return .critical }
        if let limit = zone.passive, zone.temperature >= limit { return .serious }
        if let limit = zone.passive, zone.temperature >= limit - margin { return .fair }
        return .nominal
    }
}
