import COpenVINO
import Foundation

/// The loaded library. It stays loaded as long as a model made by it lives.
///
/// Its functions may be called from any thread, by `call` and `release`.
final class InferenceRuntime: @unchecked Sendable {
    // @unchecked: nothing changes after `init`; the library guards its core itself.
    private(set) var functions = openvino_library()
    private var core: UnsafeMutableRawPointer?
    private let folder: ModelFolder

    init(folder: ModelFolder) throws(TextRecognitionError) {
        self.folder = folder
        let path = folder.path(.library)
        guard openvino_enter() else { throw .failed(operation: "load", reason: "the program ends") }
        let words = openvino_load(&functions, path).map(String.init(cString:))
        openvino_leave()
        if let words { throw .unusableLibrary(file: path, reason: words) }
        try call("start") { functions.core_create(&core) }
    }

    deinit {
        release { if let core { functions.core_free(core) } }
        // The library itself stays: its threads may still be ending, and unloading code under a thread ends the program.
    }

    /// Reads a model and prepares it for this processor.
    func compile(
        _ file: ModelFolder.File,
        mean: [Float],
        deviation: [Float],
        threads: Int
    ) throws(TextRecognitionError) -> InferenceModel {
        var model: UnsafeMutableRawPointer?
        try call("read \(file.name)") { functions.core_read_model(core, folder.path(file), nil, &model) }
        defer { release { functions.model_free(model) } }
        var prepared: UnsafeMutableRawPointer?
        try call("prepare \(file.name)") { openvino_take_pixels(&functions, model, mean, deviation, &prepared) }
        defer { release { functions.model_free(prepared) } }
        var compiled: UnsafeMutableRawPointer?
        try call("compile \(file.name)") {
            openvino_compile(&functions, core, prepared, String(threads), &compiled)
        }
        guard let compiled else { throw .failed(operation: "compile \(file.name)", reason: "no model") }
        return try InferenceModel(compiled, of: self)
    }

    /// Calls a function of the library, unless the program ends, and with it what the library consists of.
    func call(_ operation: String, _ function: () -> Int32) throws(TextRecognitionError) {
        guard openvino_enter() else { throw .failed(operation: operation, reason: "the program ends") }
        defer { openvino_leave() }
        let status = function()
        guard status != 0 else { return }
        let words = functions.last_error().map(String.init(cString:)) ?? ""
        let kind = functions.status_text(status).map(String.init(cString:)) ?? "status \(status)"
        throw .failed(operation: operation, reason: words.isEmpty ? kind : words)
    }

    /// Frees something of the library. What lives when the program ends, ends with it.
    func release(_ free: () -> Void) {
        guard openvino_enter() else { return }
        defer { openvino_leave() }
        free()
    }
}

/// A model that answers one request at a time.
///
/// Not thread-safe: its owner asks one thing at a time.
final class InferenceModel {
    private let runtime: InferenceRuntime
    private let compiled: UnsafeMutableRawPointer
    private let request: UnsafeMutableRawPointer

    fileprivate init(_ compiled: UnsafeMutableRawPointer, of runtime: InferenceRuntime) throws(TextRecognitionError) {
        self.runtime = runtime
        self.compiled = compiled
        var request: UnsafeMutableRawPointer?
        do throws(TextRecognitionError) {
            try runtime.call("make a request") { runtime.functions.create_infer_request(compiled, &request) }
            guard let request else { throw .failed(operation: "make a request", reason: "none was made") }
            self.request = request
        } catch {
            runtime.release { runtime.functions.compiled_model_free(compiled) }
            throw error
        }
    }

    deinit {
        runtime.release {
            runtime.functions.infer_request_free(request)
            runtime.functions.compiled_model_free(compiled)
        }
    }

    /// What the model says to an image: its answer's sizes and values, which hold until `use` returns.
    func infer<Result>(
        _ pixels: BGRAImage,
        _ use: (_ sizes: [Int], _ values: UnsafeBufferPointer<Float>) -> Result
    ) throws(TextRecognitionError) -> Result {
        let functions = runtime.functions
        var sizes: [Int64] = [1, Int64(pixels.height), Int64(pixels.width), 4]
        var input: UnsafeMutableRawPointer?
        try runtime.call("take a picture") {
            sizes.withUnsafeMutableBufferPointer { dims in
                functions.tensor_from_memory(
                    Int32(OPENVINO_U8.rawValue),
                    openvino_shape(rank: 4, dims: dims.baseAddress),
                    pixels.bytes,
                    &input
                )
            }
        }
        defer { runtime.release { functions.tensor_free(input) } }
        try runtime.call("take a picture") { functions.set_input_tensor(request, input) }
        try runtime.call("infer") { functions.infer(request) }
        return try answer(use)
    }

    private func answer<Result>(
        _ use: (_ sizes: [Int], _ values: UnsafeBufferPointer<Float>) -> Result
    ) throws(TextRecognitionError) -> Result {
        let functions = runtime.functions
        var output: UnsafeMutableRawPointer?
        try runtime.call("answer") { functions.get_output_tensor(request, &output) }
        defer { runtime.release { functions.tensor_free(output) } }
        var shape = openvino_shape()
        try runtime.call("answer") { functions.tensor_shape(output, &shape) }
        defer { runtime.release { _ = functions.shape_free(&shape) } }
        let sizes = (0..<Int(shape.rank)).map { Int(shape.dims[$0]) }
        var data: UnsafeMutableRawPointer?
        try runtime.call("answer") { functions.tensor_data(output, &data) }
        let values = UnsafeBufferPointer(
            start: data?.assumingMemoryBound(to: Float.self),
            count: sizes.reduce(1, *)
        )
        return use(sizes, values)
    }
}
