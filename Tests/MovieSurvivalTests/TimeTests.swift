import Foundation
import MediaEncoding
import MovieJudges
import Testing

@Suite("Recorders that stop early, late or for a while")
struct TimeTests {
    @Test("A recorder that is suspended for seconds goes on, and its file plays meanwhile")
    func suspended() async throws {
        try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let recorder = try DoomedProcess(url, ["--seconds", "5"])
            try await recorder.wait(forPictures: 2)
            recorder.send(SIGSTOP)
            let copy = folder.appendingPathComponent("copy.mp4")
            try await Task.sleep(for: .seconds(3))
            try FileManager.default.copyItem(at: url, to: copy)
            try expectLittleLoss(copy, recorder.log)
            #expect(try MovieRecovery.examine(url).isBeingWritten)
            #expect(MovieRecovery.leftovers(in: folder).map(\.url.lastPathComponent) == ["copy.mp4"])
            recorder.send(SIGCONT)
            let outcome = try await recorder.outcome()
            #expect(outcome.error == nil && outcome.layout == "indexFirst")
            try expectOrdinary(url, seconds: 5)
        }
    }

    @Test("While it is recorded, a movie is in fragments of at most a second")
    func fragments() async throws {
        try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let recorder = try DoomedProcess(url, ["--seconds", "30"])
            try await recorder.wait(forPictures: 4)
            try await recorder.killNow()
            let boxes = try MovieFileJudge(url).boxes()
            #expect(boxes.isFragmented)
            #expect(boxes.order.filter { $0 == "moof" }.count >= 3)
        }
    }

    @Test("Stopped with one picture it is a movie, without any it is an error or an empty movie, never half a file")
    func atOnce() async throws {
        try await withMovieFolder { folder in
            let one = folder.appendingPathComponent("one.mp4")
            let outcome = try await DoomedProcess.record(one, ["--seconds", "0.04"]).outcome
            #expect(outcome.error == nil)
            try expectOrdinary(one)
            #expect(try MovieFileJudge(one).pictureTimes().count == 1)
            let none = folder.appendingPathComponent("none.mp4")
            let nothing = try await DoomedProcess.record(none, ["--seconds", "0"]).outcome
            if nothing.error == nil {
                #expect(try MovieFileJudge(none).boxes().isWhole)
            } else {
                #expect(nothing.advice?.isEmpty == false)
            }
            #expect(MovieRecovery.leftovers(in: folder).isEmpty)
        }
    }

    @Test(
        "Many sizes and rates of an ordinary recording please the judges",
        arguments: [
            [], ["--picture-only"], ["--width", "640", "--height", "360"], ["--width", "98", "--height", "74"],
        ]
    )
    func ordinary(options: [String]) async throws {
        try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let outcome = try await DoomedProcess.record(url, options + ["--seconds", "3", "--pace", "0"]).outcome
            #expect(outcome.error == nil && outcome.layout == "indexFirst")
            try expectOrdinary(url, seconds: 3)
            #expect(try MovieFileJudge(url).pictureTimes().count == 90)
        }
    }
}
