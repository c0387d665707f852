/// A value that says itself whether a later one would make a difference to a view.
protocol ViewComparable {
    func isSame(as other: Any) -> Bool
}

/// Whether two values are known to be equal. False where that cannot be known: closures, for example.
///
/// A view whose fields are all the same as before is not evaluated again.
func isSame(_ first: Any, _ second: Any) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    if let first = first as? any ViewComparable { return first.isSame(as: second) }
    if let first = first as? any Equatable { return isEqual(first, second) }
    if type(of: first) is AnyClass { return (first as AnyObject) === (second as AnyObject) }
    return haveSameParts(Mirror(reflecting: first), Mirror(reflecting: second))
}

private func isEqual<T: Equatable>(_ first: T, _ second: Any) -> Bool {
    (second as? T).map { $0 == first } ?? false
}

private func haveSameParts(_ first: Mirror, _ second: Mirror) -> Bool {
    switch first.displayStyle {
    case .struct, .tuple, .optional, .collection:
        break
    case .enum where !first.children.isEmpty:
        break
    default:
        // A closure, or a case without values whose name a mirror does not tell.
        return false
    }
    guard first.children.count == second.children.count else { return false }
    return zip(first.children, second.children).allSatisfy { $0.label == $1.label && isSame($0.value, $1.value) }
}
