import AVFoundation
import SwiftUI
import Testing
import UIKit
import ViewTree

@testable import SwiftUI

/// When views come and go, what they do, and what is done with them.
@MainActor
@Suite struct LifecycleTests {
    @MainActor final class Journal {
        var entries: [String] = []
    }

    struct Visitor: View {
        let journal: Journal

        var body: some View {
            Text("here")
                .onAppear { journal.entries.append("appeared") }
                .onDisappear { journal.entries.append("disappeared") }
                .task {
                    journal.entries.append("task")
                    do {
                        try await Task.sleep(for: .seconds(3600))
                    } catch {
                        journal.entries.append("cancelled")
                    }
                }
        }
    }

    struct House: View {
        let journal: Journal
        @State private var isVisited = false
        @State private var count = 0

        var body: some View {
            if isVisited { Visitor(journal: journal) }
            Button("Door") { isVisited.toggle() }
            Button("Bell \(count)") { count += 1 }
        }
    }

    private func wait(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func aViewComesAndGoes() async throws {
        let journal = Journal()
        let shown = try ShownView(House(journal: journal))
        #expect(journal.entries.isEmpty)
        try shown.tap("Door")
        await wait { journal.entries.contains("task") }
        #expect(journal.entries == ["appeared", "task"])
        try shown.tap("Bell 0")
        #expect(journal.entries == ["appeared", "task"], "a render is no new appearance")
        try shown.tap("Door")
        await wait { journal.entries.contains("cancelled") }
        #expect(journal.entries == ["appeared", "task", "disappeared", "cancelled"])
    }

    struct Loader: View {
        let journal: Journal
        @State private var page = 1

        var body: some View {
            Button("Next") { page += 1 }
                .task(id: page) { journal.entries.append("page \(page)") }
        }
    }

    @Test func aTaskBeginsAnewWithItsIdentity() async throws {
        let journal = Journal()
        let shown = try ShownView(Loader(journal: journal))
        await wait { journal.entries.count == 1 }
        try shown.tap("Next")
        await wait { journal.entries.count == 2 }
        #expect(journal.entries == ["page 1", "page 2"])
    }

    struct Changing: View {
        let journal: Journal
        @State private var value = 1

        var body: some View {
            Button("More") { value += 1 }
                .onChange(of: value) { old, new in journal.entries.append("\(old) to \(new)") }
                .onChange(of: value / 2, initial: true) { journal.entries.append("half") }
        }
    }

    @Test func aChangeIsToldOnce() throws {
        let journal = Journal()
        let shown = try ShownView(Changing(journal: journal))
        #expect(journal.entries == ["half"])
        try shown.tap("More")
        try shown.tap("More")
        #expect(journal.entries == ["half", "1 to 2", "half", "2 to 3"])
    }

    struct Numbered: View {
        @State private var taps = 0
        var body: some View { Button("Taps \(taps)") { taps += 1 } }
    }

    struct Identified: View {
        @State private var generation = 0

        var body: some View {
            Numbered().id(generation)
            Button("Anew") { generation += 1 }
        }
    }

    @Test func anotherIdentityIsAnotherView() throws {
        let shown = try ShownView(Identified())
        try shown.tap("Taps 0")
        try shown.tap("Anew")
        #expect(shown.element(text: "Taps 0") != nil)
    }

    final class PreviewView: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
        var layouts: [CGSize] = []

        override func layoutSubviews() {
            super.layoutSubviews()
            layouts.append(bounds.size)
        }
    }

    struct Preview: UIViewRepresentable {
        let journal: Journal
        var zoom: Int

        @MainActor final class Coordinator {
            var view: PreviewView?
        }

        func makeCoordinator() -> Coordinator { Coordinator() }

        func makeUIView(context: Context) -> PreviewView {
            journal.entries.append("made")
            let view = PreviewView()
            (view.layer as? AVCaptureVideoPreviewLayer)?.videoGravity = .resizeAspectFill
            context.coordinator.view = view
            return view
        }

        func updateUIView(_ view: PreviewView, context: Context) {
            journal.entries.append("updated \(zoom) \(context.coordinator.view === view)")
        }

        static func dismantleUIView(_ view: PreviewView, coordinator: Coordinator) {
            coordinator.view = nil
            view.removeFromSuperview()
        }
    }

    struct Camera: View {
        let journal: Journal
        @State private var zoom = 1
        @State private var isOn = true

        var body: some View {
            if isOn { Preview(journal: journal, zoom: zoom) }
            Button("Zoom") { zoom += 1 }
            Button("Off") { isOn = false }
        }
    }

    @Test func aViewOfUIKitsLivesAtItsPlace() throws {
        let journal = Journal()
        let shown = try ShownView(Camera(journal: journal))
        let canvas = try #require(shown.first("canvas"))
        #expect(canvas.attributes["data-gravity"] == "aspectFill")
        let id = try #require(canvas.attributes["data-preview"])
        let layer = try #require(shown.host.previewSource(id) as? AVCaptureVideoPreviewLayer)
        shown.send("size", ["width": 300, "height": 400], to: canvas)
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 300, height: 400))
        try shown.tap("Zoom")
        #expect(journal.entries == ["made", "updated 1 true", "updated 2 true"])
        #expect(shown.first("canvas")?.id == canvas.id)
        try shown.tap("Off")
        #expect(shown.first("canvas") == nil)
        #expect(shown.host.previewSource(id) == nil)
    }

    struct Phases: View {
        let journal: Journal
        @Environment(\.scenePhase) private var phase

        var body: some View {
            Text("\(String(describing: phase))")
                .onChange(of: phase) { old, new in journal.entries.append("\(old) \(new)") }
        }
    }

    @Test func thePhoneTellsTheScenesPhase() throws {
        let journal = Journal()
        let shown = try ShownView(Phases(journal: journal))
        for phase in ["inactive", "background", "inactive", "active"] { shown.phone("scene", .string(phase)) }
        #expect(
            journal.entries == ["active inactive", "inactive background", "background inactive", "inactive active"]
        )
        shown.phone("scene", "nonsense")
        #expect(journal.entries.count == 4)
    }

    struct Feeling: View {
        @State private var count = 0

        var body: some View {
            Button("Feel") { count += 1 }
                .sensoryFeedback(.success, trigger: count)
                .sensoryFeedback(.impact(weight: .light), trigger: count / 2)
        }
    }

    @Test func whatIsFeltIsAnEffect() throws {
        let shown = try ShownView(Feeling(), phone: .current)
        let before = Phone.current.effects.last?.number ?? 0
        try shown.tap("Feel")
        try shown.tap("Feel")
        let new = Phone.current.effects.filter { $0.number > before }.map(\.kind)
        #expect(new == [.haptic("success"), .haptic("success"), .haptic("impact-light")])
        #expect(shown.all("effect").last?.attributes["data-value"] == "impact-light")
    }
}
