import AVFoundation
import Foundation
@_spi(Rendering) import UIKit
import ViewTree

/// A view of UIKit's among others.
@MainActor
@preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
    @MainActor @preconcurrency static func dismantleUIView(_ uiView: Self.UIViewType, coordinator: Self.Coordinator)
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewRepresentable {
    public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

/// What a representable is told of where it is.
@MainActor
@preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
}

/// The view of a representable, as it lives at its place.
@MainActor
private final class Represented<Representable: UIViewRepresentable> {
    let coordinator: Representable.Coordinator
    var view: Representable.UIViewType?
    var previewID = ""
    /// What the view lies in: a layer that is in no other one is on no screen, and gets no angle of rotation.
    let container = UIView()

    init(_ representable: Representable) {
        coordinator = representable.makeCoordinator()
    }
}

extension UIViewRepresentable {
    /// The canvas that shows the view's layer.
    func renderView(in context: RenderContext) -> [Fragment] {
        context.install(propertiesOf: self, as: "representable")
        let represented = context.remember("represented") { Represented(self) }
        let viewContext = UIViewRepresentableContext<Self>(
            coordinator: represented.coordinator,
            environment: context.environment
        )
        let view: UIViewType
        if let made = represented.view {
            view = made
        } else {
            view = context.read { makeUIView(context: viewContext) }
            represented.view = view
            represented.container.addSubview(view)
            let renderer = context.renderer
            represented.previewID = renderer.previews.insert(view.layer)
            context.onLeave {
                renderer.previews.remove(represented.previewID)
                view.removeFromSuperview()
                Self.dismantleUIView(view, coordinator: represented.coordinator)
            }
        }
        context.read { updateUIView(view, context: viewContext) }
        return [canvas(of: view, represented.previewID, in: context)]
    }

    private func canvas(of view: UIView, _ id: String, in context: RenderContext) -> Fragment {
        var element = context.element("canvas", class: "preview")
        element.attributes["data-preview"] = id
        if let layer = view.layer as? AVCaptureVideoPreviewLayer {
            element.attributes["data-gravity"] = layer.videoGravity.fit
        }
        context.listen(&element, "size") { value in
            guard let frame = CGRect(event: value), frame.size != view.bounds.size else { return }
            view.frame = CGRect(origin: .zero, size: frame.size)
            view.layoutIfNeeded()
        }
        var fragment = Fragment(element: element, layout: .fills)
        fragment.applyLayoutClasses()
        return fragment
    }
}

extension AVLayerVideoGravity {
    fileprivate var fit: String {
        switch self {
        case .resizeAspectFill: "aspectFill"
        case .resize: "fill"
        default: "aspect"
        }
    }
}
