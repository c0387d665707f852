import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("What two cameras are set to, and what is taken back when that costs too much")
struct DualLadderTests {
    private static func format(
        _ index: Int,
        _ width: Int,
        _ height: Int,
        rates: [ClosedRange<Double>] = [1...30],
        multi: Bool = true
    ) -> MultiCamFormat {
        MultiCamFormat(index: index, width: width, height: height, rates: rates, isMultiCamSupported: multi)
    }

    private static let phone = [
        format(0, 640, 480), format(1, 960, 540), format(2, 1280, 720), format(3, 1280, 720, rates: [1...60]),
        format(4, 1920, 1080), format(5, 1920, 1440), format(6, 3840, 2160, multi: false),
    ]

    private static func entry(_ name: String, facesUser: Bool, _ formats: [MultiCamFormat] = phone) throws
        -> CostLadder.Entry
    {
        try #require(CostLadder.Entry(name: name, facesUser: facesUser, formats: MultiCamFormat.choices(formats)))
    }

    // MARK: Formats

    @Test("R-MULTI-2: only formats for several cameras, at most 1920 x 1440, wide ones first, the cheapest of a size")
    func choices() {
        let choices = MultiCamFormat.choices(Self.phone)
        #expect(choices.map(\.index) == [4, 2, 1])
        #expect(choices.allSatisfy { $0.rate(atMost: 30) == 30 })
    }

    @Test("R-MULTI-2: a camera without wide formats has its others, but none above 1920 x 1440")
    func square() {
        let formats = [
            Self.format(0, 320, 240), Self.format(1, 640, 480), Self.format(2, 1600, 1200), Self.format(3, 2048, 1536),
            Self.format(4, 1920, 1440),
        ]
        #expect(MultiCamFormat.choices(formats).map(\.index) == [4, 2, 1])
    }

    @Test("A camera that has nothing but small pictures has those")
    func small() {
        #expect(MultiCamFormat.choices([Self.format(0, 320, 180), Self.format(1, 160, 90)]).map(\.index) == [0, 1])
    }

    @Test("R-MULTI-2: where there are 30 frames a second, slower formats do not count; else the fastest of a webcam do")
    func rates() {
        let formats = [
            Self.format(0, 640, 360, rates: [30...30, 15...15]), Self.format(1, 1920, 1080, rates: [5...5]),
            Self.format(2, 1280, 720, rates: [10...10, 25...25]),
        ]
        #expect(MultiCamFormat.choices(formats).map(\.index) == [0])
        #expect(MultiCamFormat.choices(Array(formats.dropFirst())).map(\.index) == [2])
        #expect(MultiCamFormat.choices([formats[1]]).isEmpty)
        #expect(MultiCamFormat.choices([]).isEmpty)
        // The kernel's 30 is a little off.
        let odd = Self.format(0, 640, 360, rates: [30.00003...30.00003])
        #expect(MultiCamFormat.choices([odd]).map(\.index) == [0])
    }

    @Test("Of the same size the compressed one is chosen, which takes less of a bus that two webcams share")
    func bus() {
        var plain = Self.format(0, 1280, 720)
        var jpeg = Self.format(1, 1280, 720)
        jpeg.isCompressed = true
        #expect(MultiCamFormat.choices([plain, jpeg]).map(\.index) == [1])
        plain.isBinned = true
        jpeg.isCompressed = false
        #expect(MultiCamFormat.choices([jpeg, plain]).map(\.index) == [0])
    }

    @Test("Photos of a given size: the smallest format that has them is the first, and nothing larger is tried")
    func photos() {
        var formats = Self.phone
        for index in formats.indices {
            formats[index].photoSizes = [PhotoSize(width: formats[index].width, height: formats[index].height)]
        }
        func choices(_ width: Int, _ height: Int) -> [Int] {
            let size = PhotoSize(width: width, height: height)
            return MultiCamFormat.choices(formats, photos: .closest(to: size)).map(\.index)
        }
        #expect(choices(1280, 720) == [2, 1, 0])
        #expect(choices(1024, 768) == [1, 0])
        #expect(choices(4032, 3024) == [5, 4, 2, 1, 0])
        #expect(MultiCamFormat.choices(formats, photos: .largest).map(\.index) == [5, 4, 2, 1, 0])
        // A small live picture whose photos are large does for large photos.
        formats[1].photoSizes.append(PhotoSize(width: 4032, height: 3024))
        #expect(choices(4032, 3024) == [1, 0])
        #expect(choices(1280, 720) == [2, 1, 0])
    }

    // MARK: The ladder

    @Test(
        "R-MULTI-4: front resolution, back resolution, front rate, back rate, each as far as it goes; then none is left"
    )
    func order() throws {
        var ladder = CostLadder([
            try Self.entry("Back", facesUser: false),
            try Self.entry("Front", facesUser: true),
        ])
        #expect(ladder.entries[0].shape == CameraShape(width: 1920, height: 1080, framesPerSecond: 30))
        while ladder.next() != nil {}
        #expect(
            ladder.steps.map(\.summary) == [
                "Front: 1280 x 720", "Front: 960 x 540", "Back: 1280 x 720", "Back: 960 x 540",
                "Front: 24 frames a second", "Front: 20 frames a second", "Front: 15 frames a second",
                "Back: 24 frames a second", "Back: 20 frames a second", "Back: 15 frames a second",
            ]
        )
        #expect(ladder.entries[1].shape == CameraShape(width: 960, height: 540, framesPerSecond: 15))
        #expect(ladder.next() == nil)
        #expect(ladder.steps.count == 10)
    }

    @Test("R-MULTI-4: the front camera gives way first also when it is the first one")
    func frontFirst() throws {
        var ladder = CostLadder([
            try Self.entry("Front", facesUser: true),
            try Self.entry("Back", facesUser: false),
        ])
        #expect(ladder.next() == 0)
        #expect(ladder.steps == [.resolution(camera: "Front", width: 1280, height: 720)])
    }

    @Test("Of two webcams the second one gives way first; rates are those that the format has")
    func webcams() throws {
        let webcam = [Self.format(0, 1280, 720, rates: [30...30, 20...20, 10...10])]
        var ladder = CostLadder([
            try Self.entry("One", facesUser: false, webcam),
            try Self.entry("Two", facesUser: false, webcam),
        ])
        while ladder.next() != nil {}
        #expect(ladder.steps.map(\.summary) == ["Two: 20 frames a second", "One: 20 frames a second"])
    }

    @Test("R-MULTI-4: of three cameras the one that looks at the user gives way first, then the last of the others")
    func three() throws {
        let small = [Self.format(0, 1280, 720, rates: [30...30, 15...15])]
        var ladder = CostLadder([
            try Self.entry("Back", facesUser: false, small),
            try Self.entry("Front", facesUser: true, small),
            try Self.entry("Wide", facesUser: false, small),
        ])
        while ladder.next() != nil {}
        #expect(
            ladder.steps.map(\.summary) == [
                "Front: 15 frames a second", "Wide: 15 frames a second", "Back: 15 frames a second",
            ]
        )
    }

    @Test("A camera without a format for two has no place on the ladder")
    func none() {
        #expect(CostLadder.Entry(name: "Old", facesUser: false, formats: []) == nil)
    }

    // MARK: Pairs

    private typealias Candidate = CameraPairing.Candidate
    private static let back = Candidate(id: "back", position: .back)
    private static let wide = Candidate(id: "wide", position: .back)
    private static let front = Candidate(id: "front", position: .front)
    private static let usb = Candidate(id: "usb", position: .external)
    private static let all = [back, front, usb, wide]

    @Test("R-MULTI-1: the partner is on the other side, else anywhere, but only in a set that may run together")
    func partners() {
        func partner(_ first: Candidate, _ sets: [Set<String>]) -> String? {
            CameraPairing.companions(of: first, 1, among: Self.all, sets: sets).first?.id
        }
        let everything: [Set<String>] = [["back", "front", "usb", "wide"]]
        #expect(partner(Self.back, everything) == "front")
        #expect(partner(Self.front, everything) == "back")
        #expect(partner(Self.usb, everything) == "back")
        #expect(partner(Self.back, [["back", "wide"], ["front", "usb"]]) == "wide")
        #expect(partner(Self.back, [["back", "usb"], ["back", "wide"]]) == "usb")
        #expect(partner(Self.front, [["back", "wide"]]) == nil)
        #expect(partner(Self.back, []) == nil)
        #expect(CameraPairing.companions(of: Self.back, 1, among: [Self.back], sets: everything).isEmpty)
    }

    @Test("R-MULTI-1: of several companions each goes together with all others")
    func companions() {
        func companions(_ count: Int, _ sets: [Set<String>]) -> [String] {
            CameraPairing.companions(of: Self.back, count, among: Self.all, sets: sets).map(\.id)
        }
        #expect(companions(2, [["back", "front", "usb", "wide"]]) == ["front", "usb"])
        #expect(companions(2, [["back", "front", "wide"], ["back", "usb"]]) == ["front", "wide"])
        #expect(companions(2, [["back", "front"], ["back", "usb"]]) == ["front"])
        #expect(companions(0, [["back", "front"]]) == [])
    }

    // MARK: Words

    @Test("Every obstacle has words of its own, which say what to do")
    func words() {
        let obstacles: [MultiCamObstacle] = [
            .notSupported, .noOtherCamera, .noFormats, .tooExpensive(cost: 1.42), .systemPressure,
            .cameraLost(name: "Webcam"), .inUse, .notResponding, .refused(reason: "No."),
        ]
        #expect(Set(obstacles.map(\.userMessage.title)).count == obstacles.count)
        #expect(obstacles.allSatisfy { !$0.userMessage.title.hasSuffix(".") && $0.userMessage.advice.hasSuffix(".") })
        #expect(MultiCamObstacle.tooExpensive(cost: 1.42).userMessage.advice.contains("142 %"))
        #expect(!MultiCamObstacle.tooExpensive(cost: 0.7).userMessage.advice.contains("%"))
        #expect(MultiCamObstacle.cameraLost(name: "Webcam").userMessage.title.contains("Webcam"))
    }
}
