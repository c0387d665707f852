import Foundation
import Logging
import Synchronization
import Testing

@testable import os

/// What was written: level, source and message of each line.
private final class Lines: LogHandler, Sendable {
    private let lines = Mutex<[String]>([])
    private let level: Logging.Logger.Level

    init(from level: Logging.Logger.Level = .trace) { self.level = level }

    var all: [String] { lines.withLock { $0 } }
    var logLevel: Logging.Logger.Level {
        get { level }
        set {}
    }
    var metadata: Logging.Logger.Metadata {
        get { [:] }
        set {}
    }
    subscript(metadataKey _: String) -> Logging.Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        lines.withLock { $0.append("\(event.level) [\(event.source)] \(event.message)") }
    }

    func destination(showsPrivateData: Bool = false) -> LogDestination {
        let logger = Logging.Logger(label: "app") { _ in self }
        return LogDestination(logger, category: "Camera", showsPrivateData: showsPrivateData)
    }
}

@Suite("os.Logger")
struct LoggerTests {
    private func written(showsPrivateData: Bool = false, _ message: OSLogMessage) -> String {
        message.interpolation.text(showsPrivateData: showsPrivateData)
    }

    @Test("each level goes to the level of swift-log that means the same, under the category")
    func levels() {
        let lines = Lines()
        let logger = os.Logger(lines.destination())
        logger.trace("1")
        logger.debug("2")
        logger.info("3")
        logger.notice("4")
        logger.log("5")
        logger.warning("6")
        logger.error("7")
        logger.critical("8")
        logger.fault("9")
        logger.log(level: .error, "10")
        logger.log(level: .default, "11")
        #expect(
            lines.all == [
                "trace [Camera] 1", "debug [Camera] 2", "info [Camera] 3", "notice [Camera] 4", "notice [Camera] 5",
                "warning [Camera] 6", "error [Camera] 7", "critical [Camera] 8", "critical [Camera] 9",
                "error [Camera] 10", "notice [Camera] 11",
            ]
        )
    }

    @Test("values of a message that is not written are not asked for")
    func laziness() {
        let lines = Lines(from: .error)
        let logger = os.Logger(lines.destination())
        var asked = 0
        func costly() -> Int {
            asked += 1
            return asked
        }
        withoutActuallyEscaping(costly) { costly in
            logger.info("\(costly())")
            logger.error("\(costly())")
        }
        #expect(asked == 1)
        #expect(lines.all == ["error [Camera] 1"])
    }

    @Test("numbers and truth values are shown, strings, objects, types and errors are private")
    func defaults() {
        let name = "Ada"
        let object = NSNumber(value: 3)
        let error: any Error = CocoaError(.fileNoSuchFile)
        #expect(written("\(3) \(UInt8(4)) \(true) \(1.5) \(Float(2))") == "3 4 true 1.500000 2.000000")
        #expect(written("\(name) is here") == "<private> is here")
        #expect(written("\(object), \(Int.self), \([1, 2]), \(error)") == "<private>, <private>, <private>, <private>")
        #expect(written("no values") == "no values")
    }

    @Test("privacy that is stated counts, for any value")
    func privacy() {
        let name = "Ada"
        let error: any Error = POSIXError(.ENOENT)
        #expect(written("\(name, privacy: .public)") == "Ada")
        #expect(written("\([1, 2], privacy: .public) \(Int.self, privacy: .public)") == "[1, 2] Int")
        #expect(written("\(error, privacy: .public)").contains("2"))
        #expect(written("\(42, privacy: .private) \(true, privacy: .private)") == "<private> <private>")
        #expect(written("\(name, privacy: .sensitive)") == "<sensitive>")
        #expect(written("\(7, privacy: .auto)") == "7")
    }

    @Test("errors that are objects or describe themselves are no ambiguity")
    func errors() {
        struct Fault: Error, CustomStringConvertible { let description = "broken" }
        let object = NSError(domain: "D", code: 3)
        #expect(written("\(Fault(), privacy: .public)") == "broken")
        #expect(written("\(object, privacy: .public)").contains("D"))
        #expect(written("\(object)") == "<private>")
    }

    @Test("a hash tells equal values apart from others, and nothing else")
    func hashes() {
        let (first, again, other) = ("Ada", "Ada", "Bob")
        #expect(
            written("\(first, privacy: .private(mask: .hash))") == written("\(again, privacy: .private(mask: .hash))")
        )
        #expect(written("\(first, privacy: .auto(mask: .hash))") != written("\(other, privacy: .auto(mask: .hash))"))
        #expect(written("\(first, privacy: .private(mask: .hash))").hasPrefix("<mask.hash: '"))
        #expect(!written("\(first, privacy: .private(mask: .hash))").contains("Ada"))
    }

    @Test("whoever asks for private data sees it")
    func privateData() {
        let lines = Lines()
        let name = "Ada"
        os.Logger(lines.destination(showsPrivateData: true)).info("\(name) \(name, privacy: .private)")
        #expect(lines.all == ["info [Camera] Ada Ada"])
    }

    @Test("integers in every form")
    func integers() {
        #expect(written("\(255, format: .hex) \(8, format: .octal) \(-5, format: .decimal)") == "ff 10 -5")
        #expect(written("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
        #expect(written("\(7, format: .decimal(explicitPositiveSign: true, minDigits: 3))") == "+007")
        #expect(written("\(Int8.min, format: .hex(includePrefix: true, minDigits: 4))") == "-0x0080")
        #expect(written("\(8, format: .octal(includePrefix: true))") == "0o10")
    }

    @Test("other numbers in every form")
    func floats() {
        #expect(written("\(1.23456, format: .fixed(precision: 2))") == "1.23")
        #expect(written("\(1.5, format: .fixed(precision: 1, explicitPositiveSign: true))") == "+1.5")
        #expect(written("\(12345.678, format: .exponential(precision: 3, uppercase: true))") == "1.235E+04")
        #expect(written("\(0.5, format: .hybrid)") == "0.5")
        #expect(written("\(1.0, format: .hex)") == "0x1p+0")
        #expect(written("\(Float(0.5), format: .hybrid)") == "0.5")
        #expect(written("\(true, format: .answer) \(false, format: .truth)") == "YES false")
    }

    @Test("values stand in columns")
    func columns() {
        #expect(written("[\(7, align: .right(columns: 3))][\(7, align: .left(columns: 3))]") == "[  7][7  ]")
        #expect(written("[\("long", align: .left(columns: 2), privacy: .public)]") == "[long]")
    }

    @Test("a logger of its own, of an OSLog, and none")
    func makers() {
        os.Logger(subsystem: "com.example.tests", category: "Making").debug("not shown by default")
        os.Logger(OSLog(subsystem: "com.example.tests", category: "Making")).debug("not shown by default")
        os.Logger(.disabled).fault("never shown")
        #expect(!OSLog.disabled.isEnabled(type: .fault))
        #expect(OSLog.default.isEnabled(type: .fault))
        #expect(!OSLog.default.isEnabled(type: .debug))
        #expect(!OSLog.disabled.signpostsEnabled)
    }
}

@Suite("os_log and signposts")
struct LegacyLogTests {
    @Test("messages as printf composes them, strings private unless public")
    func printf() {
        let lines = Lines()
        let log = OSLog(lines.destination())
        os_log("%{public}@ has %d of %5.2f, 0x%02x, %@", log: log, type: .info, "Ada", 3, 1.5, 10, "secret")
        os_log("nothing", log: log)
        os_log("100 %% of %{private}d and %{public}s", log: log, type: .error, 3, "words")
        os_log("%d and %d", log: log, type: .debug, 1)
        #expect(
            lines.all == [
                "info [Camera] Ada has 3 of  1.50, 0x0a, <private>", "notice [Camera] nothing",
                "error [Camera] 100 % of <private> and words", "debug [Camera] 1 and <decode: missing data>",
            ]
        )
    }

    @Test("messages with interpolation")
    func interpolation() {
        let lines = Lines()
        let log = OSLog(lines.destination())
        os_log(.error, log: log, "\(3) of \("Ada", privacy: .public)")
        os_log(.fault, log: log, "plain")
        #expect(lines.all == ["error [Camera] 3 of Ada", "critical [Camera] plain"])
    }

    @Test("an interval is told with its beginning, its end and its duration, and ends once")
    func intervals() throws {
        let lines = Lines()
        let signposter = OSSignposter(lines.destination())
        let state = signposter.beginInterval("Configure", id: signposter.makeSignpostID(), "\(2) cameras")
        signposter.emitEvent("First frame")
        signposter.endInterval("Configure", state)
        signposter.endInterval("Configure", state)
        #expect(signposter.withIntervalSignpost("Start") { 3 } == 3)
        #expect(lines.all.count == 5)
        #expect(
            lines.all.prefix(2) == ["trace [Camera] begin Configure: 2 cameras", "trace [Camera] event First frame"]
        )
        #expect(lines.all[2].hasPrefix("trace [Camera] end Configure after "))
        #expect(lines.all[2].hasSuffix(" seconds"))
        #expect(lines.all[3] == "trace [Camera] begin Start")
        #expect(signposter.makeSignpostID() != signposter.makeSignpostID())
        let object = NSObject()
        #expect(signposter.makeSignpostID(from: object) == signposter.makeSignpostID(from: object))
    }

    @Test("A logger's signposts are in its log")
    func signposterOfLogger() {
        let lines = Lines()
        let signposter = OSSignposter(logger: Logger(lines.destination()))
        signposter.emitEvent("First frame")
        #expect(lines.all == ["trace [Camera] event First frame"])
    }

    @Test("os_signpost")
    func signposts() {
        let lines = Lines()
        let log = OSLog(lines.destination())
        os_signpost(.begin, log: log, name: "Start", signpostID: OSSignpostID(log: log))
        os_signpost(.end, log: log, name: "Start", "%d frames", 3)
        #expect(lines.all == ["trace [Camera] begin Start", "trace [Camera] end Start: 3 frames"])
    }
}
