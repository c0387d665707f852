/// Title and author of a spine that no catalogue knows, by the size and the form of its text.
struct TitleAndAuthor: Equatable {
    var title = ""
    var author = ""

    private static let marks: Set<Character> = [" ", "-", "·", "•", "/"]

    init(title: String, author: String) {
        self.title = Self.trimmed(title)
        self.author = Self.trimmed(author)
    }

    /// - Parameters:
    ///   - lines: those of one spine.
    ///   - names: tells names.
    init(_ lines: [SpineLine], _ names: NameLikeness) throws {
        let useful = lines.filter { !$0.isNoise }
        guard let tallest = useful.map(\.height).max() else {
            self.init(title: "", author: "")
            return
        }
        let scores = try useful.map { try names.of($0.text) - 1.2 * ($0.height / tallest - 0.8) }
        if useful.count == 1 {
            self = try Self.ofOne(useful[0], scores[0], names)
        } else if let author = Self.author(useful, scores) {
            let rest = useful.indices.filter { $0 != author }.map { useful[$0] }
            self.init(title: Self.title(rest), author: useful[author].text)
        } else if let parts = try Self.split(useful, names) {
            self.init(title: parts.title, author: parts.author)
        } else {
            self.init(title: Self.title(useful), author: "")
        }
    }

    /// The first line that shows both.
    private static func split(_ lines: [SpineLine], _ names: NameLikeness) throws -> SplitLine? {
        for line in lines {
            if let parts = try SplitLine(line, names) { return parts }
        }
        return nil
    }

    private static func ofOne(_ line: SpineLine, _ score: Double, _ names: NameLikeness) throws -> TitleAndAuthor {
        if let parts = try SplitLine(line, names) { return TitleAndAuthor(title: parts.title, author: parts.author) }
        return score >= 3 ? TitleAndAuthor(title: "", author: line.text) : TitleAndAuthor(title: line.text, author: "")
    }

    /// The line that is a name rather than the others.
    private static func author(_ lines: [SpineLine], _ scores: [Double]) -> Int? {
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        if scores[best] >= 0.9 { return best }
        let second = scores.indices.filter { $0 != best }.map { scores[$0] }.max() ?? -.infinity
        let isAhead = scores[best] - second >= 0.8 && scores[best] > -0.6
        return isAhead && FoldedText.words(lines[best].text).count <= 3 ? best : nil
    }

    /// The largest lines; small ones are series and publishers.
    private static func title(_ lines: [SpineLine]) -> String {
        let largest = lines.map(\.height).max() ?? 0
        return SpineLine.inReadingOrder(lines.filter { $0.height >= 0.6 * largest }).map(\.text).joined(separator: " ")
    }

    private static func trimmed(_ text: String) -> String {
        let head = text.drop(while: marks.contains)
        return String(head.reversed().drop(while: marks.contains).reversed())
    }
}

/// A line that shows both author and title.
struct SplitLine {
    var author: String
    var title: String

    private static let widestGap = 0.9
    private static let gapRatio = 1.7
    private static let leastLikeness = 3.0

    init?(_ line: SpineLine, _ names: NameLikeness) throws {
        let parts = try Self.atGap(line, names) ?? Self.atMark(line.text, names) ?? Self.atName(line.text, names)
        guard let parts else { return nil }
        self = parts
    }

    private init(author: String, title: String) {
        (self.author, self.title) = (author, title)
    }

    private static func ordered(_ a: String, _ b: String, _ names: NameLikeness) throws -> SplitLine {
        try names.of(a) >= names.of(b) ? SplitLine(author: a, title: b) : SplitLine(author: b, title: a)
    }

    /// At a space that is much wider than the others.
    private static func atGap(_ line: SpineLine, _ names: NameLikeness) throws -> SplitLine? {
        guard let gap = line.widestGap(least: widestGap, ratio: gapRatio) else { return nil }
        let characters = Array(line.text)
        let parts = [String(characters[..<gap]), String(characters[gap...])].map {
            String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        guard try parts.allSatisfy({ $0.count > 2 }) && max(names.of(parts[0]), names.of(parts[1])) > 0 else {
            return nil
        }
        return try ordered(parts[0], parts[1], names)
    }

    private static func atMark(_ text: String, _ names: NameLikeness) throws -> SplitLine? {
        for separator in [#/\s*[\/•|]\s*/#, #/\s+[·\-–—]\s+/#, #/·\s+/#] {
            let parts = text.split(separator: separator).map(String.init).filter {
                $0.filter { !$0.isWhitespace }.count > 1
            }
            if parts.count == 2 { return try ordered(parts[0], parts[1], names) }
        }
        return nil
    }

    /// Where a name of two to four words begins or ends the line.
    private static func atName(_ text: String, _ names: NameLikeness) throws -> SplitLine? {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        var best: (score: Double, line: SplitLine)?
        for count in 2..<max(2, min(5, words.count)) {
            let ends = [(words.prefix(count), words.dropFirst(count)), (words.suffix(count), words.dropLast(count))]
            for (author, title) in ends {
                guard let score = try score(author: Array(author), title: Array(title), names), score >= leastLikeness,
                    score > best?.score ?? 0
                else { continue }
                best = (score, SplitLine(author: author.joined(separator: " "), title: title.joined(separator: " ")))
            }
        }
        return best?.line
    }

    private static func score(author: [String], title: [String], _ names: NameLikeness) throws -> Double? {
        guard let first = FoldedText.words(author[0]).first, FirstNames.contains(first),
            let last = author.last, !NameLikeness.particles.contains(FoldedText.words(last).joined(separator: " "))
        else { return nil }
        var score = try names.of(author.joined(separator: " ")) - 0.15 * Double(abs(author.count - 2))
        if let start = FoldedText.words(title[0]).first, NameLikeness.starters.contains(start) { score += 1 }
        if let surname = FoldedText.words(last).last, try names.table.isSurname(surname) { score += 0.5 }
        func isInCapitals(_ words: [String]) -> Bool {
            words.allSatisfy { $0.contains(where: \.isUppercase) && !$0.contains(where: \.isLowercase) }
        }
        if isInCapitals(author) != isInCapitals(title) { score += 1.5 }
        return score
    }
}

/// How much a text looks like a person's name.
struct NameLikeness {
    /// Knows the catalogue's surnames.
    let table: WordTable

    static let particles: Set<String> = [
        "de", "del", "la", "las", "los", "i", "y", "e", "van", "von", "der", "den", "di", "da", "do", "dos", "le", "du",
        "ter", "st", "mc", "al", "el", "bin", "ibn",
    ]

    /// Words that titles begin with.
    static let starters: Set<String> = [
        "el", "la", "els", "les", "los", "las", "l", "lo", "un", "una", "uns", "unes", "unos", "unas", "the", "a", "an",
        "en", "de", "del", "d", "com", "como", "que", "per", "por", "para", "my", "on", "in", "le", "il", "der", "die",
        "das",
    ]

    /// From -2, no name, to about 4, surely one.
    func of(_ text: String) throws -> Double {
        let parts = text.split { $0.isWhitespace || $0 == "," }.map(String.init).filter {
            $0.contains(where: \.isLetter)
        }
        let words = FoldedText.words(text)
        guard let first = words.first, parts.count <= 6, !text.contains(where: \.isNumber) else { return -2 }
        let core = parts.filter { !Self.particles.contains(FoldedText.words($0).joined(separator: " ")) }
        guard !core.isEmpty, !Self.starters.contains(first) || FirstNames.contains(first) else { return -1.5 }
        var likeness = names(core)
        likeness += initials(text)
        likeness += core.allSatisfy { $0.first?.isUppercase == true } ? 0.7 : -1.5
        likeness += (2...3).contains(core.count) ? 0.5 : core.count == 1 ? -0.5 : -0.8
        let endsInSurname = try core.suffix(2).contains { try FoldedText.words($0).contains(where: table.isSurname) }
        if endsInSurname { likeness += 0.7 }
        if text.contains(where: { "?!:".contains($0) }) { likeness -= 1.5 }
        return likeness
    }

    private func names(_ core: [String]) -> Double {
        let isFirst = FoldedText.words(core[0]).first.map(FirstNames.contains) ?? false
        let isLater = core.dropFirst().contains { FoldedText.words($0).contains(where: FirstNames.contains) }
        return (isFirst ? 2 : 0) + (isLater ? 0.3 : 0)
    }

    /// "J. R. R. Tolkien".
    private func initials(_ text: String) -> Double {
        guard text.contains("."), text.prefixMatch(of: /(\p{Lu}\.?\s?){1,3}\s?\p{Lu}/) != nil else { return 0 }
        return 1
    }
}

/// First names that occur in library catalogues of Catalonia and Spain, folded.
///
/// The list is part of the program, so that it is there wherever the program is moved to.
enum FirstNames {
    /// Whether a folded word is a first name.
    static func contains(_ word: String) -> Bool { all.contains(word) }

    private static let all = Set(list.split(separator: " ").map(String.init))

    private static let list = """
        aaron abd abhijit abraham academia adam adela adele adolf adolfo adria adrian adriana adrienne afonso agatha \
        agnes agusti agustin aina ainhoa aitor aki ala alain alaitz alan alastair albert alberto albin aldous \
        alejandra alejandro aleksandr aleksandra alessandra alessandro alex alexander alexandra alexandre alexia \
        alfons alfonso alfred alfredo ali alice alicia alisa alison allan allen almudena alvaro amadeu amalia amanda \
        amelia amelie amie amin amir amos amparo amy ana anabel anais andras andre andrea andreas andrei andres \
        andreu andrew andrzej andy angel angela angeles angelika angels angie anh anibal anita anja ann anna anne \
        annette anneu annie anthony antje antoine antoinette anton antoni antonia antonio antony antoon arcadi \
        arianna arkadi armand armando armelle arnaldur arnau arnold arthur arto arturo arundhati asa asha astrid \
        atiq aude audur aurelia aurelien aurora ava axl baltasar banana baptista barbara baron barry bart bartomeu \
        bashevis beatrice beatriz becky begona bel belen belinda bell ben benedicte benito benjamin benoit berengere \
        berna bernadette bernard bernardine bernardo bernat bernhard bertolt bertrand beryl betty bienve bill bjorn \
        blaise blanca blas blue bob bohumil bonnie bono borja bosco bradley bram brandon brenda brendan breyner \
        brian brigitte britta bruce bruno byron byung camilla camilo care carl carla carles carlo carlos carme \
        carmela carmelo carmen caro carol carole carolina caroline carolyn carson cassandra cassie caterina cath \
        catherine cathy cati cecelia cecile cecilio cees celine cesar cesare chambliss chantal charles charlotte \
        charly chema cherry chiara chimamanda chloe chris christa christian christiane christina christine \
        christoffer christophe christopher chuck chul cixin claire clara clare claude claudi claudia claudio \
        clemence clement clementine clifford clive coia colas colin colm colson conan concepcion concha congreso \
        connie conrad consuelo coraghessan cormac cornelia cosimo costas craig cristiano cristina cruz cube cynthia \
        cyril dagmar damian dan dani daniel daniela danielle dante dario daryl dashiell dav david davide dean \
        deborah delia delphine denis dennis derek dermot desiderius deu dexter diana diane dianna didier diego \
        dieter dino dionisio dirk dmitry dolores dolors domingo dominic dominique domitille donald donato donna dora \
        doris dorothy douglas drew duncan eca edgar edith edmond edmund edmundo edna edouard eduard eduardo edurne \
        edward einar eisenberg eladi eladio elena eli elia elif eline elio elisa elisabet elisabeth elisabetta elise \
        elisenda elizabeth ellen elmer elodie eloy elsa elvira emanuele emili emilia emilie emilio emily emma \
        emmanuel emmanuelle empar encarna enid enric enrico enrique enzo eoin eric erik erin erna ernest ernesto \
        ernst erwin esteban estelle ester esther eugene eugeni eugenio eulalia eva evelyn evgeny ezra fabien \
        fabienne fatti federica federico felicia feliu felix ferdinand fermin fernanda fernando ferran fina fiodor \
        fiona flavia fleur florence florentino foster fran france francesc francesca francesco francis francisco \
        franck francois francoise frank franz franziska frauke fred frederic frederick frederik frederique friedrich \
        gabi gabriel gabriela gail galo gary gaston gavin gema gemma genevieve george georges georgia georgina \
        gerald geraldine gerard gerda geronimo giacomo giancarlo gianni gianrico gilbert giles gill gilles gillian \
        gina gines gioconda giorgia giorgio giovanna giovanni gisela giulia giuliana giuseppe glenn gloria goncal \
        gonzalo gordon graciela graf graham gregoire gregor gregori gregorio gregory greta gudrun guillaume guillem \
        guillermo gunter gustau gustav gustave gustavo guy hanif hannah hans hanya harlan harold harriet hartmut \
        haruki hazel heather hector heidi heike heinrich helen helena helene helland henning henri henry heribert \
        herman hermann hernan herta herve higgins hikaru hilary hiro hiromi holly honore horacio howard hugh hutts \
        iain ian iban ibon ichir ievgueni ignacio ignasi ikari ilan ildefonso ilitx imma immanuel imre inaki ines \
        ingo ingrid inma inmaculada iolanda irene irina iris irvine isaac isabel isabella isabelle isaiah italo \
        itziar ivan ivanovitx jacint jacinto jack jackie jacob jacqueline jacques jacqui jaime jakob james jamie jan \
        jane janet jara jared jason jaume javier jay jean jeanette jeanne jeff jeffrey jen jenn jennifer jenny \
        jeremy jerome jerry jesper jessica jessie jesus jiddu jill jim jimmy jiri joachim joan joana joanna joanne \
        joanot joaquim joaquin jocelyn jody joe joel joelle johan johann johanna johannes john joles jon jonas \
        jonathan jordi jorg jorge jorn jose josef josefa josefina josep joseph josh joshua jostein joyce juan juana \
        judi judit judith judy jules juli julia julian julie juliette julio jun junot jurg jurgen justin jutta \
        kalman kaouther karel karen karin karine karl karlos kass katarzyna kate katharina katharine katherine \
        kathrin kathryn kathy katie kay kazuo keith ken kenize kenneth kent kenzaburo kepa kerry kestutis kevin \
        khaled kiko kim kjell klaus klay kristen kristin kristina kyle laetitia laia lancelyn lara larry lars laura \
        laure laurel laurell lauren laurence laurent lawrence layla lazaro ledicia lee leigh leila leire leo leonard \
        leonhard leopold leopoldo lesley leslie leticia lev levi lewis liane lidia lier lina lincoln linda lindsey \
        lindy lionel lisa liudmila liz liza llorenc lluc llucia lluis lluisa lois lola lope lorena lorenzo loretta \
        lorna lou louann louis louisa louise lourdes luc luca lucas luci lucia luciano lucinda lucy luigi luis luisa \
        luke lynne madeleine magda magdalena maggie magnus maia maite maj maja maksim malcolm malika manel manuel \
        mara marc marcel marcela marcelo marco marcos marcus marcy marga margaret margarida margarita marguerite \
        mari maria marian mariana marianne mariano mariasun maribel marie marilee marilynne marina marine mario \
        mariolina mariona marisa marissa marius mark markus marlon marshall marta martha marti martin martina martyn \
        maruja marvin mary maryanne massimo mathias mathieu mathilde matilde matt matteo matthew maureen maurice \
        maurizio max maxim maxime maximo may mayte mcmaster megan meir melania melanie melissa mello merce mercedes \
        merche meritxell michael michel michela michele michelle michio mick miguel mike mikel milan milena milton \
        minna miquel miqui mircea mireia miriam mohamed mohsin moises monica monika monique montse montserrat morgan \
        muriel myriam nacho nadia naguib najat nancy naomi narcis natalia natasha nathalie nathaniel neal nehisi \
        neil nell nelson nerea nestor neus ngozi niccolo nicholas nick nickolas nicola nicolas nicole nicoletta \
        nigel niklas nikolai nnedi noah noam noe noel noemi nora norbert norman nuria octavia octavio ofelia ola \
        olga oliver olivier orhan oriol orson oscar osvaldo owen oyinkan pablo paco page paloma pamela paolo pascal \
        pascale pascual pasqual patrice patricia patrick patxi pau paul paula paulino paulo pavlovitx pedro penelope \
        pep pepa pepe pere peter petra petros phil philip philippe phillip pier pierce pierdomenico pierre pietro \
        pilar pilarin pio piotr pippa polly ponc poul primo prunella publi quentin quim rabindranath rachel rafa \
        rafael rafel rafik ragnar raimon rainbow rainer ramiro ramon ransom raquel raul ray raymond rebeca rebecca \
        regina regis reid renato rene renee rhonda ricard ricardo richard rick roald rob robert roberta roberto \
        robertson robin rocio roddy rodolfo rodrigo roger roman ronald ronaldo rory rosa rosario rosemary roser \
        rosie rossend rowan roy ruben rudiger rudyard rupert russell rutger ruth ryszard safran salah sally salman \
        salvador sam samuel sandor sandra sandrine sandro sandy santi santiago sara sarah sari saskia satoshi \
        sayantani scott sean sebastia sebastian sebastien selma serenella serge sergi sergio sergueievitx shane \
        shari sharon shaun sheddad sheila sherman shirley sibeal siddartha sigrid silvana silvia simon simona simone \
        simonetta sir siri sisinio slavoj slawka sofia soledad somerset sonia sophia sophie sorj stan stanislaw \
        stanley stefan stefano stephane stephanie stephen stephenie steve steven stieg stuart sue susan susana \
        susanna susanne susie suso suzanne sven svetlana sylvain sylvia sylvie tahar tana tania tara tariq taylor \
        ted teodoro terenci teresa terry tessa thanh thea theodor theodore thierry thomas tim timothee timothy timur \
        tirso todd tom tomas tomi tone toni tony torben tove tracy trevor trinitat tristan troyes truman tui txell \
        tzvetan ulf ulrich umberto universidad ursula ute uwe valenti valentin valeriano valerie valerio vanessa \
        vassilievitx veronica veronique vic vicenc vicent vicente vicki victor victoria viet vikas vincent virginia \
        virginie viviane vladimir vladimirovitx volker volkmar wallace walt walter warren wayne wei wilhelm wilkie \
        will william winter wolfgang woody xavi xavier xevi xiaolong ximo xose xulio xusa yan yann yasmina yasunari \
        yolanda yoshinori yotam yukio yumi yuval yvan yves yvette zadie zizou zygmunt
        """
}
