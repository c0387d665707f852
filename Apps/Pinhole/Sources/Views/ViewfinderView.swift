import AVFoundation
import CameraEngine
import SwiftUI
import UIKit

/// The live picture, one or two, and what is drawn on it.
struct ViewfinderView: View {
    @Environment(AppModel.self) private var app

    var body: some View {
        GeometryReader { proxy in
            let size = proxy.size
            let viewport = app.viewport(in: size)
            let photo = app.photoFrame(in: size)
            let seen = photo ?? viewport.canvas
            ZStack(alignment: .topLeading) {
                ForEach(viewport.previews) { preview in
                    PlacedPreviewView(preview: preview, canvas: viewport.canvas)
                        .zIndex(preview.isSmall ? 1 : 0)
                }
                PreviewTouchArea(size: size)
                    .zIndex(0.5)
                if let photo {
                    CoveredParts(parts: PhotoFrame.coveredParts(around: photo, in: size))
                        .zIndex(1)
                }
                if app.settings.showsGrid {
                    GridLines()
                        .frame(width: seen.width, height: seen.height)
                        .position(x: seen.midX, y: seen.midY)
                        .zIndex(2)
                }
                if app.detectsText {
                    TextBoxesView(outlines: app.scanner.boxes.outlines(in: size, isMirrored: app.scanner.isMirrored))
                        .zIndex(2)
                }
                if app.showsTwoPreviews {
                    SmallPreviewTouchAreas(viewport: viewport)
                        .zIndex(3)
                }
                if let indicator = app.focus.indicator {
                    FocusIndicator(indicator: indicator, size: size)
                        .zIndex(4)
                }
            }
            .frame(width: size.width, height: size.height)
            .motionAnimation(app.dual.isHeld ? nil : .easeInOut(duration: 0.25), value: viewport)
        }
    }
}

/// One camera's preview in its place.
private struct PlacedPreviewView: View {
    @Environment(AppModel.self) private var app
    let preview: DualModel.PlacedPreview
    let canvas: CGRect

    var body: some View {
        CameraPreview(layers: app.layers, camera: preview.camera)
            .frame(width: preview.frame.width, height: preview.frame.height)
            .clipShape(RoundedRectangle(cornerRadius: preview.cornerRadius))
            .overlay {
                if preview.border > 0 {
                    RoundedRectangle(cornerRadius: preview.cornerRadius)
                        .stroke(Color.white, lineWidth: max(1, preview.border))
                }
            }
            .position(x: canvas.minX + preview.frame.midX, y: canvas.minY + preview.frame.midY)
            .allowsHitTesting(false)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel("Camera picture")
            .accessibilityHidden(preview.isSmall)
            .accessibilityIdentifier("picture-\(preview.camera)")
    }
}

/// What a finger does on the picture: a tap measures, a long press locks, two fingers zoom, a swipe changes the mode.
private struct PreviewTouchArea: View {
    @Environment(AppModel.self) private var app
    let size: CGSize
    // However a gesture is over, also when the system takes the fingers away, it is at its end.
    @GestureState private var isPinched = false
    @GestureState private var isTouched = false

    var body: some View {
        Color.clear
            .contentShape(Rectangle())
            .gesture(hold.exclusively(before: tap))
            .simultaneousGesture(pinch)
            .simultaneousGesture(finger)
            .onChange(of: isPinched) { _, isPinched in
                if !isPinched { app.zoom.endPinch() }
            }
            .onChange(of: isTouched) { _, isTouched in
                if !isTouched { app.fingerGone() }
            }
            .disabled(!app.controlsAreEnabled)
            .accessibilityElement()
            .accessibilityLabel("Viewfinder")
            .accessibilityValue("\(app.zoom.shownFactor) times")
            .accessibilityHint("Double-tap to focus on the middle")
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: app.zoom.adjust(closer: true)
                case .decrement: app.zoom.adjust(closer: false)
                @unknown default: break
                }
            }
            .accessibilityAction { act { await app.tap(at: middle, in: size) } }
            .accessibilityAction(named: "Lock focus and exposure") { act { await app.lockFocus(at: middle, in: size) } }
            .accessibilityAction(named: "Next mode") { app.modes.step(1) }
            .accessibilityAction(named: "Previous mode") { app.modes.step(-1) }
            .accessibilityIdentifier("viewfinder")
    }

    private var middle: CGPoint { CGPoint(x: size.width / 2, y: size.height / 2) }

    private var tap: some Gesture {
        SpatialTapGesture()
            .onEnded { value in act { await app.tap(at: value.location, in: size) } }
    }

    /// Acts while the finger is still down, and has not moved; where it is, `finger` has told.
    private var hold: some Gesture {
        LongPressGesture(minimumDuration: TouchRules().holdMilliseconds / 1000)
            .onEnded { _ in app.fingerHeld(in: size) }
    }

    private var pinch: some Gesture {
        MagnifyGesture()
            .updating($isPinched) { _, isPinched, _ in isPinched = true }
            .onChanged { value in app.pinch(value.magnification) }
    }

    /// Follows the finger from the moment at which it comes down, for the hold and for swipes.
    private var finger: some Gesture {
        DragGesture(minimumDistance: 0)
            .updating($isTouched) { _, isTouched, _ in isTouched = true }
            .onChanged { value in app.fingerMoved(from: value.startLocation) }
            .onEnded { value in app.fingerLifted(from: value.startLocation, after: value.translation) }
    }

    private func act(_ action: @escaping @MainActor () async -> Void) {
        Task { await action() }
    }
}

/// A camera's live picture. Its view's own layer is the preview layer, so it follows the view's size by itself (R-PREV-6).
struct CameraPreview: UIViewRepresentable {
    let layers: PreviewLayers
    /// The camera's index in the session.
    let camera: Int

    func makeUIView(context: Context) -> PreviewView {
        let view = PreviewView()
        view.previewLayer.videoGravity = .resizeAspectFill
        layers.attach(view.previewLayer, to: camera)
        return view
    }

    func updateUIView(_ view: PreviewView, context: Context) {}

    func makeCoordinator() -> Coordinator { Coordinator(layers: layers, camera: camera) }

    static func dismantleUIView(_ view: PreviewView, coordinator: Coordinator) {
        coordinator.layers.detach(view.previewLayer, from: coordinator.camera)
    }

    /// What the view needs when it goes.
    @MainActor
    final class Coordinator {
        let layers: PreviewLayers
        let camera: Int

        init(layers: PreviewLayers, camera: Int) {
            self.layers = layers
            self.camera = camera
        }
    }
}

/// A view whose layer shows a camera.
final class PreviewView: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

    var previewLayer: AVCaptureVideoPreviewLayer {
        guard let layer = layer as? AVCaptureVideoPreviewLayer else {
            preconditionFailure("The layer's class is that of layerClass.")
        }
        return layer
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = bounds.size
        // A notice: Console hides what is less.
        AppLog.preview.notice(
            "preview bounds, width=\(size.width, privacy: .public) height=\(size.height, privacy: .public)"
        )
    }
}

/// Darkens what a photo will not have of the picture.
struct CoveredParts: View {
    let parts: [PhotoFrame.CoveredPart]

    var body: some View {
        ForEach(parts) { part in
            Color.black.opacity(0.75)
                .frame(width: part.frame.width, height: part.frame.height)
                .position(x: part.frame.midX, y: part.frame.midY)
                .accessibilityIdentifier("covered-\(part.id)")
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
    }
}
