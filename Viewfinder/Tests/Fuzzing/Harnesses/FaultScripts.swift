import Foundation
import SimulatedDriver

/// Reading a fault script.
enum FaultScriptsHarness {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        do throws(FaultScriptError) {
            let script = try FaultScript(json: Data(bytes))
            guard let text = try? script.json(), let same = try? FaultScript(json: text) else {
                preconditionFailure("a script that was read cannot be written and read again")
            }
            precondition(same == script, "a script has changed by writing it")
        } catch {
            precondition(!error.description.isEmpty, "no reason")
        }
    }
}

#if FUZZER
    let harness = FaultScriptsHarness.run
#endif
