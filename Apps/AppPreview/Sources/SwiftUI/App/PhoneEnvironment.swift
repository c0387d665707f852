import Foundation
import ViewTree

extension EnvironmentValues {
    /// What a phone is like at the start.
    init(_ settings: PhoneSettings) {
        self.init()
        locale = Locale(identifier: settings.language)
        horizontalSizeClass = settings.isPad ? .regular : .compact
        verticalSizeClass = .regular
        screen = Screen(
            size: CGSize(width: settings.width, height: settings.height),
            safeArea: EdgeInsets(top: settings.safeArea.top, leading: 0, bottom: settings.safeArea.bottom, trailing: 0)
        )
        colorScheme = .dark
    }

    /// Takes over what the page tells; what it does not mention stays.
    mutating func adopt(_ value: EventValue) {
        if let name = value["colorScheme"].string { colorScheme = name == "light" ? .light : .dark }
        if let size = value["dynamicType"].string.flatMap(DynamicTypeSize.init(name:)) { dynamicTypeSize = size }
        if let reduces = value["reduceMotion"].bool { accessibilityReduceMotion = reduces }
        if let reduces = value["reduceTransparency"].bool { accessibilityReduceTransparency = reduces }
        if let speaks = value["voiceOver"].bool { accessibilityVoiceOverEnabled = speaks }
        if let identifier = value["locale"].string { locale = Locale(identifier: identifier) }
        if let name = value["horizontalSizeClass"].string {
            horizontalSizeClass = name == "regular" ? .regular : .compact
        }
        if let name = value["verticalSizeClass"].string { verticalSizeClass = name == "regular" ? .regular : .compact }
        if let width = value["width"].number { screen.size.width = width }
        if let height = value["height"].number { screen.size.height = height }
        if let top = value["safeTop"].number { screen.safeArea.top = top }
        if let bottom = value["safeBottom"].number { screen.safeArea.bottom = bottom }
        if let leading = value["safeLeading"].number { screen.safeArea.leading = leading }
        if let trailing = value["safeTrailing"].number { screen.safeArea.trailing = trailing }
    }
}

extension DynamicTypeSize {
    init?(name: String) {
        guard let size = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = size
    }
}
