import Hummingbird

/// Where commands are added, each a POST with a small JSON object. One that needs none takes any body, and lets it lie.
struct CommandRouter {
    /// What a command is answered that has nothing to tell.
    private struct Done: Encodable {
        var ok = true
    }

    let router: Router<ViewfinderRequestContext>
    let responses: PageResponses

    /// Adds a command that needs nothing and tells nothing.
    func add(_ name: String, _ perform: @escaping @Sendable () async throws -> Void) {
        answer(name) {
            try await perform()
            return Done()
        }
    }

    /// Adds a command that needs nothing.
    func answer<Answer: Encodable & Sendable>(_ name: String, _ perform: @escaping @Sendable () async throws -> Answer)
    {
        router.post("/commands/\(name)") { [responses] request, _ in
            _ = try await request.body.collect(upTo: responses.bodySize)
            return PageResponses.json(try await perform())
        }
    }

    /// Adds a command that tells nothing.
    ///
    /// - Parameter example: a body as it should be, for whoever sends another.
    func add<Command: Decodable & Sendable>(
        _ name: String,
        like example: String,
        _ perform: @escaping @Sendable (Command) async throws -> Void
    ) {
        answer(name, like: example) { (command: Command) in
            try await perform(command)
            return Done()
        }
    }

    /// Adds a command.
    ///
    /// - Parameter example: a body as it should be, for whoever sends another.
    func answer<Command: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ name: String,
        like example: String,
        _ perform: @escaping @Sendable (Command) async throws -> Answer
    ) {
        router.post("/commands/\(name)") { [responses] request, _ in
            let command = try await responses.decode(Command.self, from: request, example: example)
            return PageResponses.json(try await perform(command))
        }
    }
}
