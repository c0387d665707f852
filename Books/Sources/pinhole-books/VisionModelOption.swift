import ArgumentParser
import CommandSupport
import Foundation
import HTTPTransports
import VisionModel

/// Which vision model recognises books, if one is to do it.
struct VisionModelOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ask this vision model instead of recognising books on this machine. Photos leave the machine, and each costs money. "
                + "The key is read from GEMINI_API_KEY or OPENAI_API_KEY.",
            valueName: "name"
        )
    )
    var visionModel: String?

    @Option(help: "How its service is spoken to: gemini, or openai for all that are compatible.")
    var visionModelForm = VisionModelConfiguration.Form.gemini

    @Option(
        help: ArgumentHelp(
            "Its service's address up to the version, if it is not the usual one, such as http://127.0.0.1:8000/v1.",
            valueName: "url"
        )
    )
    var visionModelEndpoint: String?

    func validate() throws {
        guard visionModelEndpoint == nil || visionModel != nil else {
            throw ValidationError("--vision-model-endpoint needs a --vision-model.")
        }
        guard visionModelEndpoint == nil || customEndpoint != nil else {
            throw ValidationError("--vision-model-endpoint must be an address such as http://127.0.0.1:8000/v1.")
        }
    }

    /// The recogniser that asks the model; nil where no model is to be asked.
    func recognizer() throws -> VisionModelRecognizer? {
        guard let visionModel else { return nil }
        let configuration = try configuration(visionModel)
        return VisionModelRecognizer(configuration: configuration, transport: SystemHTTPTransport()) {
            try PreparedPhoto(file: $0)
        }
    }

    private var customEndpoint: URL? {
        guard let url = visionModelEndpoint.flatMap(URL.init(string:)), ["http", "https"].contains(url.scheme),
            url.host() != nil
        else { return nil }
        return url
    }

    private func configuration(_ model: String) throws -> VisionModelConfiguration {
        do {
            // The service at an address of one's own may be one that asks for no key.
            if let endpoint = customEndpoint {
                let key = ProcessInfo.processInfo.environment[visionModelForm.keyVariable]
                return VisionModelConfiguration(form: visionModelForm, endpoint: endpoint, model: model, key: key)
            }
            return try VisionModelConfiguration(form: visionModelForm, endpoint: visionModelForm.endpoint, model: model)
        } catch {
            throw CommandError(error.description)
        }
    }
}

extension VisionModelConfiguration.Form: ExpressibleByArgument {
    /// Where most people find the service.
    fileprivate var endpoint: URL {
        switch self {
        case .gemini: URL(string: "https://generativelanguage.googleapis.com/v1beta")!
        case .chatCompletions: URL(string: "https://api.openai.com/v1")!
        }
    }
}
