import Foundation
import UIKit

/// Takes away what a view is shown in: a sheet, a cover, a page.
@MainActor
@preconcurrency
public struct DismissAction {
    let action: Performer?

    nonisolated init(action: Performer?) {
        self.action = action
    }

    public func callAsFunction() {
        action?.perform()
    }
}

/// A function with an identity, so that an environment with it can be compared.
@MainActor
final class Performer {
    var perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
        self.perform = perform
    }
}

/// Opens an address.
@MainActor
@preconcurrency
public struct OpenURLAction {
    /// What became of an address.
    public struct Result: Sendable {
        enum Kind: Sendable {
            case handled
            case discarded
            case systemAction(URL?)
        }

        let kind: Kind
    }

    private let handler: (@MainActor (URL) -> Result)?

    nonisolated init() {
        handler = nil
    }

    public func callAsFunction(_ url: URL) {
        callAsFunction(url) { _ in }
    }

    public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {
        switch handler?(url).kind ?? .systemAction(nil) {
        case .handled: completion(true)
        case .discarded: completion(false)
        case .systemAction(let other):
            UIApplication.shared.open(other ?? url)
            completion(true)
        }
    }
}

extension OpenURLAction: ViewComparable {
    nonisolated func isSame(as other: Any) -> Bool {
        handler == nil && (other as? OpenURLAction)?.handler == nil
    }
}

private enum DismissKey: EnvironmentKey {
    static var defaultValue: Performer? { nil }
}

private enum OpenURLKey: EnvironmentKey {
    static var defaultValue: OpenURLAction { OpenURLAction() }
}

extension EnvironmentValues {
    public var dismiss: DismissAction { DismissAction(action: dismissal) }

    var dismissal: Performer? {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }
}
