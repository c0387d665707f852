import FoundationExtras

/// The time as text for logs, such as `{30/600 = 0.050}`.
@discardableResult
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
    NSString(string: text(time))
}

/// The range as text for logs: start and duration.
@discardableResult
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
    NSString(string: text(range))
}

/// The mapping as text for logs: source and target.
@discardableResult
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
    NSString(string: text(mapping))
}

/// Writes the time's description to standard error, for debugging.
public func CMTimeShow(_ time: CMTime) {
    present(text(time))
}

/// Writes the range's description to standard error, for debugging.
public func CMTimeRangeShow(_ range: CMTimeRange) {
    present(text(range))
}

/// Writes the mapping's description to standard error, for debugging.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
    present(text(mapping))
}

private func text(_ time: CMTime) -> String {
    if !time.isValid { return "{INVALID}" }
    if time.isPositiveInfinity { return "{+INFINITY}" }
    if time.isNegativeInfinity { return "{-INFINITY}" }
    if time.isIndefinite { return "{INDEFINITE}" }
    var parts = "\(time.value)/\(time.timescale) = " + String(format: "%.3f", CMTimeGetSeconds(time))
    if time.epoch != 0 { parts += ", epoch \(time.epoch)" }
    if time.hasBeenRounded { parts += ", rounded" }
    return "{\(parts)}"
}

private func text(_ range: CMTimeRange) -> String {
    "{\(text(range.start)), \(text(range.duration))}"
}

private func text(_ mapping: CMTimeMapping) -> String {
    "{\(text(mapping.source)), \(text(mapping.target))}"
}

private func present(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
