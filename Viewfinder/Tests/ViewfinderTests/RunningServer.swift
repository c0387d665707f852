import Foundation
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import ViewfinderTestSupport

@testable import Viewfinder

extension ViewfinderLimits {
    /// Limits of time that no test reaches on a busy machine. A test of one of them sets that one.
    static var patient: ViewfinderLimits {
        var limits = ViewfinderLimits()
        let long: Duration = .seconds(3600)
        (limits.requestTime, limits.idleTime, limits.writeStall, limits.shutdownTime) = (long, long, long, long)
        limits.loginPeriod = long
        return limits
    }
}

/// A server on a free port of loopback, with a scripted camera and a photo folder of its own.
struct RunningServer: Sendable {
    let camera: ScriptedCamera
    let photoFolder: URL
    let movieFolder: URL
    let port: Int
    /// Shuts the server down as a signal would.
    let stop: @Sendable () async -> Void

    /// Runs a server around `body`.
    ///
    /// - Parameter photoFolder: a folder that outlives the server; nil for one of its own.
    static func run<Value: Sendable>(
        photoFolder lasting: URL? = nil,
        limits: ViewfinderLimits = .patient,
        token: AccessToken? = nil,
        encryption: ServerEncryption? = nil,
        sessionFile: URL? = nil,
        simulator: (any PhoneSimulator)? = nil,
        scanner: (any ViewfinderScanner)? = nil,
        tools: MovieTools = ScriptedTools().tools,
        clock: any Clock<Duration> = ContinuousClock(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        _ body: @escaping @Sendable (RunningServer) async throws -> Value
    ) async throws -> Value {
        let own = FileManager.default.temporaryDirectory.appending(path: "viewfinder-\(UUID().uuidString)")
        let photoFolder = lasting ?? own
        let movieFolder = photoFolder.appending(path: "Movies")
        try FileManager.default.createDirectory(at: photoFolder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: own) }
        let camera = ScriptedCamera(
            pictures: [try TestFrames.small(), try TestFrames.other()],
            photoFolder: photoFolder,
            movieFolder: movieFolder
        )
        let (listening, announce) = AsyncStream.makeStream(of: URL.self)
        let server = try ViewfinderServer(
            camera: camera,
            simulator: simulator,
            scanner: scanner,
            configuration: ViewfinderConfiguration(
                port: 0,
                token: token,
                photoFolder: photoFolder,
                movieFolder: movieFolder,
                encryption: encryption,
                sessionFile: sessionFile,
                limits: limits
            ),
            tools: tools,
            logger: logger,
            clock: clock,
            onListening: { announce.yield($0) }
        )
        let group = ServiceGroup(
            configuration: .init(services: [server], logger: logger)
        )
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var addresses = listening.makeAsyncIterator()
            guard let port = await addresses.next()?.port else { throw CancellationError() }
            let running = RunningServer(camera: camera, photoFolder: photoFolder, movieFolder: movieFolder, port: port)
            {
                await group.triggerGracefulShutdown()
            }
            do {
                let value = try await body(running)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                return value
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
        }
    }

    /// Opens a plain TCP connection, for requests that no well-behaved client sends.
    func connect<Value: Sendable>(
        _ body:
            @escaping @Sendable (
                inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator, NIOAsyncChannelOutboundWriter<ByteBuffer>
            ) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            return try await body(&iterator, outbound)
        }
    }

    /// Opens a connection that asks for an address and then reads nothing, as long as it is open.
    ///
    /// - Parameters:
    ///   - path: the address.
    ///   - readsBeginning: whether it reads the beginning of the answer before.
    ///   - source: where it comes from; all of 127.0.0.0/8 are this machine's.
    func connectSilently(
        path: String,
        readsBeginning: Bool = false,
        from source: String = "127.0.0.1"
    ) async throws -> any Channel {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        let answered = eventLoop.makePromise(of: Void.self)
        let channel = try await ClientBootstrap(group: eventLoop)
            .channelOption(.autoRead, value: readsBeginning)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(BeginningReader(answered: answered))
                }
            }
            .bind(to: SocketAddress(ipAddress: source, port: 0))
            .connect(host: "127.0.0.1", port: port)
            .get()
        try await channel.writeAndFlush(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        if readsBeginning {
            try await answered.futureResult.get()
        } else {
            answered.succeed()
        }
        return channel
    }

    /// The status of the answer to a request for an address, which may be one without end.
    func status(_ path: String) async throws -> String {
        try await connect { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            let answer = try await Self.read(&inbound) { $0.readableBytes > 12 }
            return answer.getString(at: answer.readerIndex + 9, length: 3) ?? ""
        }
    }

    /// Sends a request for an address and returns the answer; the connection ends with it.
    func get(_ path: String, _ headers: String = "") async throws -> String {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n")
    }

    /// Sends bytes and returns everything that comes until the server closes the connection.
    func exchange(_ request: String) async throws -> String {
        try await connect { inbound, outbound in
            // A server that closes before it has everything has said why, and a busy machine may be as late as that.
            try? await outbound.write(ByteBuffer(string: request))
            return await Self.readAll(&inbound)
        }
    }

    /// Reads until the server closes or resets the connection.
    static func readAll(_ inbound: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) async -> String {
        var text = ""
        while let part = try? await inbound.next() {
            text += String(buffer: part)
        }
        return text
    }

    /// Reads until the collected bytes satisfy a condition; a connection that ends before that is an error.
    static func read(
        _ inbound: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        until isEnough: (ByteBuffer) -> Bool
    ) async throws -> ByteBuffer {
        var collected = ByteBuffer()
        while !isEnough(collected) {
            guard var part = try await inbound.next() else { throw ChannelError.eof }
            collected.writeBuffer(&part)
        }
        return collected
    }
}

/// Waits until a condition holds, asking again after each short pause. Nothing bounds it but the whole run's time limit: how
/// long something may take is no property of the server on a busy machine.
func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try await Task.sleep(for: .milliseconds(1))
    }
}

/// Reads until something has come, and then no more.
private final class BeginningReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let answered: EventLoopPromise<Void>

    init(answered: EventLoopPromise<Void>) {
        self.answered = answered
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.channel.setOption(.autoRead, value: false).cascade(to: answered)
    }

    func channelInactive(context: ChannelHandlerContext) {
        answered.fail(ChannelError.eof)
    }
}
