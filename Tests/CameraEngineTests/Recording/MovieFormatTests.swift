import Testing

@_spi(Pinhole) @testable import CameraEngine

@Suite("Which size and rate movies have")
struct MovieFormatTests {
    private static func format(
        _ index: Int,
        _ width: Int,
        _ height: Int,
        _ rates: [ClosedRange<Double>] = [1...30],
        _ change: (inout MultiCamFormat) -> Void = { _ in }
    ) -> MultiCamFormat {
        var format = MultiCamFormat(index: index, width: width, height: height, rates: rates)
        change(&format)
        return format
    }

    private static let phone = [
        format(0, 352, 288), format(1, 1280, 720), format(2, 1280, 720, [1...60]),
        format(3, 1280, 720, [1...240]) { $0.isBinned = true }, format(4, 1920, 1080) { $0.isVideoRange = false },
        format(5, 1920, 1080), format(6, 1920, 1080, [1...60]), format(7, 3840, 2160, [2...30]),
    ]

    /// As the kernel tells them.
    private static let webcam = [
        format(0, 640, 480, [30.00003...30.00003, 14.99...14.99]), format(1, 1280, 720, [29.97...29.97]),
        format(2, 1280, 720, [10...10]), format(3, 1920, 1080, [5...5]),
    ]

    private func rates(_ formats: [MultiCamFormat], _ width: Int) -> [Int] {
        MovieFormat.choices(formats).filter { $0.width == width }.map(\.framesPerSecond)
    }

    private func selection(_ width: Int, _ height: Int, _ rate: Int, _ formats: [MultiCamFormat]) -> [Int]? {
        let wanted = MovieFormat(width: width, height: height, framesPerSecond: rate)
        return MovieFormatSelection(wanted, among: formats).map {
            [$0.format.index, $0.movie.width, $0.movie.height, $0.movie.framesPerSecond]
        }
    }

    @Test("Offered are the sizes that the camera has, the largest first, with the usual rates of each")
    func choices() {
        let sizes = MovieFormat.choices(Self.phone).map(\.width)
        #expect(sizes == sizes.sorted(by: >) && Set(sizes) == [3840, 1920, 1280])
        #expect(rates(Self.phone, 3840) == [24, 25, 30])
        #expect(rates(Self.phone, 1920) == [24, 25, 30, 50, 60])
        #expect(rates(Self.phone, 1280) == [24, 25, 30, 50, 60, 120, 240])
    }

    @Test("Of fixed rates each is offered, as a whole number; slow ones only where there is nothing else")
    func fixedRates() {
        #expect(rates(Self.webcam, 640) == [15, 30])
        #expect(rates(Self.webcam, 1280) == [30])
        #expect(rates(Self.webcam, 1920) == [5])
        #expect(MovieFormat.choices([]).isEmpty)
        #expect(MovieFormat.choices([Self.format(0, 160, 120, [0.2...0.2])]).isEmpty)
    }

    @Test("A camera with nothing but small pictures offers those")
    func small() {
        #expect(MovieFormat.choices([Self.format(0, 352, 288, [30...30])]).map(\.width) == [352])
    }

    @Test("What the camera has is recorded as it was chosen, in the plainest of its formats")
    func exact() {
        #expect(selection(1280, 720, 30, Self.phone) == [1, 1280, 720, 30])
        #expect(selection(1280, 720, 60, Self.phone) == [2, 1280, 720, 60])
        #expect(selection(1280, 720, 120, Self.phone) == [3, 1280, 720, 120])
        #expect(selection(1920, 1080, 24, Self.phone) == [5, 1920, 1080, 24])
        #expect(selection(1920, 1080, 60, Self.phone) == [6, 1920, 1080, 60])
        #expect(selection(640, 480, 15, Self.webcam) == [0, 640, 480, 15])
    }

    @Test("What it has not is recorded in what comes closest: first the size, then the rate")
    func nearest() {
        #expect(selection(3840, 2160, 60, Self.phone) == [7, 3840, 2160, 30])
        #expect(selection(1920, 1080, 240, Self.phone) == [6, 1920, 1080, 60])
        #expect(selection(1920, 1080, 55, Self.phone) == [6, 1920, 1080, 50])
        #expect(selection(3840, 2160, 30, Self.webcam) == [3, 1920, 1080, 5])
        #expect(selection(1280, 720, 60, Self.webcam) == [1, 1280, 720, 30])
        #expect(selection(1280, 720, 60, []) == nil)
    }

    @Test("In a session for several cameras a movie's format comes first, at its rate, and gives way like any other")
    func ladder() throws {
        let sixty = try #require(Self.phone.first { $0.index == 6 })
        let formats = MultiCamFormat.choices(Self.phone, movie: sixty)
        #expect(formats.first?.index == 6 && formats.dropFirst().allSatisfy { $0.area < sixty.area })
        var ladder = CostLadder([
            try #require(.init(name: "Back", facesUser: false, formats: formats, highestRate: 60))
        ])
        #expect(ladder.entries[0].rate == 60)
        ladder.shrink()
        while ladder.next() != nil {}
        #expect(ladder.entries[0].rate == 15)
        let slow = try #require(CostLadder.Entry(name: "Back", facesUser: false, formats: formats, highestRate: 24))
        #expect(slow.rate == 24)
    }

    @Test("The user's choice is for movies of one camera; photos and scans have their own formats")
    func modes() {
        let movie = MovieFormat(width: 1280, height: 720, framesPerSecond: 60)
        var configuration = EngineConfiguration()
        configuration.movieFormat = .preset(.hd1920x1080)
        func selection(_ mode: CaptureMode, _ movie: MovieFormat?) -> FormatSelection {
            FormatSelection(configuration, mode: mode, scanSize: .scanning, movie: movie)
        }
        #expect(selection(.video, movie).ofOne == .movie(movie))
        #expect(selection(.video, movie).format == .preset(.hd1920x1080))
        #expect(selection(.video, nil).ofOne == .preset(.hd1920x1080))
        #expect(selection(.photo, movie) == selection(.photo, nil))
        #expect(selection(.scan, movie) == selection(.scan, nil))
    }

    @Test("A refusal names what the camera has")
    func words() {
        let message = MovieFormatFailure.notOffered(MovieFormat.choices(Self.webcam)).userMessage
        #expect(
            message.advice
                == "It has 1920 x 1080 at 5; 1280 x 720 at 30; 640 x 480 at 15, 30 frames a second."
        )
        #expect(!MovieFormatFailure.recording.userMessage.advice.isEmpty)
        #expect(!MovieFormatFailure.severalCameras.userMessage.advice.isEmpty)
    }
}
