import Foundation
import SwiftUI

extension Locale {
    /// How numbers, sizes and dates are written beside the app's words: as the user's region does where it speaks the words' language,
    /// else as that language does.
    static var words: Locale {
        let language = String(localized: LocalizedStringResource("en"))
        return current.language.languageCode?.identifier == language ? current : Locale(identifier: language)
    }
}
