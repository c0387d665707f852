import Foundation

/// The name of an Objective-C exception that Apple's frameworks raise for a programmer's error.
public enum ExceptionName: String, Sendable {
    /// An argument that the documentation forbids.
    case invalidArgument = "NSInvalidArgumentException"
    /// A call that is not allowed in the present state.
    case generic = "NSGenericException"
    /// A number outside the documented range.
    case range = "NSRangeException"
    /// A method that the receiver's class does not implement.
    case internalInconsistency = "NSInternalInconsistencyException"
}

/// Stops the process as an uncaught Objective-C exception does on Apple's platforms.
///
/// Apple's capture API reports a programmer's error by an exception that Swift cannot catch; the process ends with
/// the message on standard error. This is the one place where the project does the same.
///
/// - Parameters:
///   - name: the exception that the documentation names.
///   - message: Apple's wording, `*** -[Class selector] reason`.
public func programmerError(_ name: ExceptionName, _ message: String) -> Never {
    FileHandle.standardError.write(
        Data("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(message)'\n".utf8)
    )
    abort()
}
