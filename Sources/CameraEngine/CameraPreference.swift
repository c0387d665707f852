@preconcurrency import AVFoundation

/// Which of the cameras that are connected are offered, and which one is used when nobody has chosen a particular one. Pure.
///
/// A phone has each lens as a camera of its own, and besides cameras that are built of several lenses: with such a one zoom goes across
/// its lenses, which are not offered one by one then. Several cameras at once are always those with one lens: others take up the
/// hardware of all their lenses.
struct CameraPreference: Sendable, Hashable {
    /// A camera that is connected.
    struct Candidate: Sendable, Hashable {
        var id: String
        var position: CameraInfo.Position
        var type: AVCaptureDevice.DeviceType
        /// The cameras that it is built of; empty for one with a single lens.
        var constituents: [String] = []
    }

    /// Whether cameras that are built of several lenses come first.
    var prefersVirtual = false

    /// Those with the most lenses first.
    private static let virtualTypes: [AVCaptureDevice.DeviceType] = [
        .builtInTripleCamera, .builtInDualWideCamera, .builtInDualCamera,
    ]

    /// The cameras that are offered, the usual ones first.
    ///
    /// - Parameters:
    ///   - candidates: all cameras, wide angles first (R-LIFE-12).
    ///   - named: cameras that somebody has chosen by their identifiers; they are offered in any case.
    func offered(_ candidates: [Candidate], named: Set<String> = []) -> [Candidate] {
        guard prefersVirtual else { return candidates }
        var offered: [Candidate] = []
        for position in CameraInfo.Position.allCases {
            let here = candidates.filter { $0.position == position }
            let virtual = Self.virtualTypes.lazy.compactMap { type in here.first { $0.type == type } }.first
            let others = here.filter { camera in
                let isSingle = camera.constituents.isEmpty && virtual?.constituents.contains(camera.id) != true
                return camera != virtual && (isSingle || named.contains(camera.id))
            }
            offered += (virtual.map { [$0] } ?? []) + others
        }
        return offered
    }

    /// The camera to use: the wanted one, else one on the wanted side, else any (R-LIFE-12); `nil` if there is none.
    func best(_ id: String?, _ position: CameraInfo.Position?, among candidates: [Candidate]) -> Candidate? {
        if let wanted = candidates.first(where: { $0.id == id }) { return wanted }
        let offered = offered(candidates)
        return offered.first { $0.position == position } ?? offered.first
    }

    /// The camera to use beside others in place of one that is built of several: its wide angle.
    static func single(_ id: String?, among candidates: [Candidate]) -> String? {
        guard let virtual = candidates.first(where: { $0.id == id }), !virtual.constituents.isEmpty else { return id }
        return candidates.first { $0.type == .builtInWideAngleCamera && virtual.constituents.contains($0.id) }?.id
            ?? virtual.constituents.first
    }
}

extension CameraPreference.Candidate {
    init(_ device: AVCaptureDevice) {
        let info = CameraInfo(device)
        self.init(id: info.id, position: info.position, type: device.deviceType, constituents: info.constituents)
    }
}

extension CameraPreference {
    /// The cameras of the system's that are offered, the usual ones first.
    ///
    /// - Parameter named: cameras that are offered in any case.
    func devices(named: Set<String>) -> [AVCaptureDevice] {
        let devices = CameraRoster.devices()
        guard prefersVirtual else { return devices }
        return offered(devices.map(Candidate.init), named: named).compactMap { chosen in
            devices.first { $0.uniqueID == chosen.id }
        }
    }
}

extension CameraSelection {
    /// The best camera that is connected for being used beside others.
    var oneOfSeveral: AVCaptureDevice? { device(CameraPreference(prefersVirtual: true), isOneOfSeveral: true) }

    /// The best camera that is connected.
    ///
    /// - Parameters:
    ///   - preference: what comes first among those that suit.
    ///   - isOneOfSeveral: whether it is to run beside others.
    func device(_ preference: CameraPreference, isOneOfSeveral: Bool) -> AVCaptureDevice? {
        guard preference.prefersVirtual else { return device() }
        let devices = CameraRoster.devices()
        let candidates = devices.map(CameraPreference.Candidate.init)
        let position = CameraInfo.Position(position)
        let best =
            isOneOfSeveral
            ? CameraPreference()
                .best(CameraPreference.single(uniqueID, among: candidates), position, among: candidates)
            : preference.best(uniqueID, position, among: candidates)
        return devices.first { $0.uniqueID == best?.id }
    }
}

/// Which camera is wanted.
public struct CameraSelection: Sendable, Hashable {
    /// A particular camera; `nil` for any that suits.
    public var uniqueID: String?
    /// The side that it should be on; another one does, if there is none.
    public var position: AVCaptureDevice.Position

    /// - Parameters:
    ///   - uniqueID: a particular camera.
    ///   - position: the side that is preferred.
    public init(uniqueID: String? = nil, position: AVCaptureDevice.Position = .back) {
        self.uniqueID = uniqueID
        self.position = position
    }

    /// The best camera that is connected: the wanted one, else one on the wanted side, else any (R-LIFE-12).
    public func device() -> AVCaptureDevice? {
        let found = CameraRoster.devices()
        return found.first { $0.uniqueID == uniqueID } ?? found.first { $0.position == position } ?? found.first
    }
}

extension CameraSelection {
    /// What one press changes to: the other side or, where there is none, the next camera of the list; `nil` without another one.
    ///
    /// - Parameters:
    ///   - current: the camera in use; `nil` for none, after which the first one comes.
    ///   - cameras: those that are offered, the usual ones first.
    public static func next(after current: CameraInfo?, among cameras: [CameraInfo]) -> CameraSelection? {
        guard cameras.count > 1 else { return nil }
        func has(_ position: CameraInfo.Position) -> Bool { cameras.contains { $0.position == position } }
        switch current?.position {
        case .back where has(.front): return CameraSelection(position: .front)
        case .front where has(.back): return CameraSelection(position: .back)
        case .back, .front, .external, nil:
            let place = cameras.firstIndex { $0.id == current?.id }
            return CameraSelection(uniqueID: cameras[place.map { ($0 + 1) % cameras.count } ?? 0].id)
        }
    }

    /// The first of some cameras that this selects; `nil` if it is none of them.
    public func first(among cameras: [CameraInfo]) -> CameraInfo? {
        cameras.first { $0.id == uniqueID } ?? cameras.first { $0.position == CameraInfo.Position(position) }
    }
}

/// A camera that can be chosen.
public struct CameraInfo: Sendable, Hashable, Codable, Identifiable {
    /// Where a camera looks, seen from the device that carries it.
    public enum Position: String, Sendable, Hashable, Codable, CaseIterable {
        /// Away from the user.
        case back
        /// At the user.
        case front
        /// Not built in, or not known.
        case external
    }

    /// The device's unique identifier; what ``CameraSelection`` names a camera by.
    public var id: String
    /// The name to show.
    public var name: String
    /// Where the camera looks.
    public var position: Position
    /// The identifiers of the cameras that it is built of; empty for one with a single lens. One of these is used in its place beside
    /// another camera (``MultiCamStatus/cameras``).
    public var constituents: [String]

    /// A camera.
    public init(id: String, name: String, position: Position, constituents: [String] = []) {
        self.id = id
        self.name = name
        self.position = position
        self.constituents = constituents
    }

    /// A device in a UI's words.
    init(_ device: AVCaptureDevice) {
        id = device.uniqueID
        name = device.localizedName
        position = Position(device.position)
        constituents = LensSupport.constituents(of: device).map(\.uniqueID)
    }
}

extension CameraInfo.Position {
    /// A device's position in a UI's words.
    init(_ position: AVCaptureDevice.Position) {
        switch position {
        case .back: self = .back
        case .front: self = .front
        case .unspecified: self = .external
        @unknown default: self = .external
        }
    }
}

/// The cameras that are connected.
enum CameraRoster {
    /// Wide angle first (R-LIFE-12), then the ones that are built of several.
    private static let types: [AVCaptureDevice.DeviceType] = [
        .builtInWideAngleCamera, .external, .builtInUltraWideCamera, .builtInTelephotoCamera, .builtInDualCamera,
        .builtInDualWideCamera, .builtInTripleCamera,
    ]

    /// All cameras, the usual ones first.
    static func devices() -> [AVCaptureDevice] {
        AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified).devices
    }

    /// All cameras, the usual ones first, and which of them may be used together (S-99).
    static func multiCamSets() -> (devices: [AVCaptureDevice], sets: [Set<AVCaptureDevice>]) {
        let found = AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .unspecified)
        #if os(macOS)
            return (found.devices, [])
        #else
            return (found.devices, found.supportedMultiCamDeviceSets)
        #endif
    }

    /// Tells when a camera of a scope's is connected or disconnected, on whatever thread the news comes on, until the answer is
    /// released.
    static func observe(in scope: EngineScope, _ report: @escaping @Sendable () -> Void) -> ObserverTokens {
        let names = [AVCaptureDevice.wasConnectedNotification, AVCaptureDevice.wasDisconnectedNotification]
        return ObserverTokens(names.map { ObserverTokens.token($0, report) { scope.concerns($0) ? () : nil } })
    }
}

/// Finds the cameras that go together with another one (R-MULTI-1).
enum CameraPairing {
    /// A camera that is connected.
    struct Candidate: Sendable, Hashable {
        var id: String
        var position: CameraInfo.Position
    }

    /// The cameras that go best with the leading one, and with each other: one on the other side, else one on no side, else any; of
    /// several the one that comes first, which is a wide angle.
    ///
    /// - Parameters:
    ///   - leading: the camera in use.
    ///   - kept: others that are in use, and stay.
    ///   - count: how many more are wanted; there may be fewer.
    ///   - candidates: all cameras, the usual ones first.
    ///   - sets: which may be used together.
    static func companions(
        of leading: Candidate,
        and kept: [Candidate] = [],
        _ count: Int,
        among candidates: [Candidate],
        sets: [Set<String>]
    ) -> [Candidate] {
        var chosen: [Candidate] = []
        while chosen.count < count {
            let ids = Set(([leading] + kept + chosen).map(\.id))
            let fitting = candidates.filter { candidate in
                !ids.contains(candidate.id) && sets.contains { $0.isSuperset(of: ids.union([candidate.id])) }
            }
            guard let best = fitting.min(by: { rank($0, leading) < rank($1, leading) }) else { break }
            chosen.append(best)
        }
        return chosen
    }

    private static func rank(_ candidate: Candidate, _ first: Candidate) -> Int {
        switch (first.position, candidate.position) {
        case (.back, .front), (.front, .back): 0
        case (_, .external): 1
        case (.external, .back): 2
        default: 3
        }
    }
}

extension CameraPairing {
    /// The cameras that go best with another one, and with those that are kept; fewer if there are no more.
    ///
    /// - Parameter lost: cameras that are of no use now, although they may be connected.
    static func companions(
        of leading: AVCaptureDevice,
        and kept: [AVCaptureDevice] = [],
        _ count: Int,
        except lost: Set<String> = []
    ) -> [AVCaptureDevice] {
        let (devices, sets) = CameraRoster.multiCamSets()
        let best = companions(
            of: Candidate(leading),
            and: kept.map(Candidate.init),
            count,
            among: devices.filter { !lost.contains($0.uniqueID) }.map(Candidate.init),
            sets: sets.map { Set($0.map(\.uniqueID)) }
        )
        return best.compactMap { candidate in devices.first { $0.uniqueID == candidate.id } }
    }

    /// Whether there is another camera for one, or, without one, for any.
    static func hasCompanion(_ leading: AVCaptureDevice?) -> Bool {
        let leading = leading.flatMap { CameraSelection(uniqueID: $0.uniqueID, position: $0.position).oneOfSeveral }
        guard let leading else { return CameraRoster.multiCamSets().sets.contains { $0.count > 1 } }
        return !companions(of: leading, 1).isEmpty
    }
}

extension CameraPairing.Candidate {
    init(_ device: AVCaptureDevice) {
        self.init(id: device.uniqueID, position: CameraInfo.Position(device.position))
    }
}
