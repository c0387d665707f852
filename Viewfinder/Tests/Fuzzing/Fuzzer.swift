import CLibFuzzer
import Foundation

/// The fuzzer of one harness; its arguments are libFuzzer's. `scripts/fuzz` builds and runs it.
@main
enum Fuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        let code = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            harness(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        exit(code)
    }
}
