import Foundation

/// Reads the public declarations of a module's sources: each type and member with its argument labels, such as
/// `View.frame(width:height:alignment:)`.
///
/// Sources are formatted: a declaration's indentation tells what it belongs to.
struct PublicNames {
    private(set) var names: Set<String> = []
    /// The versions of iOS that declarations, or what they belong to, are available from, as `@available` says.
    private(set) var versions: [String: String] = [:]

    init(folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            scan(try String(contentsOf: file, encoding: .utf8))
        }
    }

    init(source: String) {
        scan(source)
    }

    nonisolated(unsafe) private static let availability = /^@available\(iOS (\d+\.\d+)/

    private struct Scope {
        var indentation: Int
        var name: String
        /// What is public in there without saying so: the members of protocols, the cases of enumerations.
        var publicKinds: Set<Declaration.Kind>
        var isHidden: Bool
        var version: String?
    }

    private mutating func scan(_ source: String) {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var scopes: [Scope] = []
        var isSPI = false
        /// What an attribute on a line of its own says of the declaration after it.
        var version: String?
        for (index, line) in lines.enumerated() {
            let code = line.drop { $0 == " " }
            // The attributes of an import are not those of what follows.
            guard !code.isEmpty, !code.hasPrefix("//"), !code.contains(#/\bimport\s/#) else { continue }
            let indentation = line.count - code.count
            // A line that goes on with the head of the declaration before it, or ends its body, begins nothing.
            let continues = ["}", ")", "{", "where"].contains { code.hasPrefix($0) }
            if !continues { scopes.removeAll { $0.indentation >= indentation } }
            if code.hasPrefix("@_spi") { isSPI = true }
            version = code.firstMatch(of: Self.availability).map { String($0.output.1) } ?? version
            defer {
                if !code.hasPrefix("@") || code.contains("public") {
                    isSPI = false
                    version = nil
                }
            }
            guard Declaration.mayBegin(code),
                let declaration = Declaration(lines[index...].prefix(16).joined(separator: "\n"))
            else { continue }
            let isHidden = isSPI || code.hasPrefix("@_spi") || scopes.contains(where: \.isHidden)
            let enclosing = scopes.last
            func path(_ name: String) -> String {
                ((enclosing.map { [$0.name] } ?? []) + [name]).joined(separator: ".")
            }
            let paths = declaration.names.map(path)
            // Deeper lines belong to a body, not to the type.
            let isMember = enclosing.map { indentation == $0.indentation + 4 } ?? (indentation == 0)
            let isImplicit = enclosing?.publicKinds.contains(declaration.kind) == true && !declaration.isRestricted
            let isPublic = isMember && (declaration.isPublic || isImplicit)
            let version = version ?? enclosing?.version
            if isPublic, !isHidden, declaration.kind != .extension {
                for path in paths where !path.split(separator: ".").contains(where: { $0.hasPrefix("_") }) {
                    names.insert(path)
                    versions[path] = version
                }
            }
            if declaration.opensScope {
                let name = declaration.kind == .extension ? declaration.names[0] : paths[0]
                scopes.append(
                    Scope(
                        indentation: indentation,
                        name: name,
                        publicKinds: isPublic ? declaration.kind.implicitlyPublic : [],
                        isHidden: isHidden || (declaration.kind != .extension && !isPublic),
                        version: version
                    )
                )
            }
        }
    }
}

/// The beginning of a declaration.
private struct Declaration {
    enum Kind: String {
        case `struct`, `class`, `enum`, `protocol`, `extension`, actor
        case `func`, `var`, `let`, `init`, `subscript`, `typealias`, `associatedtype`, `case`

        /// What is public in a public type of this kind without saying so.
        var implicitlyPublic: Set<Kind> {
            switch self {
            case .enum: [.case]
            case .protocol: [.func, .var, .`init`, .subscript, .associatedtype]
            default: []
            }
        }
    }

    var kind: Kind
    /// Several for cases on one line.
    var names: [String]
    var isPublic: Bool
    var isRestricted: Bool

    var opensScope: Bool { [.struct, .class, .enum, .protocol, .extension, .actor].contains(kind) }

    init?(_ text: String) {
        guard let match = text.prefixMatch(of: Self.head), let kind = Kind(rawValue: String(match.output.kind)) else {
            return nil
        }
        self.kind = kind
        let modifiers = match.output.modifiers
        isPublic = modifiers.contains(/\b(public|open)\s/)
        isRestricted = modifiers.contains(/\b(private|fileprivate|internal|package)\s/)
        let rest = text[match.range.upperBound...]
        func word(_ text: some StringProtocol) -> String {
            String(text.prefix { $0.isLetter || $0.isNumber || "_.`".contains($0) }).replacing("`", with: "")
        }
        switch kind {
        case .`init`, .subscript:
            names = [kind.rawValue + Self.labels(rest)]
        case .func:
            // An operator's name ends at a space.
            let name = rest.prefix { $0 != "(" && !$0.isWhitespace }
            names = [(name.first?.isLetter == true ? word(name) : String(name)) + Self.labels(rest)]
        case .case:
            let line = rest.prefix { $0 != "\n" }
            names = line.replacing(/\([^)]*\)/, with: "").split(separator: ",").map { word($0.drop { $0 == " " }) }
        default:
            names = [word(rest)]
        }
        guard names.allSatisfy({ !$0.isEmpty }) else { return nil }
    }

    /// Whether a line begins like a declaration: most do not, and need no closer look.
    static func mayBegin(_ line: Substring) -> Bool {
        line.hasPrefix("@") || firstWords.contains(String(line.prefix { $0.isLetter || $0 == "`" }))
    }

    private static let firstWords: Set<String> = [
        "public", "open", "private", "fileprivate", "internal", "package", "static", "class", "final", "nonisolated",
        "mutating", "nonmutating", "indirect", "override", "convenience", "required", "weak", "lazy", "prefix",
        "struct",
        "enum", "protocol", "extension", "actor", "func", "var", "let", "init", "subscript", "typealias",
        "associatedtype", "case",
    ]

    /// The labels of the parameters in the first parentheses.
    private static func labels(_ text: Substring) -> String {
        guard let open = text.firstIndex(of: "(") else { return "" }
        var depth = 0
        var previous: Character = " "
        var parameters = [""]
        for character in text[open...] {
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || (character == ">" && previous != "-") { depth -= 1 }
            previous = character
            if depth == 0 { break }
            if character == ",", depth == 1 {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(character)
            }
        }
        let labels = parameters.map { parameter in
            parameter.drop { "( \n".contains($0) }.replacing(/^(@[A-Za-z_]+(\([^)]*\))?\s+)*/, with: "")
                .prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        }
        let list = labels.filter { !$0.isEmpty }.map { "\($0):" }.joined()
        return "(\(list))"
    }

    nonisolated(unsafe) private static let head =
        #/
        \s*
        (?<modifiers>(?:
            @[A-Za-z_]+(?:\([^)\n]*\))?\s+ | (?:public | open | private | fileprivate | internal | package)(?:\(set\))?\s+
            | (?:static | final | mutating | nonmutating | indirect | override | convenience | required | weak | lazy | prefix)\s+
            | class\s+(?=var|func) | nonisolated(?:\(unsafe\))?\s+
        )*)
        (?<kind>struct | class | enum | protocol | extension | actor | func | var | let | init | subscript | typealias
            | associatedtype | case)\b\x20?
        /#
}
