/// Calls a function and returns what it returns.
///
/// DEVIATION: there is no pool to drain. Without an Objective-C runtime objects go away as soon as their last reference
/// does, so that a client's pool around a loop is already what it hoped for.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
