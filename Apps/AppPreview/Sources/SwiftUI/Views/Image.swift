import Foundation
@_spi(Rendering) import UIKit
import ViewTree

/// A picture, or a symbol.
public struct Image: View, PrimitiveView, Equatable {
    public typealias Body = Never

    enum Source: Equatable {
        case symbol(String, variable: Double?)
        case picture(UIImage)
        case asset(String)
    }

    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }

    /// How a picture fills more room than it has pixels for.
    public enum ResizingMode: Hashable, Sendable {
        case tile, stretch
    }

    let source: Source
    var label: Text?
    var isDecorative = false
    var isResizable = false

    public nonisolated init(systemName: String) {
        source = .symbol(systemName, variable: nil)
    }

    public nonisolated init(uiImage: UIImage) {
        source = .picture(uiImage)
    }

    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        var image = self
        image.isResizable = true
        return image
    }

    func render(in context: RenderContext) -> [Fragment] {
        var fragment: Fragment
        switch source {
        case .symbol(let name, let variable):
            fragment = Fragment(element: symbol(name, variable, in: context))
        case .picture(let image):
            let address = context.address(of: image, type: image.mediaType) { image.encoded }
            fragment = Fragment(element: picture(address, in: context))
        case .asset(let name):
            fragment = Fragment(element: picture("/resources/asset-\(name)", in: context))
        }
        if isDecorative { fragment.element.attributes["aria-hidden"] = "true" }
        if isResizable {
            fragment.layout = .fills
            fragment.element.addClass("resizable")
            fragment.applyLayoutClasses()
        }
        return [fragment]
    }

    private func symbol(_ name: String, _ variable: Double?, in context: RenderContext) -> Element {
        let environment = context.environment
        var element = context.element("i", "symbol", class: "symbol")
        element.attributes["data-symbol"] = environment.symbolVariants.applied(to: name)
        element.attributes["data-variable"] = variable.map { number($0) }
        element.attributes["data-scale"] = environment.imageScale == .medium ? nil : "\(environment.imageScale)"
        element.attributes["style"] = TextStyleOptions().css(inherited: environment.textStyle)
        // A symbol alone says what it is only where the app gives it a label.
        element.attributes["aria-hidden"] = "true"
        return element
    }

    private func picture(_ address: String, in context: RenderContext) -> Element {
        var element = context.element("img", "picture", class: "image")
        element.attributes["src"] = address
        element.attributes["alt"] = ""
        element.attributes["draggable"] = "false"
        return element
    }
}

/// Variants of a symbol: filled, with a slash, in a circle.
public struct SymbolVariants: Hashable, Sendable {
    private var suffixes: [String]

    private init(_ suffixes: [String]) {
        self.suffixes = suffixes
    }

    public static let none = SymbolVariants([])

    /// A symbol's name with the variants that it does not have yet, in the order of SF Symbols' names.
    func applied(to name: String) -> String {
        let parts = name.split(separator: ".").map(String.init)
        let missing = ["slash", "circle", "square", "fill"].filter { suffixes.contains($0) && !parts.contains($0) }
        guard !missing.isEmpty else { return name }
        // `fill` stays last.
        let isFilled = parts.last == "fill"
        return ((isFilled ? parts.dropLast() : parts[...]) + missing + (isFilled ? ["fill"] : []))
            .joined(separator: ".")
    }

}

private enum ImageScaleKey: EnvironmentKey {
    static var defaultValue: Image.Scale { .medium }
}

private enum SymbolVariantsKey: EnvironmentKey {
    static var defaultValue: SymbolVariants { .none }
}

extension EnvironmentValues {
    public var imageScale: Image.Scale {
        get { self[ImageScaleKey.self] }
        set { self[ImageScaleKey.self] = newValue }
    }

    public var symbolVariants: SymbolVariants {
        get { self[SymbolVariantsKey.self] }
        set { self[SymbolVariantsKey.self] = newValue }
    }
}

/// A picture, a movie or another file, as a browser shows it: for Quick Look.
@_spi(Rendering) public struct FileContent: View, PrimitiveView {
    public typealias Body = Never
    let url: URL

    public init(url: URL) {
        self.url = url
    }

    func render(in context: RenderContext) -> [Fragment] {
        let address = context.address(of: url)
        let type = Resources.mediaType(of: url)
        var element: Element
        if type.hasPrefix("image/") {
            element = context.element("img", "file", class: "image scaled-to-fit resizable")
            element.attributes["src"] = address
            element.attributes["alt"] = url.lastPathComponent
        } else if type.hasPrefix("video/") {
            element = context.element("video", "file", class: "movie")
            element.attributes.merge(["src": address, "controls": "", "playsinline": ""]) { $1 }
            element.attributes["aria-label"] = url.lastPathComponent
        } else {
            element = context.element("a", "file", class: "link", text: url.lastPathComponent)
            element.attributes.merge(["href": address, "download": url.lastPathComponent]) { $1 }
        }
        var fragment = Fragment(element: element, layout: .fills)
        fragment.applyLayoutClasses()
        return [fragment]
    }
}
