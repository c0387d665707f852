import ServerSentEvents
import Testing

@Suite("Server-sent events")
struct ServerSentEventTests {
    @Test("An event has its retry time, number, name and data, closed by an empty line")
    func complete() {
        #expect(
            ServerSentEvent(name: "state", data: "{}", id: "7", retry: 250).wireForm
                == "retry: 250\nid: 7\nevent: state\ndata: {}\n\n"
        )
        #expect(ServerSentEvent(name: "heartbeat", data: "").wireForm == "event: heartbeat\ndata: \n\n")
    }

    @Test("Line breaks of every kind stay inside the data and can not start a field")
    func lineBreaks() {
        #expect(
            ServerSentEvent(name: "a\nb", data: "one\ntwo\r\nthree\rfour").wireForm
                == "event: ab\ndata: one\ndata: two\ndata: three\ndata: four\n\n"
        )
    }
}
