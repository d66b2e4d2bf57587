"""What the MathJax of each platform knows: commands and environments of TeX.

Taken from the tables of MathJax 2.7.9 with what Moodle loads (``config/Accessible.js``: AMSmath, AMSsymbols, and what
the TeX reader loads by itself), which MathJax 3.2.2 with Anki's packages (``ts/mathjax/index.ts``) knows as well.
Commands of one sign, such as ``\\,``, are known to all and not listed.
"""

from collections.abc import Mapping
from typing import Final

_KNOWN_WORDS: Final = """
    above abovewithdelims acute aleph alpha amalg And angle approx approxeq arccos arcsin arctan arg array
    Arrowvert arrowvert ast asymp atop atopwithdelims backepsilon backprime backsim backsimeq backslash bar
    barwedge Bbb Bbbk bbFont bbox because begin beta beth between bf Big big bigcap bigcirc bigcup Bigg bigg Biggl
    biggl Biggm biggm Biggr biggr Bigl bigl Bigm bigm bigodot bigoplus bigotimes Bigr bigr bigsqcup bigstar
    bigtriangledown bigtriangleup biguplus bigvee bigwedge binom blacklozenge blacksquare blacktriangle
    blacktriangledown blacktriangleleft blacktriangleright bmod boldsymbol bot bowtie Box boxdot boxed boxminus
    boxplus boxtimes brace bracevert brack breve buildrel bullet Bumpeq bumpeq cal Cap cap cases cdot cdotp cdots
    centerdot cfrac check checkmark chi choose circ circeq circlearrowleft circlearrowright circledast circledcirc
    circleddash circledR circledS class clubsuit colon color complement cong coprod cos cosh cot coth cr csc cssId
    Cup cup curlyeqprec curlyeqsucc curlyvee curlywedge curvearrowleft curvearrowright dagger daleth dashleftarrow
    dashrightarrow dashv dbinom ddagger ddddot dddot ddot ddots DeclareMathOperator def deg Delta delta det dfrac
    diagdown diagup Diamond diamond diamondsuit digamma dim displaylines displaystyle div divideontimes dot Doteq
    doteq doteqdot dotplus dots dotsb dotsc dotsi dotsm dotso doublebarwedge doublecap doublecup Downarrow
    downarrow downdownarrows downharpoonleft downharpoonright ell emptyset end enspace epsilon eqalign eqalignno
    eqcirc eqref eqsim eqslantgtr eqslantless equiv eta eth exists exp fallingdotseq fbox Finv flat forall frac
    frak frown Game Gamma gamma gcd ge genfrac geq geqq geqslant gets gg ggg gggtr gimel gnapprox gneq gneqq gnsim
    grave gt gtrapprox gtrdot gtreqless gtreqqless gtrless gtrsim gvertneqq hat hbar hbox hdashline heartsuit hfil
    hfill hfilll hline hom hookleftarrow hookrightarrow hphantom href hskip hslash hspace Huge huge idotsint iff
    iiiint iiint iint Im imath impliedby implies in inf infty injlim int intercal intop iota it jmath Join kappa
    ker kern label Lambda lambda land langle LARGE Large large LaTeX lbrace lbrack lceil ldotp ldots le leadsto
    left Leftarrow leftarrow leftarrowtail leftharpoondown leftharpoonup leftleftarrows Leftrightarrow
    leftrightarrow leftrightarrows leftrightharpoons leftrightsquigarrow leftroot leftthreetimes leq leqalignno
    leqq leqslant lessapprox lessdot lesseqgtr lesseqqgtr lessgtr lesssim let lfloor lg lgroup lhd lim liminf
    limits limsup ll llap llcorner Lleftarrow lll llless lmoustache ln lnapprox lneq lneqq lnot lnsim log
    Longleftarrow longleftarrow Longleftrightarrow longleftrightarrow longmapsto Longrightarrow longrightarrow
    looparrowleft looparrowright lor lower lozenge lrcorner Lsh lt ltimes lVert lvert lvertneqq maltese mapsto
    mathbb mathbf mathbin mathcal mathchoice mathclose mathfrak mathinner mathit mathop mathopen mathord mathpunct
    mathrel mathring mathrm mathscr mathsf mathstrut mathtt matrix max mbox measuredangle mho mid middle min mit
    mkern mmlToken mod models moveleft moveright mp mskip mspace mu multimap nabla natural ncong ne nearrow neg
    negmedspace negthickspace negthinspace neq newcommand newenvironment newline nexists ngeq ngeqq ngeqslant ngtr
    ni nLeftarrow nleftarrow nLeftrightarrow nleftrightarrow nleq nleqq nleqslant nless nmid nobreakspace nolimits
    nonumber normalsize not notag notChar notin nparallel nprec npreceq nRightarrow nrightarrow nshortmid
    nshortparallel nsim nsubseteq nsubseteqq nsucc nsucceq nsupseteq nsupseteqq ntriangleleft ntrianglelefteq
    ntriangleright ntrianglerighteq nu nVDash nVdash nvDash nvdash nwarrow odot oint oldstyle Omega omega omicron
    ominus operatorname oplus oslash otimes over overbrace overleftarrow overleftrightarrow overline overparen
    overrightarrow overset overwithdelims owns parallel partial perp phantom Phi phi Pi pi pitchfork pm pmatrix
    pmb pmod pod Pr prec precapprox preccurlyeq preceq precnapprox precneqq precnsim precsim prime prod projlim
    propto Psi psi qquad quad raise rangle rbrace rbrack rceil Re ref renewcommand renewenvironment require
    restriction rfloor rgroup rhd rho right Rightarrow rightarrow rightarrowtail rightharpoondown rightharpoonup
    rightleftarrows rightleftharpoons rightrightarrows rightsquigarrow rightthreetimes risingdotseq rlap rm
    rmoustache root Rrightarrow Rsh rtimes Rule rule rVert rvert S scr scriptscriptstyle scriptsize scriptstyle
    searrow sec setminus sf sharp shortmid shortparallel shoveleft shoveright sideset Sigma sigma sim simeq sin
    sinh skew SkipLimits small smallfrown smallint smallsetminus smallsmile smash smile Space space spadesuit
    sphericalangle sqcap sqcup sqrt sqsubset sqsubseteq sqsupset sqsupseteq square stackrel star strut style
    Subset subset subseteq subseteqq subsetneq subsetneqq substack succ succapprox succcurlyeq succeq succnapprox
    succneqq succnsim succsim sum sup Supset supset supseteq supseteqq supsetneq supsetneqq surd swarrow tag tan
    tanh tau tbinom TeX text textbf textit textrm textsf textstyle texttt tfrac therefore Theta theta thickapprox
    thicksim thinspace tilde times Tiny tiny to top triangle triangledown triangleleft trianglelefteq triangleq
    triangleright trianglerighteq tt twoheadleftarrow twoheadrightarrow ulcorner underbrace underleftarrow
    underleftrightarrow underline underparen underrightarrow underset unicode unlhd unrhd Uparrow uparrow
    Updownarrow updownarrow upharpoonleft upharpoonright uplus uproot Upsilon upsilon upuparrows urcorner varDelta
    varepsilon varGamma varinjlim varkappa varLambda varliminf varlimsup varnothing varOmega varPhi varphi varPi
    varpi varprojlim varpropto varPsi varrho varSigma varsigma varsubsetneq varsubsetneqq varsupsetneq
    varsupsetneqq varTheta vartheta vartriangle vartriangleleft vartriangleright varUpsilon varXi vcenter Vdash
    vDash vdash vdots vec vee veebar verb Vert vert vphantom Vvdash wedge widehat widetilde wp wr Xi xi xleftarrow
    xrightarrow yen zeta
"""
KNOWN: Final = frozenset(_KNOWN_WORDS.split())
"""Commands of MathJax 2.7 that need no extension."""
_KNOWN_ENVIRONMENTS_WORDS: Final = """
    align align* alignat alignat* aligned alignedat array Bmatrix bmatrix cases eqnarray eqnarray* equation
    equation* gather gather* gathered matrix multline multline* pmatrix smallmatrix split subarray Vmatrix vmatrix
"""
KNOWN_ENVIRONMENTS: Final = frozenset(_KNOWN_ENVIRONMENTS_WORDS.split())
EXTENSIONS: Final = frozenset(
    {"AMScd", "AMSmath", "AMSsymbols", "HTML", "action", "bbox", "begingroup", "boldsymbol", "cancel", "color",
     "enclose", "extpfeil", "mathchoice", "mhchem", "newcommand", "unicode", "verb"}
)  # fmt: skip
"""What ``\\require`` may name in MathJax 2.7 with its extension ``Safe.js``, which Moodle and Canvas have."""
LATER_EXTENSIONS: Final = frozenset(
    {"action", "ams", "amscd", "bbox", "boldsymbol", "braket", "bussproofs", "cancel", "cases", "centernot", "color",
     "colortbl", "empheq", "enclose", "extpfeil", "gensymb", "html", "mathtools", "mhchem", "newcommand", "textcomp",
     "textmacros", "unicode", "upgreek", "verb"}
)  # fmt: skip
"""The same in MathJax 3.2, of what its file ``tex-chtml-full.js`` holds."""
ON_DEMAND: Final[Mapping[str, frozenset[str]]] = {
    "action": frozenset({"endtoggle", "mathtip", "texttip", "toggle"}),
    "cancel": frozenset({"bcancel", "cancel", "cancelto", "xcancel"}),
    "color": frozenset({"colorbox", "definecolor", "fcolorbox", "textcolor"}),
    "enclose": frozenset({"enclose"}),
    "extpfeil": frozenset(
        {"Newextarrow", "xlongequal", "xmapsto", "xtofrom", "xtwoheadleftarrow", "xtwoheadrightarrow"}
    ),
    "mhchem": frozenset({"ce"}),
}
"""Extension → commands that Canvas and Anki load it for (``autoload-all.js``, ``autoload``), and Moodle does not; its
name in ``\\require`` is the same in MathJax 2 and 3."""
ON_DEMAND_ENVIRONMENTS: Final = frozenset({"CD"})
"""The same of the extension for diagrams, whose name is not the same."""
_LATER_WORDS: Final = """
    Aboxed adjustlimits alwaysDashedLine alwaysNoLine alwaysRootAtBottom alwaysRootAtTop alwaysSingleLine
    alwaysSolidLine ArrowBetweenLines AXC Axiom AxiomC BIC bigtimes BinaryInf BinaryInfC Bra bra Braket braket
    centercolon clap Colonapprox colonapprox Coloneq coloneq Coloneqq coloneqq Colonsim colonsim cramped
    crampedclap crampedllap crampedrlap crampedsubstack dashedLine dblcolon DeclarePairedDelimiter
    DeclarePairedDelimiters DeclarePairedDelimitersX DeclarePairedDelimitersXPP DeclarePairedDelimiterX
    DeclarePairedDelimiterXPP divsymbol Eqcolon eqcolon Eqqcolon eqqcolon fCenter framebox Ket ket Ketbra ketbra
    LeftLabel LL longleftrightarrows longLeftrightharpoons longRightleftharpoons longrightleftharpoons mathbfcal
    mathbffrak mathbfit mathbfscr mathbfsf mathbfsfit mathbfsfup mathbfup mathclap mathllap mathmakebox mathmbox
    mathnormal mathrlap mathsfit mathsfup mathtoolsset mathup minCDarrowheight minCDarrowwidth MoveEqLeft
    MTFlushSpaceAbove MTFlushSpaceBelow MTThinColon ndownarrow newtagform noLine nonscript nuparrow ordinarycolon
    overbracket overunderset prescript pu QuaternaryInf QuaternaryInfC QuinaryInf QuinaryInfC refeq renewtagform
    RightLabel RL rootAtBottom rootAtTop Set set shortvdotswithin singleLine solidLine splitdfrac splitfrac
    stackbin symbb symbf symbfcal symbffrak symbfit symbfscr symbfsf symbfsfit symbfsfup symbfup symcal symfrak
    symit symnormal symrm symscr symsf symsfit symsfup symtt symup textclap textllap textnormal textrlap textup
    TIC TrinaryInf TrinaryInfC tripledash UIC UnaryInf UnaryInfC underbracket usetagform vdotswithin
    xhookleftarrow xhookrightarrow xLeftarrow xleftharpoondown xleftharpoonup xLeftrightarrow xleftrightarrow
    xLeftrightharpoons xleftrightharpoons xmathstrut xRightarrow xrightharpoondown xrightharpoonup
    xRightleftharpoons xrightleftharpoons
"""
LATER: Final = frozenset(_LATER_WORDS.split())
"""Commands of MathJax 3.2 that 2.7 does not have."""
_LATER_ENVIRONMENTS_WORDS: Final = """
    Bmatrix* bmatrix* Bsmallmatrix bsmallmatrix Bsmallmatrix* bsmallmatrix* cases* crampedsubarray dcases dcases*
    drcases drcases* flalign flalign* lgathered matrix* multlined pmatrix* prooftree psmallmatrix psmallmatrix*
    rcases rcases* rgathered smallmatrix* spreadlines Vmatrix* vmatrix* Vsmallmatrix vsmallmatrix Vsmallmatrix*
    vsmallmatrix* xalignat xalignat* xxalignat
"""
LATER_ENVIRONMENTS: Final = frozenset(_LATER_ENVIRONMENTS_WORDS.split())
