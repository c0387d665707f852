/// Who waits for the output to be prepared for certain settings. Documented: S-167.
///
/// There is nothing to allocate ahead, so preparing takes no time; what remains is when the client hears of it.
package struct PhotoPreparation<Completion: Sendable>: Sendable {
    private var pending: Completion?
    private var isConfiguring = false
    private var isRunning = false

    /// Whom to tell, and what.
    package struct Answer: Sendable {
        /// Who asked.
        package var completion: Completion
        /// Whether the output is prepared.
        package var isPrepared: Bool
    }

    /// Nobody waits.
    package init() {}

    /// A client wants to be prepared; whoever waited before hears at once that nothing came of it.
    package mutating func prepare(_ completion: Completion?) -> [Answer] {
        var answers = pending.map { [Answer(completion: $0, isPrepared: false)] } ?? []
        pending = completion
        answers += answerIfReady()
        return answers
    }

    /// The session started or stopped.
    package mutating func sessionRunningChanged(_ isRunning: Bool) -> [Answer] {
        self.isRunning = isRunning
        return answerIfReady()
    }

    /// A batch of configuration changes was opened, or has been committed.
    package mutating func configurationChanged(isOpen: Bool) -> [Answer] {
        isConfiguring = isOpen
        return answerIfReady()
    }

    private mutating func answerIfReady() -> [Answer] {
        guard isRunning, !isConfiguring, let completion = pending else { return [] }
        pending = nil
        return [Answer(completion: completion, isPrepared: true)]
    }
}
