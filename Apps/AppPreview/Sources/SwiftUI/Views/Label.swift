import ViewTree

/// An icon and its title.
public struct Label<Title: View, Icon: View>: View, PrimitiveView {
    public typealias Body = Never
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }

    func render(in context: RenderContext) -> [Fragment] {
        let style = context.environment.labelStyle
        var element = context.element("span", "label", class: "label label-\(style.rawValue)")
        if style != .titleOnly {
            let icons = context.child(icon, key: "icon")
            var part = context.element("span", "icon", class: "icon", children: icons)
            // The title says what the icon shows.
            part.attributes["aria-hidden"] = style == .iconOnly ? nil : "true"
            element.children.append(part)
        }
        let titles = context.child(title, key: "title")
        let isHidden = style == .iconOnly
        element.children.append(
            context.element("span", "title", class: isHidden ? "title visually-hidden" : "title", children: titles)
        )
        return [Fragment(element: element)]
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, systemImage name: String) {
        self.init {
            Text(titleResource)
        } icon: {
            Image(systemName: name)
        }
    }
}

/// Which parts of labels are shown.
public protocol LabelStyle {}

public struct DefaultLabelStyle: LabelStyle, NamedLabelStyle {
    public init() {}
    var kind: LabelStyleKind { .automatic }
}

public struct IconOnlyLabelStyle: LabelStyle, NamedLabelStyle {
    public init() {}
    var kind: LabelStyleKind { .iconOnly }
}

public struct TitleOnlyLabelStyle: LabelStyle, NamedLabelStyle {
    public init() {}
    var kind: LabelStyleKind { .titleOnly }
}

public struct TitleAndIconLabelStyle: LabelStyle, NamedLabelStyle {
    public init() {}
    var kind: LabelStyleKind { .titleAndIcon }
}

extension LabelStyle where Self == DefaultLabelStyle {
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

protocol NamedLabelStyle {
    var kind: LabelStyleKind { get }
}

enum LabelStyleKind: String {
    case automatic
    case iconOnly = "icon-only"
    case titleOnly = "title-only"
    case titleAndIcon = "title-and-icon"
}

private enum LabelStyleKey: EnvironmentKey {
    static var defaultValue: LabelStyleKind { .automatic }
}

extension EnvironmentValues {
    var labelStyle: LabelStyleKind {
        get { self[LabelStyleKey.self] }
        set { self[LabelStyleKey.self] = newValue }
    }
}

extension View {
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        guard let kind = (style as? any NamedLabelStyle)?.kind else {
            preconditionFailure("There are no label styles of one's own here: \(S.self).")
        }
        return InEnvironment(self) { $0.labelStyle = kind }
    }
}
