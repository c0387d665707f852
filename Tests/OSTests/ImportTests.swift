import OSLog
import Testing
import os.log
import os.signpost

import struct os.Logger

@Suite("What is imported as it is on Apple's platforms")
struct ImportTests {
    @Test("OSLog and the submodules of os bring os with them, and the C library")
    func modules() {
        let logger = Logger(subsystem: "com.example.tests", category: "Importing")
        logger.debug("\(getpid())")
        #expect(OSSignpostID.exclusive != .null)
        #expect(OSLogType.fault.rawValue == 0x11)
    }
}
