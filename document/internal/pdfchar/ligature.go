package pdfchar

import (
	"strings"
	"unicode"
)

// Fonts of TeX without a map to Unicode number their ligatures among the control characters: from 0x0b in one of its encodings, from 0x1b
// in another, and other fonts put them there in another order. So the letters around decide, over the whole document: where
// "di" and "erent" stand around a character, it is "ff".
//
// Of fonts that dvips made, the letter c has the name CR, and comes as a carriage return.

// ligatures are the candidates.
var ligatures = [...]rune{'ﬀ', 'ﬁ', 'ﬂ', 'ﬃ', 'ﬄ'}

// contexts are up to two letters before and after a ligature that say which one it is, in the order of ligatures: those that are
// frequent in the words of several languages, and have hardly another one between them.
var contexts = func() map[string]int {
	all := map[string]int{}
	for i, list := range [...]string{
		"di_er e_ec o_er di_us e_or su_er a_ec o_en ta_or di_ér a_or je_er bu_er je_re co_ee su_ra ho_ma o_sh li_or eo_re su_ix",
		"_rs _na _nd _lm _el de_ne de_ni _ve _gu _xe re_ne _lt ti_ed _le _re on_gu on_de _sh in_ni _ft _gh on_rm ci_ed _ll ci_ca ni_ca si_ca ti_ca " +
			"ri_ca di_ca li_ca ni_ed si_ed ri_ed di_ed is_ed li_ed si_er ti_er ti_es ti_ci ne_ts ne_t ro_le ro_t _tt _ct er_ca ri_ed dé_ni ti_qu _ch",
		"_ow in_ue re_ec _ex _oo _oa _ag _ig _ee _yi _ip _am _aw _at on_ic ie_y re_ex rk_ow er_ow on_ue in_at er_ow _ui _uc uc_uc lu_ow",
		"e_ci o_ce di_cu su_ci o_ci oe_ci di_ci su_ce ra_c a_ne e_ca tra_c a_li a_rm e_gi ne_ci",
		"ba_e wa_e sh_e ra_e sni_e o_in shu_e ru_e mu_e",
	} {
		for context := range strings.FieldsSeq(list) {
			all[context] = i
		}
	}
	return all
}()

// contextsOfC are the same for a c.
var contextsOfC = func() map[string]bool {
	all := map[string]bool{}
	for context := range strings.FieldsSeq("hi_h su_h ea_h un_ti du_ti fi_ie je_t fe_t ra_ti ra_te ta_k ba_k la_k ni_al si_al ti_al di_al lo_al du_ed re_t ro_es li_y an_e en_e " +
		"ti_e ar_h oi_e ti_s in_e pe_t sp_a pa_e pa_it de_a in_re re_ei re_ur in_lu ex_ep as_so as_o el_ec ele_tr le_tr le_ti") {
		all[context] = true
	}
	return all
}()

// Ligatures restores the ligatures of a document, page by page. The zero value is ready.
type Ligatures struct {
	votes   [0x20][len(ligatures)]int
	sure    [0x20]bool   // a context was within a word, or there were two
	first   [0x20]string // context at the beginning of a word
	returns int          // carriage returns that are letters
}

// fewestReturns make it certain that carriage returns are letters.
const fewestReturns = 3

// isCode reports whether a byte may be a ligature.
func isCode(r rune) bool { return r >= 0x0b && r <= 0x0f || r >= 0x1b && r <= 0x1f }

// Restore returns a text of PDFium's with the ligatures that are known so far, and learns from it.
func (l *Ligatures) Restore(s string) string {
	if !hasCode(s) {
		return s
	}
	runes := []rune(s)
	for i, r := range runes {
		if !isCode(r) || isLineEnd(runes, i) {
			continue
		}
		before, after := around(runes, i)
		context := before + "_" + after
		if ligature, ok := contexts[context]; ok {
			l.votes[r][ligature]++
			// Before a whole word the character may be a sign.
			l.sure[r] = l.sure[r] || before != "" || l.first[r] != "" && l.first[r] != context
			l.first[r] = context
		}
		if r == '\r' && contextsOfC[context] {
			l.returns++
		}
	}
	for i, r := range runes {
		if !isCode(r) || isLineEnd(runes, i) {
			continue
		}
		// Elsewhere these are signs of formulas.
		if before, after := around(runes, i); len(before)+len(after) >= 2 || r == '\r' && l.returns >= fewestReturns {
			runes[i] = l.Letter(r)
		}
	}
	return string(runes)
}

// Letter returns the letter or ligature that a character stands for as far as is known: itself if it is no ligature.
func (l *Ligatures) Letter(r rune) rune {
	switch {
	case !isCode(r):
		return r
	case r == '\r' && l.returns >= fewestReturns:
		return 'c'
	}
	best := 0
	for i, n := range l.votes[r] {
		if n > l.votes[r][best] {
			best = i
		}
	}
	if !l.sure[r] {
		return r
	}
	return ligatures[best]
}

// hasCode reports whether a text may have ligatures to restore.
func hasCode(s string) bool {
	for i := range len(s) {
		if isCode(rune(s[i])) && (s[i] != '\r' || i+1 < len(s) && s[i+1] != '\n') {
			return true
		}
	}
	return false
}

// isLineEnd reports whether a character is the first half of a line's end.
func isLineEnd(runes []rune, i int) bool {
	return runes[i] == '\r' && (i+1 == len(runes) || runes[i+1] == '\n')
}

// around returns up to two Latin letters before and after a character, in lower case.
func around(runes []rune, i int) (before, after string) {
	from, to := i, i+1
	for from > 0 && i-from < 2 && unicode.Is(unicode.Latin, runes[from-1]) {
		from--
	}
	for to < len(runes) && to-i <= 2 && unicode.Is(unicode.Latin, runes[to]) {
		to++
	}
	return strings.ToLower(string(runes[from:i])), strings.ToLower(string(runes[i+1 : to]))
}
