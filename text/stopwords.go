package text

import (
	"strings"
	"sync"
)

// Stop reports whether a folded word is a stop word of a language (ISO 639-1), frequent in every text: an article, pronoun,
// preposition, conjunction or auxiliary verb. An unknown language ("") is treated as English.
func Stop(word, language string) bool {
	if language == "" {
		language = "en"
	}
	_, ok := stopWords()[language][word]
	return ok
}

// stopWords are the words of stopLists by language.
var stopWords = sync.OnceValue(func() map[string]map[string]struct{} {
	all := make(map[string]map[string]struct{}, len(stopLists))
	for language, list := range stopLists {
		set := map[string]struct{}{}
		for w := range strings.FieldsSeq(list) {
			set[w] = struct{}{}
		}
		all[language] = set
	}
	all["nb"] = all["no"]
	return all
})

// stopLists are the stop words, separated by white space.
var stopLists = map[string]string{
	"en": `a about above after again against all also am an and any are aren't as at be because been before being below between
		both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever every
		few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how however i if in
		into is isn't it it's its itself just let's may me might more most must my myself neither no nor not of off on once only or
		other ought our ours ourselves out over own per same shall she should so some such than that that's the their theirs them
		themselves then there there's these they this those through thus to too under until up upon us very was wasn't we were
		weren't what when where whether which while who whom whose why will with within without won't would you your yours`,
	"de": `aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da damit dann
		das dass daß dein deine dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein
		eine einem einen einer eines er es etwas euch euer für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn
		ihnen ihr ihre ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes jene jener kann kein keine keinem keinen keiner
		können könnte mein meine mich mir mit muss nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner
		selbst sich sie sind so solche soll sollte sondern sonst über um und uns unser unter vom von vor war waren was weil welche
		welcher wenn werde werden wie wieder will wir wird wo wollen würde würden zu zum zur zwar zwischen`,
	"fr": `à afin ai ainsi alors au aucun aussi autre aux avait avant avec avoir c car ce ceci cela ces cet cette ceux chaque chez
		ci comme d dans de depuis des deux donc dont du elle elles en encore entre est et étaient était être eu fait font fut ici il
		ils j je l la le les leur leurs lors lui m ma mais me même mes mon n ne ni nos notre nous on ont ou où par parce pas pendant
		peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont sous sur ta te
		tel tes toi ton tous tout toute toutes très tu un une vers voici voilà vos votre vous y`,
	"es": `a al algo algunos ante antes aquel aquella así aun aunque cada como con contra cual cuando de del desde donde dos durante
		e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está estaba estado están estar estas este esto estos
		fue fueron ha había han hasta hay la las le les lo los más me mi mientras mis mucho muy nada ni no nos nosotros o otra otras
		otro otros para pero poco por porque pues que qué quien se sea ser si sí sido sin sino sobre solo son su sus también tan
		tanto te tiene tienen toda todas todo todos tu un una unas uno unos y ya yo`,
	"it": `a ad agli ai al alla alle allo anche avere aveva c che chi ci come con contro cui d da dagli dai dal dalla dalle degli dei
		del dell della delle dello di dove due e è ed era erano essere fra gli ha hanno i il in io l la le lei li lo loro lui ma me
		mi mio ne negli nei nel nella nelle noi non nostro o ogni per perché più poi prima qual quale quando quanto quella quelle
		quelli quello questa queste questi questo qui se sei si sia siamo sono sopra su sua sue sugli sui sul sulla suo suoi tra tu
		tutti tutto un una uno vi voi`,
	"pt": `a à ao aos aquela aquele as às até cada com como da das de dela dele delas deles depois do dos e é ela elas ele eles em
		entre era eram essa esse esta está estão este eu foi foram há isso isto já la lhe lhes lo mais mas me mesmo meu minha muito
		na não nas nem no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque pode qual quando que quem
		se sem ser seu seus só sua suas sobre também te tem têm toda todas todo todos tu um uma umas uns você`,
	"nl": `aan al alle alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen
		geweest haar had heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij
		mijn moet na naar niet niets nog nu of om omdat ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want
		waren was wat we werd wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
	"sv": `alla allt att av blev bli blir de dem den denna deras dess dessa det detta dig din dit du där då efter ej eller en ett
		från för ha hade han hans har hon hur här i icke ingen inom inte jag ju kan kunde man med mellan men mig min mot mycket ni nu
		när någon något några och om oss på samma sedan sig sin sitta själv skulle som så till under upp ut utan vad var vara varit
		vi vid vilka vilken än är åt över`,
	"da": `af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din dog du efter eller en end er et for
		fra ham han hans har havde have hende her hos hun hvad hvis hvor i ikke ind jeg jer jo kunne man mange med meget men mig min
		mod ned noget nogle nu når og også om op os over på selv sig sin skal skulle som sådan thi til ud under var vi vil ville
		være været`,
	"no": `alle at av ble bli blir da de deg dem den denne der dere deres det dette din du eller en er et etter for fordi fra før ha
		hadde han hans har hun hva hvem hver hvis hvor i ikke ingen inn jeg kan kom kun kunne man mange med meg mellom men min mot mye
		nei noe noen nå når og også om opp oss over på samme seg selv sin skal skulle slik som så til ut uten var ved vi vil ville
		vært være`,
	"fi": `ei eivät emme en et ette että he hän ja jo joka jos jotka kanssa kuin kun me mikä minä mukaan mutta myös ne niin nyt
		ole oli olivat on ovat se sekä sen siitä sillä sinä sitä tai tämä tämän tässä vaan vai vain`,
	"pl": `a aby albo ale bardzo bez być był była było były będzie być co czy dla do gdy gdzie go i ich ile im inne ja jak jako je
		jego jej jest jeszcze jeśli już każdy kiedy która które którego której który których którzy lub ma mi mnie może my na nad nie
		nim niż o od on ona one oni oraz po pod ponieważ poza przed przez przy również są się sobie ta tak także tam te tego tej ten
		też to tu ty tych tym tylko w we wszystko z za ze że`,
	"cs": `a aby aj ale ani asi až bez bude budou by byl byla byli bylo být co či dnes do ho i já jak jako je jeho její jejich jen
		ještě jež jí již jsem jsi jsme jsou jste k kde kdo kdy když ke která které který kteří ku ma má mezi mi mít mne mě na nad nám
		ne nebo není než nic o od on ona oni pak po pod podle pokud pouze právě pro proč proto protože před přes při s se si své svůj
		ta tak také tato te tedy ten tento této tím to tohle toto tu ty u už v ve více však všechen vy z za že`,
	"ru": `а без бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее её если есть еще ещё же
		за здесь и из или им их к как ко когда кто ли либо мне может мы на над надо наш не него нее неё нет ни них но ну о об однако
		он она они оно от очень по под при с со так также такой там те тем то того тоже той только том ты у уже хотя чего чей чем
		что чтобы чье эта эти это этого этой этом этот я`,
}
