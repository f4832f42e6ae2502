package topic

import "strings"

// commonWords are words that pages on any subject have, besides stop words: those of menus, footers, dates and forms, and then those of prose. They say
// little about a topic, and no topic learns them from examples.
var commonWords = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`
		about access account add address all also and archive archives article articles available back based below blog book books browse
		browser building business call can case center centre changes check city click close code com comment comments company contact
		content contents cookie cookies copyright could current data date day days dear department description design details different
		disclaimer download edit edition edu email english enter error events example faculty faq fax february file files find first follow
		form forum free frequently friday full general get given go good group groups guide hall help here high history home homepage hour
		hours html http https image images important include including index info information international internet issue item january
		job join july june just know large last late latest law learn left legal like link links list local log login logo long look made
		mail main make march may media meeting member members menu message mobile monday month more most name national navigation need new
		news newsletter next note note november number october office official one online open order org original other others overview
		page pages pdf people phone photo photos place please policy post posted posts powered press previous print privacy problem
		product products profile program programs project projects provide public published question questions quick read recent
		register related release report reports request required research reserved resource resources results return right rights room
		rss school search second section see september service services set several share show sign site sitemap sites skip social
		staff start state statement street student students submit subscribe support system tags take team tel telephone terms text the
		three thursday time title today top total tuesday twitter two university update updated url use used useful user users using
		version video view visit want way web webmaster website wednesday week welcome well wide will work world would www year years
		april august december facebook saturday sunday

		able actually again almost already although always another answer anything appear appears apply around ask asked became become
		becomes began begin best better big bit bring came called calls certain clear clearly come comes common completely consider
		considered contains depends describe described do does doing done easily easy either else enough entire especially even ever every
		everything exactly exist exists expect explain fact far feel figure finally fine further gave gives goes going happen happens hard
		hope however idea ideas imagine instead interesting involves kind known lead least less let likely little lot lots matter maybe mean
		means might moment much many must necessary needed needs never nice nothing obvious often once part parts particular perhaps
		possible pretty probably put quite rather real really reason recall rest said same saw say says seem seems seen sense simple simply
		since small something sometimes somewhat soon sort specific still suppose sure takes talk tell tend thank thanks thing things think
		thinking though thought together told took tried true try trying turn turned turns understand unfortunately until usual usually
		various wanted whether whole without wonder worth wrote yet`) {
		set[w] = true
	}
	return set
}()

// isCommon reports whether a word is one that pages on any subject have.
func isCommon(w string) bool { return commonWords[w] }
