import Foundation
import ViewTree

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
