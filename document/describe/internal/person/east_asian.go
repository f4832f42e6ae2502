package person

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/phrase"
	"sluice/internal/lazyregexp"
)

// eastAsianFamilies are frequent Chinese, Korean and Vietnamese family names in Latin letters, some of which are given names elsewhere.
var eastAsianFamilies = phrase.WordSet(`wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong
	xiao cheng cao yuan deng fu shen zeng peng lu su jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi tan liao zou xiong jin hao kong
	bai cui kang mao qiu qin gu hou shao meng long wan lei qian yin yi chang qiao lai gong wen kim lee park choi jung cho yoon lim shin nguyen tran pham le vu dang bui do ngo duong`)

// chineseFamilies are frequent Chinese family names, with which Japanese given names seldom begin.
const chineseFamilies = "李王张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鍾汪田任姜范方姚谭譚廖邹鄒熊金陆陸郝孔崔康毛邱秦江史顾顧侯邵孟龙龍段雷钱錢汤湯尹黎易常武乔乔贺賀赖賴龚文洪莊庄曹簡詹游"

// eastAsianFirst are the letters of frequent Chinese and Korean family names, with which names of three letters begin.
const eastAsianFirst = chineseFamilies + "김이박최정강조윤장임한오서신권황안송류전홍고문양손배허유남노하곽"

// hanRanks are what teachers are at East Asian universities, behind their names; hanSchool matches the name of a department before a student's.
var (
	hanRanks  = phrase.WordSet("教授 副教授 准教授 准教授 助教 助理教授 讲师 講師 老师 老師 教员 教員 博士 研究员 研究員 高级工程师 工程师 先生 导师 導師")
	hanSchool = lazyregexp.New(`^\p{Han}{2,}(?:科|系|部|院|学|學|所|室|组|組|专业|専攻|专攻|コース)$`)
)

// syllables returns each of some words as a name of its own if all are names in Han or Hangul letters, without a department before and
// a rank behind them. A Japanese name of two words is one.
func syllables(words []string) []Person {
	for len(words) > 1 && hanSchool.MatchString(words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && hanRanks[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	if len(words) == 2 && ideographic(words[0]) && ideographic(words[1]) && unicode.Is(unicode.Han, []rune(words[1])[0]) && !strings.ContainsRune(chineseFamilies, []rune(words[1])[0]) {
		return []Person{{words[0] + words[1], 1}}
	}
	var found []Person
	for _, w := range words {
		if !ideographic(w) {
			return nil
		}
		found = append(found, Person{w, ideographicScore(w)})
	}
	return found
}

// joinSyllables joins the letters of a name in Han or Hangul letters that are set apart, "권 용 훈",
// and reports whether there are any.
func joinSyllables(s string) (string, bool) {
	var joined []string
	run, found := 0, false
	for _, w := range strings.Fields(s) {
		first, size := utf8.DecodeRuneInString(w)
		if size < len(w) || !unicode.In(first, unicode.Han, unicode.Hangul) {
			run = 0
		} else if run++; run > 1 && run < 5 {
			joined[len(joined)-1] += w
			found = true
			continue
		}
		joined = append(joined, w)
	}
	if !found {
		return s, false
	}
	return strings.Join(joined, " "), true
}

// Apart is the score of a name in Han or Hangul letters that are set apart, which only names are.
const Apart = 3

// ideographic reports whether a word is two or three Han or Hangul letters, as
// names in these scripts are.
func ideographic(w string) bool {
	n := 0
	for _, r := range w {
		if n++; n > 3 || !unicode.In(r, unicode.Han, unicode.Hangul) {
			return false
		}
	}
	return n > 1
}

// ideographicScore returns how much a word of two or three Han or Hangul letters looks like a name.
func ideographicScore(w string) float64 {
	if HasEastAsianFamily(w) {
		return 1.5
	}
	return 1
}

// HasEastAsianFamily reports whether a word is three Han or Hangul letters of which the first is a frequent family name.
func HasEastAsianFamily(w string) bool {
	r := []rune(w)
	return len(r) == 3 && ideographic(w) && strings.ContainsRune(eastAsianFirst, r[0])
}
