import Foundation
import NIOCore
import Testing
import ViewfinderTestSupport

@testable import Viewfinder

@Suite("Streams")
struct StreamTests {
    static func get(_ path: String, _ headers: String = "") -> ByteBuffer {
        ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
    }

    /// The payloads of all complete HTTP chunks in the bytes after the response's head.
    private static func chunks(_ response: ByteBuffer) -> [ByteBuffer] {
        var rest = response
        let bytes = Array(response.readableBytesView)
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return [] }
        rest.moveReaderIndex(forwardBy: head.upperBound)
        var chunks: [ByteBuffer] = []
        while let line = rest.readableBytesView.firstRange(of: Array("\r\n".utf8)) {
            let digits = String(decoding: rest.readableBytesView[..<line.lowerBound], as: UTF8.self)
            guard let size = Int(digits, radix: 16), size > 0 else { break }
            rest.moveReaderIndex(to: line.upperBound)
            guard let chunk = rest.readSlice(length: size), rest.readSlice(length: 2) != nil else { break }
            chunks.append(chunk)
        }
        return chunks
    }

    @Test("R-PREV-3: the held frame comes at once, each later one as it is published, with its header")
    func binary() async throws {
        try await RunningServer.run { server in
            server.camera.publishFrame(captureTime: 1_000)
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/stream"))
                var response = try await RunningServer.read(&inbound) { Self.chunks($0).count >= 2 }
                server.camera.publishFrame(captureTime: 2_000)
                var rest = try await RunningServer.read(&inbound) { bytes in
                    var all = response
                    all.writeImmutableBuffer(bytes)
                    return Self.chunks(all).count >= 4
                }
                response.writeBuffer(&rest)
                let chunks = Self.chunks(response)
                #expect(chunks.map { $0.readableBytes }[0] == FrameHeader.size)
                let captureTimes = [0, 2].map {
                    chunks[$0].getInteger(at: chunks[$0].readerIndex + 32, endianness: .little, as: UInt64.self)
                }
                #expect(captureTimes == [1_000, 2_000])
                let sequence = chunks[2].getInteger(
                    at: chunks[2].readerIndex + 24,
                    endianness: .little,
                    as: UInt64.self
                )
                #expect(sequence == 2)
                #expect(chunks[3].getInteger(at: chunks[3].readerIndex, as: UInt16.self) == 0xFFD8)
                let length = chunks[2].getInteger(at: chunks[2].readerIndex + 8, endianness: .little, as: UInt32.self)
                #expect(length.map(Int.init) == chunks[3].readableBytes)
            }
        }
    }

    @Test("The next part's headers follow each picture at once in the multipart stream")
    func multipart() async throws {
        try await RunningServer.run { server in
            server.camera.publishFrame(captureTime: 1)
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/preview.mjpeg"))
                let response = try await RunningServer.read(&inbound) { Self.chunks($0).count >= 3 }
                let chunks = Self.chunks(response)
                let part = "--pinhole-frame-boundary\r\nContent-Type: image/jpeg\r\n\r\n"
                #expect(String(buffer: chunks[0]) == part)
                #expect(chunks[1].getInteger(at: chunks[1].readerIndex, as: UInt16.self) == 0xFFD8)
                #expect(String(buffer: chunks[2]) == "\r\n" + part)
            }
        }
    }

    /// The frames of a binary stream, which come as a header and a payload each: kind, flags and sequence number.
    private static func frames(_ response: ByteBuffer) -> [[UInt64]] {
        let chunks = Self.chunks(response)
        return stride(from: 0, to: chunks.count - 1, by: 2).map { index in
            let header = chunks[index]
            let start = header.readerIndex
            let kind = header.getInteger(at: start + 5, as: UInt8.self) ?? 0
            let flags = header.getInteger(at: start + 6, endianness: .little, as: UInt16.self) ?? 0
            let sequence = header.getInteger(at: start + 24, endianness: .little, as: UInt64.self) ?? 0
            return [UInt64(kind), UInt64(flags), sequence]
        }
    }

    @Test("R-PREV-3: who asks for a video gets the held picture, and from the next key frame on every frame in order")
    func video() async throws {
        try await RunningServer.run { server in
            let video = try #require(server.camera.frames.video)
            server.camera.publishFrame(captureTime: 1)
            #expect(!video.needsKeyFrame)
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/stream?as=h264"))
                var response = try await RunningServer.read(&inbound) { !Self.frames($0).isEmpty }
                try await eventually { video.needsKeyFrame }
                // One that nobody can decode, and four that can be.
                server.camera.publishVideoFrame(10, isKeyFrame: false)
                server.camera.publishVideoFrame(11, isKeyFrame: true)
                #expect(!video.needsKeyFrame)
                for sequence in 12...14 { server.camera.publishVideoFrame(UInt64(sequence), isKeyFrame: false) }
                var rest = try await RunningServer.read(&inbound) { bytes in
                    var all = response
                    all.writeImmutableBuffer(bytes)
                    return Self.frames(all).count >= 5
                }
                response.writeBuffer(&rest)
                #expect(Self.frames(response) == [[1, 2, 1], [2, 2, 11], [2, 0, 12], [2, 0, 13], [2, 0, 14]])
            }
            try await eventually { !video.hasClients }
        }
    }

    @Test("A video of what is JPEG is JPEG; in a multipart stream, too; and other kinds of frames are refused")
    func videoOfPictures() async throws {
        try await RunningServer.run { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/stream?as=h264"))
                try await eventually { server.camera.frames.video?.hasClients == true }
                server.camera.publishFrame(captureTime: 1)
                let response = try await RunningServer.read(&inbound) { !Self.frames($0).isEmpty }
                #expect(Self.frames(response).first == [1, 2, 1])
            }
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/preview.mjpeg?as=h264"))
                let response = try await RunningServer.read(&inbound) { Self.chunks($0).count >= 2 }
                #expect(Self.chunks(response)[1].readableBytes > 100)
            }
            #expect(try await server.get("/stream?as=vp8").hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test("A client that leaves is forgotten, also while no frames come")
    func leaving() async throws {
        try await RunningServer.run { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/stream"))
                try await eventually { server.camera.frames.hasClients }
            }
            try await eventually { !server.camera.frames.hasClients }
        }
    }

    @Test("A client that stops reading costs one frame, and is closed after the bound")
    func slowClient() async throws {
        var limits = ViewfinderLimits.patient
        limits.writeStall = .milliseconds(200)
        try await RunningServer.run(limits: limits) { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/stream"))
                try await eventually { server.camera.frames.hasClients }
                // Nothing is read, so the socket's buffers fill, and the server gives up.
                try await eventually {
                    server.camera.publishFrame(captureTime: 1)
                    return !server.camera.frames.hasClients
                }
            }
        }
    }

    @Test("One viewer too many is told so with status 503, and has a place when another leaves")
    func tooMany() async throws {
        var limits = ViewfinderLimits.patient
        limits.streams = 1
        try await RunningServer.run(limits: limits) { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/stream"))
                try await eventually { server.camera.frames.hasClients }
                let refused = try await server.exchange(
                    "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                )
                #expect(refused.hasPrefix("HTTP/1.1 503"))
                #expect(refused.contains("Close another viewfinder"))
            }
            try await eventually {
                try await server.connect { inbound, outbound in
                    try await outbound.write(Self.get("/events"))
                    let answer = try await RunningServer.read(&inbound) { $0.readableBytes > 12 }
                    return answer.getString(at: 9, length: 3) == "200"
                }
            }
        }
    }

    @Test("Events begin with the state, number themselves above Last-Event-ID, and go on with what happens")
    func events() async throws {
        try await RunningServer.run { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/events", "Last-Event-ID: 41\r\n"))
                func text(_ buffer: ByteBuffer) -> String { String(buffer: buffer) }
                let first = try await RunningServer.read(&inbound) { text($0).contains("\n\n") }
                #expect(text(first).contains("retry: 250\nid: 42\nevent: state\ndata: {"))
                server.camera.update { $0.phase = .disconnected }
                _ = try await RunningServer.read(&inbound) { text($0).contains(#""phase":"disconnected""#) }
                server.camera.send([ViewfinderMetrics(framesPerSecond: 12)])
                _ = try await RunningServer.read(&inbound) { text($0).contains("event: metrics") }
                _ = try await server.camera.takePhoto()
                _ = try await RunningServer.read(&inbound) { text($0).contains("event: photo") }
            }
        }
    }

    @Test("Events tell of the simulated phone at first, and after each change")
    func simulatorEvents() async throws {
        let phone = ScriptedSimulator()
        try await RunningServer.run(simulator: phone) { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/events"))
                let first = try await RunningServer.read(&inbound) {
                    String(buffer: $0).contains("event: simulator\n") && String(buffer: $0).contains("nominal")
                }
                #expect(String(buffer: first).contains("event: state\n"))
                phone.update { $0.pressure = .critical }
                _ = try await RunningServer.read(&inbound) { String(buffer: $0).contains(#""pressure":"critical""#) }
            }
        }
    }

    @Test("Events without news carry a heartbeat")
    func heartbeat() async throws {
        var limits = ViewfinderLimits.patient
        limits.heartbeat = .milliseconds(20)
        try await RunningServer.run(limits: limits) { server in
            try await server.connect { inbound, outbound in
                try await outbound.write(Self.get("/events"))
                _ = try await RunningServer.read(&inbound) { String(buffer: $0).contains("event: heartbeat") }
            }
        }
    }
}
