import FoundationExtras

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// The key of a time's value in ``CMTimeCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeValueKey: CFString = "value"
/// The key of a time's timescale in ``CMTimeCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeScaleKey: CFString = "timescale"
/// The key of a time's epoch in ``CMTimeCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeEpochKey: CFString = "epoch"
/// The key of a time's flags in ``CMTimeCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeFlagsKey: CFString = "flags"
/// The key of a range's start in ``CMTimeRangeCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration in ``CMTimeRangeCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of a mapping's source in ``CMTimeMappingCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target in ``CMTimeMappingCopyAsDictionary(_:allocator:)``.
nonisolated(unsafe) public let kCMTimeMappingTargetKey: CFString = "target"

/// The time as a property list, for storage.
@discardableResult
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
    NSDictionary(
        objects: [
            NSNumber(value: time.value), NSNumber(value: time.timescale), NSNumber(value: time.epoch),
            NSNumber(value: time.flags.rawValue),
        ],
        forKeys: [kCMTimeValueKey, kCMTimeScaleKey, kCMTimeEpochKey, kCMTimeFlagsKey]
    )
}

/// The time of a property list made by ``CMTimeCopyAsDictionary(_:allocator:)``; invalid if it is nil or lacks a key.
@discardableResult
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
    guard let value = dictionaryRepresentation?.object(forKey: kCMTimeValueKey) as? NSNumber,
        let timescale = dictionaryRepresentation?.object(forKey: kCMTimeScaleKey) as? NSNumber,
        let epoch = dictionaryRepresentation?.object(forKey: kCMTimeEpochKey) as? NSNumber,
        let flags = dictionaryRepresentation?.object(forKey: kCMTimeFlagsKey) as? NSNumber
    else { return .invalid }
    return CMTime(
        value: value.int64Value,
        timescale: timescale.int32Value,
        flags: CMTimeFlags(rawValue: flags.uint32Value),
        epoch: epoch.int64Value
    )
}

/// The range as a property list, for storage.
@discardableResult
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
    pair(
        kCMTimeRangeStartKey,
        CMTimeCopyAsDictionary(range.start, allocator: allocator),
        kCMTimeRangeDurationKey,
        CMTimeCopyAsDictionary(range.duration, allocator: allocator)
    )
}

/// The range of a property list made by ``CMTimeRangeCopyAsDictionary(_:allocator:)``; invalid if it lacks a key.
@discardableResult
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
    CMTimeRange(
        start: CMTimeMakeFromDictionary(dictionaryRepresentation.object(forKey: kCMTimeRangeStartKey) as? NSDictionary),
        duration: CMTimeMakeFromDictionary(
            dictionaryRepresentation.object(forKey: kCMTimeRangeDurationKey) as? NSDictionary
        )
    )
}

/// The mapping as a property list, for storage.
@discardableResult
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
    pair(
        kCMTimeMappingSourceKey,
        CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator),
        kCMTimeMappingTargetKey,
        CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator)
    )
}

/// The mapping of a property list made by ``CMTimeMappingCopyAsDictionary(_:allocator:)``; invalid if it lacks a key.
@discardableResult
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
    func range(_ key: CFString) -> CMTimeRange {
        (dictionaryRepresentation.object(forKey: key) as? NSDictionary).map(CMTimeRangeMakeFromDictionary) ?? .invalid
    }
    return CMTimeMapping(source: range(kCMTimeMappingSourceKey), target: range(kCMTimeMappingTargetKey))
}

private func pair(
    _ key1: CFString,
    _ value1: CFDictionary?,
    _ key2: CFString,
    _ value2: CFDictionary?
) -> CFDictionary? {
    guard let value1, let value2 else { return nil }
    return NSDictionary(objects: [value1, value2], forKeys: [key1, key2])
}

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
