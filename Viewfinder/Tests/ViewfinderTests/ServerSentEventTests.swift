import NIOCore
import Testing

@_spi(PageServer) @testable import Viewfinder

@Suite("Server-sent events")
struct ServerSentEventTests {
    private func wire(_ event: ServerSentEvent) -> String {
        var buffer = ByteBuffer()
        event.write(to: &buffer)
        return String(buffer: buffer)
    }

    @Test("An event has its retry time, number, name and data, closed by an empty line")
    func complete() {
        #expect(
            wire(ServerSentEvent(name: "state", data: "{}", id: 7, retry: 250))
                == "retry: 250\nid: 7\nevent: state\ndata: {}\n\n"
        )
        #expect(wire(ServerSentEvent(name: "heartbeat", data: "")) == "event: heartbeat\ndata: \n\n")
    }

    @Test("Line breaks of every kind stay inside the data and can not start a field")
    func lineBreaks() {
        #expect(
            wire(ServerSentEvent(name: "a\nb", data: "one\ntwo\r\nthree\rfour"))
                == "event: ab\ndata: one\ndata: two\ndata: three\ndata: four\n\n"
        )
    }
}
