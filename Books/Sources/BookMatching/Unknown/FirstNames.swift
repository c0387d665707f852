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
