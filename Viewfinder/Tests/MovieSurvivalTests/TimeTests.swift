import Foundation
import Glibc
import MediaEncoding
import MovieValidators
import Testing

@Suite("Recorders that stop early, late or for a while")
struct TimeTests {
    @Test("A recorder that is suspended for seconds goes on, and its file plays meanwhile")
    func suspended() async throws {
        let faults = try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let recorder = try CrashTestProcess(url, ["--seconds", "5", "--in-step"])
            try recorder.wait(forPictures: 1.5)
            recorder.send(SIGSTOP)
            sleep(2)
            let copy = folder.appendingPathComponent("copy.mp4")
            try FileManager.default.copyItem(at: url, to: copy)
            var faults = try Faults.ofLoss([Faults.Recorded(url: copy, log: recorder.log)])
            if !(try MovieRecovery.examine(url).isBeingWritten) { faults.append("nobody writes it") }
            let leftovers = MovieRecovery.leftovers(in: folder).map(\.url.lastPathComponent)
            if leftovers != ["copy.mp4"] { faults.append("leftovers: \(leftovers)") }
            recorder.send(SIGCONT)
            let outcome = try recorder.outcome()
            if outcome.error != nil || outcome.layout != "indexFirst" { faults.append("\(outcome)") }
            return try faults + Faults.ofOrdinary([url], seconds: 5)
        }
        #expect(faults == [])
    }

    @Test("While it is recorded, a movie is in fragments of at most a second")
    func fragments() async throws {
        let boxes = try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let recorder = try CrashTestProcess(url, ["--seconds", "600", "--in-step"])
            try recorder.wait(forPictures: 4)
            try recorder.killNow()
            return try MovieFileValidator(url).boxes()
        }
        #expect(boxes.isFragmented)
        #expect(boxes.order.filter { $0 == "moof" }.count >= 3)
    }

    @Test("Stopped with one picture it is a movie, without any it is an error, and never half a file")
    func atOnce() async throws {
        let (outcome, nothing, faults) = try await withMovieFolder { folder in
            let one = folder.appendingPathComponent("one.mp4")
            let outcome = try CrashTestProcess.record(one, ["--seconds", "0.04"]).outcome
            var faults = try Faults.ofOrdinary([one])
            let pictures = try MovieFileValidator(one).pictureTimes().count
            if pictures != 1 { faults.append("\(pictures) pictures") }
            let none = folder.appendingPathComponent("none.mp4")
            let nothing = try CrashTestProcess.record(none, ["--seconds", "0"]).outcome
            if FileManager.default.fileExists(atPath: none.path) { faults.append("a file without pictures") }
            if !MovieRecovery.leftovers(in: folder).isEmpty { faults.append("leftovers") }
            return (outcome, nothing, faults)
        }
        #expect(outcome.error == nil)
        #expect(nothing.error == "invalidSample")
        #expect(nothing.advice?.isEmpty == false)
        #expect(faults == [])
    }

    @Test(
        "Many sizes and rates of an ordinary recording please the judges",
        arguments: [
            [], ["--picture-only"], ["--width", "640", "--height", "360"], ["--width", "98", "--height", "74"],
        ]
    )
    func ordinary(options: [String]) async throws {
        let (outcome, faults, pictures) = try await withMovieFolder { folder in
            let url = folder.appendingPathComponent("movie.mp4")
            let outcome = try CrashTestProcess.record(url, options + ["--seconds", "3", "--pace", "0"]).outcome
            let faults = try Faults.ofOrdinary([url], seconds: 3)
            return (outcome, faults, try MovieFileValidator(url).pictureTimes().count)
        }
        #expect(outcome.error == nil && outcome.layout == "indexFirst")
        #expect(faults == [])
        #expect(pictures == 90)
    }
}
