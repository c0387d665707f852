import FoundationExtras

/// Why a call is not allowed: what the exception is called and what its message says.
package struct WriterRefusal: Error, Equatable {
    package var name: ExceptionName
    package var reason: String

    /// - Parameters:
    ///   - name: what the exception is called.
    ///   - reason: what its message says.
    package init(name: ExceptionName, reason: String) {
        self.name = name
        self.reason = reason
    }

    /// The call is not allowed in the present status. OBSERVED: Apple's wording.
    package static func status(_ status: WriterStateMachine.Status) -> WriterRefusal {
        WriterRefusal(name: .internalInconsistency, reason: "Cannot call method when status is \(status.rawValue)")
    }

    package static func state(_ reason: String) -> WriterRefusal {
        WriterRefusal(name: .internalInconsistency, reason: reason)
    }

    package static func argument(_ reason: String) -> WriterRefusal {
        WriterRefusal(name: .invalidArgument, reason: reason)
    }

    /// Stops the process as the exception does.
    package func raise(_ method: String) -> Never {
        programmerError(name, "*** -[\(method)] \(reason)")
    }
}
