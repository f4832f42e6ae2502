package tex

import "strings"

// texSymbols are the commands that print a character or a word, in text and in
// formulas.
var texSymbols = symbolTable(`
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ
varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ
Psi Ψ Omega Ω le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ propto ∝ ll ≪ gg ≫ prec ≺ succ ≻ preceq ⪯
succeq ⪰ in ∈ ni ∋ notin ∉ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ sqsubseteq ⊑ cup ∪ cap ∩ bigcup ⋃ bigcap ⋂ setminus ∖ emptyset ∅ varnothing ∅
forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ bigwedge ⋀ bigvee ⋁ implies ⇒ iff ⇔ to → rightarrow → leftarrow ← gets ←
leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ longrightarrow ⟶ Longrightarrow ⟹ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ uparrow ↑ downarrow ↓
twoheadrightarrow ↠ leadsto ⇝ rightharpoonup ⇀ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ oint ∮ partial ∂ nabla ∇ infty ∞ pm ± mp ∓ times × div ÷ cdot · cdots ⋯
ldots … dots … dotsc … dotsb ⋯ vdots ⋮ ddots ⋱ textellipsis … ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ bigoplus ⨁ otimes ⊗ bigotimes ⨂ odot ⊙ ominus ⊖ perp ⊥
bot ⊥ top ⊤ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ mid | parallel ∥ angle ∠ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrace { rbrace } vert |
Vert ‖ backslash \ prime ′ hbar ℏ ell ℓ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ triangle △ square □ Box □ Diamond ◇ diamond ⋄ blacksquare ■ qed □ dagger † ddagger ‡
dag † ddag ‡ S § P ¶ copyright © textcopyright © textregistered ® texttrademark ™ pounds £ textsterling £ euro € texteuro € EUR € yen ¥ degree ° textdegree °
ss ß ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i ı j ȷ imath ı jmath ȷ th þ TH Þ dh ð DH Ð dj đ DJ Đ ng ŋ NG Ŋ
textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textquotedbl " quotedblbase „ glqq „ grqq “ flqq « frqq »
guillemotleft « guillemotright » guilsinglleft ‹ guilsinglright › textbackslash \ textasciitilde ~ textasciicircum ^ textunderscore _ textbar | textless < textgreater >
textbraceleft { textbraceright } textdollar $ textbullet • textperiodcentered · textmu µ textonehalf ½ lq ‘ rq ’ lbrack [ rbrack ] slash / checkmark ✓
LaTeX LaTeX LaTeXe LaTeX2ε TeX TeX BibTeX BibTeX sharp ♯ flat ♭ natural ♮ clubsuit ♣ heartsuit ♥ spadesuit ♠ diamondsuit ♦ triangleleft ◁ triangleright ▷
lhd ⊲ rhd ⊳ ltimes ⋉ rtimes ⋊ bowtie ⋈ Join ⋈ wr ≀ amalg ⨿ asymp ≍ doteq ≐ colon : lesssim ≲ gtrsim ≳ nmid ∤ nsubseteq ⊈ not ¬ complement ∁ because ∵
therefore ∴ upharpoonright ↾ restriction ↾ sqcup ⊔ sqcap ⊓ uplus ⊎ eth ð cents ¢ textcent ¢ textexclamdown ¡ textquestiondown ¿ P ¶ nobreakspace ~
log log ln ln exp exp sin sin cos cos tan tan cot cot sec sec csc csc arcsin arcsin arccos arccos arctan arctan sinh sinh cosh cosh tanh tanh min min max max inf inf
sup sup lim lim limsup lim_sup liminf lim_inf det det dim dim ker ker gcd gcd deg deg arg arg hom hom mod mod Pr Pr bmod mod
`)

// symbolTable returns the pairs of a table as a map. An underscore in it is a
// space.
func symbolTable(s string) map[string]string {
	words := strings.Fields(s)
	table := make(map[string]string, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		printed := strings.ReplaceAll(words[i+1], "_", " ")
		if words[i] == "textunderscore" {
			printed = "_"
		}
		if printed == "~" && words[i] == "nobreakspace" {
			printed = " "
		}
		table[words[i]] = printed
	}
	for _, space := range []string{"quad", "qquad", "enspace", "thinspace", "space", "thickspace", "hss", "hfil", "negthinspace"} {
		table[space] = " "
	}
	table["today"] = ""
	return table
}
