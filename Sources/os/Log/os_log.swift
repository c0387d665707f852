/// Writes a message of the default level to the default log.
public func os_log(_ message: OSLogMessage) {
    os_log(.default, message)
}

/// Writes a message.
///
/// - Parameters:
///   - type: its level.
///   - log: where it goes.
///   - message: the message, with interpolated values.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.destination?.write(type.level, message)
}

/// Writes a message that is composed as `printf` does. Strings and objects are private unless the placeholder says `%{public}@`.
///
/// - Parameters:
///   - message: text with placeholders: `%@`, `%s`, `%d`, `%i`, `%u`, `%x`, `%X`, `%o`, `%c`, `%f`, `%e`, `%g`, `%a`, `%p`.
///   - log: where it goes.
///   - type: its level.
///   - arguments: the placeholders' values.
@_disfavoredOverload
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ arguments: any CVarArg...
) {
    log.destination?.write(type.level, PrintfMessage(message.description).message(arguments))
}

/// Writes a message that is composed as `printf` does, with the level first.
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ arguments: any CVarArg...) {
    log.destination?.write(type.level, PrintfMessage(message.description).message(arguments))
}
