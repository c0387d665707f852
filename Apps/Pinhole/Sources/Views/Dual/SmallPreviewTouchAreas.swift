import CameraEngine
import SwiftUI

/// What a finger does with the small picture: it is dragged into a corner, resized by two fingers, and swapped by two taps.
struct SmallPreviewTouchAreas: View {
    let viewport: AppModel.Viewport

    var body: some View {
        ForEach(viewport.smallPreviews) { preview in
            SmallPreviewTouchArea(preview: preview, canvas: viewport.canvas)
        }
    }
}

private struct SmallPreviewTouchArea: View {
    @Environment(AppModel.self) private var app
    let preview: DualModel.PlacedPreview
    let canvas: CGRect
    // However a touch is over, also when the system takes it away, the picture is let go.
    @GestureState private var isDragged = false
    @GestureState private var isPinched = false

    var body: some View {
        Color.clear
            .contentShape(Rectangle())
            .frame(width: preview.frame.width, height: preview.frame.height)
            .gesture(
                DragGesture(minimumDistance: 4)
                    .updating($isDragged) { _, isDragged, _ in isDragged = true }
                    .onChanged { drag in app.dual.drag(drag.translation, on: canvas.size) }
            )
            .simultaneousGesture(
                MagnifyGesture()
                    .updating($isPinched) { _, isPinched, _ in isPinched = true }
                    .onChanged { pinch in app.dual.resize(pinch.magnification) }
            )
            .onChange(of: isDragged || isPinched) { _, isTouched in
                if !isTouched { app.dual.letGo() }
            }
            .onTapGesture(count: 2) { app.dual.swap() }
            .position(x: canvas.minX + preview.frame.midX, y: canvas.minY + preview.frame.midY)
            .accessibilityElement()
            .accessibilityLabel("Small picture")
            .accessibilityValue("\(app.dual.name(of: preview.camera)), \(app.dual.smallWidthPercent) percent wide")
            .accessibilityHint("Drag it into a corner, or pinch to resize it")
            .accessibilityAdjustableAction { direction in
                switch direction {
                case .increment: app.dual.resize(larger: true)
                case .decrement: app.dual.resize(larger: false)
                @unknown default: break
                }
            }
            .accessibilityAction(named: "Swap pictures") { app.dual.swap() }
            .accessibilityAction(named: "Move to the next corner") { app.dual.moveToNextCorner() }
            .accessibilityIdentifier("small-picture")
    }
}

/// Says that both cameras run.
struct MultiCamBadge: View {
    var body: some View {
        Text("DUAL")
            .font(.caption2)
            .bold()
            .foregroundStyle(.black)
            .padding(.horizontal, 6)
            .padding(.vertical, 3)
            .background(Color.yellow, in: Capsule())
            .allowsHitTesting(false)
            .accessibilityLabel("Both cameras run")
            .accessibilityIdentifier("multi-cam-badge")
    }
}
