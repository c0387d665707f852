import Dispatch

/// Ends this process should a test wait in vain: nothing may hang the whole suite.
func endHangingTest(after seconds: Double = 600) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
        fatalError("nothing happened any more")
    }
}
