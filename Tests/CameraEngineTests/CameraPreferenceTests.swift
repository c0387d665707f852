import AVFoundation
import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Which cameras come first, and their lenses")
struct CameraPreferenceTests {
    private typealias Candidate = CameraPreference.Candidate

    private static let wide = Candidate(id: "wide", position: .back, type: .builtInWideAngleCamera)
    private static let ultra = Candidate(id: "ultra", position: .back, type: .builtInUltraWideCamera)
    private static let tele = Candidate(id: "tele", position: .back, type: .builtInTelephotoCamera)
    private static let front = Candidate(id: "front", position: .front, type: .builtInWideAngleCamera)
    private static let usb = Candidate(id: "usb", position: .external, type: .external)
    private static let triple = Candidate(
        id: "triple",
        position: .back,
        type: .builtInTripleCamera,
        constituents: ["ultra", "wide", "tele"]
    )
    private static let dualWide = Candidate(
        id: "dual wide",
        position: .back,
        type: .builtInDualWideCamera,
        constituents: ["ultra", "wide"]
    )
    private static let dual = Candidate(
        id: "dual",
        position: .back,
        type: .builtInDualCamera,
        constituents: ["wide", "tele"]
    )

    /// As the system lists them: wide angles first (R-LIFE-12).
    private static let pro = [wide, front, usb, ultra, tele, dual, dualWide, triple]

    @Test("A phone's lenses are offered as the one camera that is built of them; those it lacks stay")
    func offered() {
        let preference = CameraPreference(prefersVirtual: true)
        #expect(preference.offered(Self.pro).map(\.id) == ["triple", "front", "usb"])
        #expect(
            preference.offered([Self.wide, Self.front, Self.ultra, Self.dualWide]).map(\.id) == ["dual wide", "front"]
        )
        let withDual = [Self.wide, Self.front, Self.ultra, Self.tele, Self.dual]
        #expect(preference.offered(withDual).map(\.id) == ["dual", "ultra", "front"])
        #expect(preference.offered([Self.front, Self.wide]).map(\.id) == ["wide", "front"])
        #expect(preference.offered([]).isEmpty)
    }

    @Test("R-LIFE-12: a lens that was chosen by its identifier is offered beside the camera that is built of it")
    func named() {
        let preference = CameraPreference(prefersVirtual: true)
        func offered(_ named: Set<String>) -> [String] { preference.offered(Self.pro, named: named).map(\.id) }
        #expect(offered(["tele"]) == ["triple", "tele", "front", "usb"])
        #expect(offered(["dual", "wide"]) == ["triple", "wide", "dual", "front", "usb"])
        #expect(offered(["triple", "front", "gone"]) == ["triple", "front", "usb"])
        #expect(CameraPreference().offered(Self.pro, named: ["tele"]) == Self.pro)
    }

    @Test("R-LIFE-12: without a wish for it the wide angle comes first")
    func usual() {
        #expect(CameraPreference().offered(Self.pro) == Self.pro)
        #expect(CameraPreference().best(nil, .back, among: Self.pro) == Self.wide)
    }

    @Test("The wanted camera is used, else the one of the wanted side, else any")
    func best() {
        let preference = CameraPreference(prefersVirtual: true)
        #expect(preference.best(nil, .back, among: Self.pro) == Self.triple)
        #expect(preference.best("tele", .back, among: Self.pro) == Self.tele)
        #expect(preference.best("gone", .front, among: Self.pro) == Self.front)
        #expect(preference.best(nil, .front, among: [Self.usb]) == Self.usb)
        #expect(preference.best(nil, .front, among: []) == nil)
    }

    @Test("R-MULTI-1: beside others a camera has one lens: the wide angle of those that it is built of")
    func single() {
        #expect(CameraPreference.single("triple", among: Self.pro) == "wide")
        #expect(CameraPreference.single("tele", among: Self.pro) == "tele")
        #expect(CameraPreference.single(nil, among: Self.pro) == nil)
        let without = [
            Candidate(id: "x", position: .back, type: .builtInDualCamera, constituents: ["tele"]), Self.tele,
        ]
        #expect(CameraPreference.single("x", among: without) == "tele")
    }

    @Test(
        "R-PREV-5: buttons of a camera that is built of several lenses: each lens, and 2 where none comes near it",
        arguments: [
            ([2.0, 10], 0.5, ["0.5", "1", "2", "5"]), ([2, 6], 0.5, ["0.5", "1", "2", "3"]),
            ([2, 4], 0.5, ["0.5", "1", "2"]), ([2], 0.5, ["0.5", "1", "2"]), ([2], 1, ["1", "2"]),
            ([2, 5], 0.5, ["0.5", "1", "2.5"]),
        ] as [([Double], Double, [String])]
    )
    func marks(lenses: [Double], multiplier: Double, labels: [String]) {
        let zoom = CameraZoom(
            factor: 1,
            range: 1...10 / multiplier,
            displayMultiplier: multiplier,
            lensFactors: lenses
        )
        #expect(zoom.marks.map(\.label) == labels)
        #expect(zoom.marks.allSatisfy { zoom.range.contains($0.factor) })
    }

    @Test("R-PREV-5: a mark on the border of the range stays inside of it, however its factor was rounded")
    func borders() {
        let zoom = CameraZoom(factor: 1, range: 1...2.1, displayMultiplier: 0.7, lensFactors: [1 / 0.7])
        #expect(zoom.marks.map(\.label) == ["0.7", "1"])
        #expect(zoom.marks.first?.factor == 1)
    }

    @Test("The magnification of lenses follows from what they see, as it is written on phones")
    func lenses() {
        func view(_ id: String, _ field: Double, isWide: Bool = false) -> CameraLens.View {
            CameraLens.View(id: id, isWideAngle: isWide, fieldOfView: field)
        }
        let wide = view("wide", 73.3, isWide: true)
        let all = CameraLens.lenses([wide, view("tele", 24.2), view("ultra", 108.8)])
        #expect(all.map(\.id) == ["ultra", "wide", "tele"])
        #expect(all.map(\.magnification) == [0.5, 1, 3])
        // Alone, without anything to compare with, and with what tells nothing of itself.
        #expect(CameraLens.lenses([wide]).isEmpty)
        #expect(CameraLens.lenses([view("tele", 24.2), view("ultra", 108.8)]).isEmpty)
        #expect(CameraLens.lenses([wide, view("unknown", 0)]).isEmpty)
    }
}

@Suite("The other camera")
struct NextCameraTests {
    private static func camera(_ id: String, _ position: CameraInfo.Position) -> CameraInfo {
        CameraInfo(id: id, name: id, position: position)
    }

    private let phone = [camera("back", .back), camera("front", .front), camera("desk", .external)]
    private let computer = [camera("left", .external), camera("right", .external)]

    @Test("On a phone one press turns it around, also where there is a third camera")
    func turnsAround() {
        #expect(CameraSelection.next(after: phone[0], among: phone) == CameraSelection(position: .front))
        #expect(CameraSelection.next(after: phone[1], among: phone) == CameraSelection(position: .back))
        #expect(CameraSelection(position: .front).first(among: phone)?.id == "front")
    }

    @Test("Where there is no other side, the next one comes, and after the last the first")
    func goesOn() {
        #expect(CameraSelection.next(after: computer[0], among: computer)?.uniqueID == "right")
        #expect(CameraSelection.next(after: computer[1], among: computer)?.uniqueID == "left")
        #expect(CameraSelection.next(after: phone[2], among: phone)?.uniqueID == "back")
        #expect(CameraSelection.next(after: nil, among: computer)?.uniqueID == "left")
    }

    @Test("One camera alone has no other")
    func alone() {
        #expect(CameraSelection.next(after: phone[0], among: [phone[0]]) == nil)
        #expect(CameraSelection.next(after: nil, among: []) == nil)
    }
}
