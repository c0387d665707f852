/// What is easy to type on the keyboard.
public enum UIKeyboardType: Int, Sendable {
    case `default` = 0
    case URL = 3
}
