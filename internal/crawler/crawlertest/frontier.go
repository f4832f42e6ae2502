package crawlertest

import (
	"context"
	"testing"
	"time"

	"sluice/internal/crawler"
	"sluice/internal/frontier"
)

// FrontierStore is what the suite asks of a frontier: the seam of the engine, and what
// commands use besides it.
type FrontierStore interface {
	crawler.Frontier
	Lanes() []frontier.Lane
	Reset(ctx context.Context, state map[string][]byte) error
}

// Opened is an empty frontier under test.
type Opened struct {
	Frontier FrontierStore
	Crash    func() FrontierStore // ends it without a farewell and opens it again; nil for one that lives in memory
}

// Frontier tests an implementation of [crawl.Frontier]. open makes an empty one, closed
// when the test ends.
func Frontier(t *testing.T, open func(*testing.T, frontier.Options) Opened) {
	for name, test := range map[string]func(*frontierTest){
		"AnEmptyOneHasNothing":              frontierEmpty,
		"ALinkIsHandedOutOnce":              frontierOnce,
		"ALinkComesBackUnchanged":           frontierWhole,
		"KnownReportsTheStateOfAURL":        frontierKnown,
		"ARefusedURLIsNotAskedFor":          frontierRefused,
		"ASoftRefusalYieldsToAnAdd":         frontierSoft,
		"ALeaseEndsForbidden":               frontierForbid,
		"AgainAndDoneTakePrecedence":        frontierPrecedence,
		"TheBestScoreIsServedFirst":         frontierOrder,
		"AnyScoreHasAPlaceInTheOrder":       frontierScores,
		"ABetterLinkOvertakesThoseInMemory": frontierOvertake,
		"AgainWaitsForItsTime":              frontierAgain,
		"TheDelayRunsFromEndToBeginning":    frontierDelay,
		"EachPlaceAtAHostKeepsTheDelay":     frontierPerHost,
		"LeastTimeIsThatOfSlowestHost":      frontierLeastTime,
		"HostsOfOneAddressShareItsLimit":    frontierPerAddress,
		"HostsOfOneDomainShareItsLimit":     frontierPerDomain,
		"HostsOutOfScopeShareTheirLimit":    frontierOutOfScope,
		"ALeaseWithoutRequestMovesNoClock":  frontierUnasked,
		"ABookedTurnIsKeptFromLinks":        frontierBooked,
		"ABookedTurnIsKeptAsLongAsAwaited":  frontierBookedLong,
		"AWaitingLeaseLendsItsPlace":        frontierLent,
		"ADeferredHostIsNotServed":          frontierRest,
		"ADeferredHostDoesNotBlockOthers":   frontierLongRest,
		"ALongerDelayCountsAtOnce":          frontierSetDelay,
		"AGivenUpHostsLinksComeAtOnce":      frontierClose,
		"AResumedCrawlWaitsOneDelay":        frontierResumed,
		"LanesAreServedByShares":            frontierShares,
		"LowestLaneFirstWithoutAChoice":     frontierLowest,
		"AMovedLinkWaitsElsewhere":          frontierMove,
		"ALeasedLinkIsNotMoved":             frontierMoveLeased,
		"APreferredLinkIsServedFirst":       frontierPrefer,
		"AChangedLinkIsNotPreferred":        frontierPreferChanged,
		"ACrashForgetsWhatIsPreferred":      frontierPreferCrash,
		"ABudgetIsNotKeptForLaterLinks":     frontierPreferBudget,
		"APreferredHostKeepsItsTurn":        frontierPreferBarred,
		"ASplitMovesAnEvenShare":            frontierSplit,
		"ADroppedLaneIsNotServed":           frontierDrop,
		"ADroppedLinkWaitsWhenFoundAgain":   frontierDropFound,
		"ASplitBeforeADropSavesItsShare":    frontierSplitDrop,
		"LargeSplitsAndDropsGoOn":           frontierLarge,
		"ABudgetIsKeptForTheBestLinks":      frontierBudget,
		"ABudgetWaitsForABetterHost":        frontierBudgetReady,
		"ABudgetForAllLeavesOutNone":        frontierBudgetLarge,
		"ABudgetIsNotKeptForDeadHosts":      frontierBudgetStuck,
		"ABudgetIsKeptUpToAHorizon":         frontierBudgetSlow,
		"ABudgetIsNotKeptForALongDelay":     frontierBudgetDelay,
		"ABudgetIsKeptForTheLanesInFront":   frontierBudgetLanes,
		"StateIsWrittenWithTheGroup":        frontierState,
		"AScanSeesWhatWaits":                frontierScan,
		"ResetRemovesEverything":            frontierReset,
		"ChangesAreSignalled":               frontierChanged,
		"ManyHostsAreAllServed":             frontierManyHosts,
		"ManyLanesAreAllServed":             frontierManyLanes,
		"ACrashLosesNothing":                frontierCrash,
		"TwoGoroutinesMayUseIt":             frontierConcurrent,
	} {
		t.Run(name, func(t *testing.T) {
			test(&frontierTest{T: t, open: open, now: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)})
		})
	}
}
