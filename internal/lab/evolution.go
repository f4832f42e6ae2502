package lab

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"sluice/focus"
)

// Arena is a web on which strategies are bred or judged.
type Arena struct {
	Name    string
	Web     *Web
	Targets Targets
	Budget  int // requests of each walk; 0: all

	all, requests int     // targets and requests of breadth-first
	area          float64 // of breadth-first
}

// Evolution breeds weights of [focus.Evolved].
type Evolution struct {
	Population  int // vectors of weights
	Generations int
	Seed        uint64
	// OnGeneration, if set, is called when a generation was judged, with the fitness of its best and the mean of all.
	OnGeneration func(generation int, best, mean float64)
}

// Constants of the genetic algorithm.
const (
	initialSpread = 2.0 // of the weights of the first generation: from -2 to 2
	parents       = 3   // of so many, drawn at random, the fittest becomes a parent
	mutated       = 0.2 // share of the weights of a child that are changed
	mutationSigma = 0.5 // standard deviation of a change
	elite         = 2   // vectors that live on as they are
)

// individual is a vector of weights with its fitness.
type individual struct {
	weights []float64
	fitness float64
}

// ofTopic are the features that are 0 without a topic.
var ofTopic = []string{"page-similar", "link-similar"}

// Run breeds weights, and returns the best with its fitness: the mean, over the arenas, of the area under the curve of known targets by that
// of breadth-first. The first generation has the weights that ship, and random ones. A generation has children of two parents each, every
// weight from one of the two, some of them changed; the best two of a generation live on. Without a topic in the arenas the
// weights of what is similar to it stay as they ship. The same arenas and seed breed the same weights.
func (e *Evolution) Run(ctx context.Context, arenas []*Arena) (weights map[string]float64, fitness float64, err error) {
	random := rand.New(rand.NewPCG(e.Seed, 0))
	names := featureNames()
	hasTopic := slices.ContainsFunc(arenas, func(a *Arena) bool { return a.Targets.Topic != nil && a.Targets.Linked == nil })
	var free []int // features whose weights are bred
	for j, name := range names {
		if hasTopic || !slices.Contains(ofTopic, name) {
			free = append(free, j)
		}
	}
	population := make([]individual, max(e.Population, elite+1))
	for i := range population {
		population[i].weights = shipped(names)
		for _, j := range free {
			if i > 0 {
				population[i].weights[j] = initialSpread * (2*random.Float64() - 1)
			}
		}
	}
	for generation := 0; ; generation++ {
		for i := range population {
			if p := &population[i]; p.fitness == 0 {
				if p.fitness, err = Fitness(ctx, named(names, p.weights), arenas); err != nil {
					return nil, 0, err
				}
			}
		}
		slices.SortStableFunc(population, func(a, b individual) int { return cmp.Compare(b.fitness, a.fitness) })
		if e.OnGeneration != nil {
			sum := 0.0
			for _, p := range population {
				sum += p.fitness
			}
			e.OnGeneration(generation, population[0].fitness, sum/float64(len(population)))
		}
		if generation+1 >= e.Generations {
			return named(names, population[0].weights), population[0].fitness, nil
		}
		next := slices.Clone(population[:elite])
		for len(next) < len(population) {
			next = append(next, individual{weights: child(random, free, parent(random, population), parent(random, population))})
		}
		population = next
	}
}

// parent returns the fittest of some that are drawn.
func parent(random *rand.Rand, population []individual) []float64 {
	best := len(population)
	for range parents {
		best = min(best, random.IntN(len(population))) // they are sorted
	}
	return population[best].weights
}

// shipped returns the weights that ship.
func shipped(names []string) []float64 {
	all := focus.EvolvedWeights()
	weights := make([]float64, len(names))
	for i, name := range names {
		weights[i] = all[name]
	}
	return weights
}

// child returns weights of two parents, of which some may change.
func child(random *rand.Rand, free []int, a, b []float64) []float64 {
	c := slices.Clone(a)
	for _, i := range free {
		if random.IntN(2) == 0 {
			c[i] = b[i]
		}
		if random.Float64() < mutated {
			c[i] += mutationSigma * random.NormFloat64()
		}
	}
	return c
}

// named returns weights by name.
func named(names []string, weights []float64) map[string]float64 {
	m := map[string]float64{}
	for i, name := range names {
		m[name] = weights[i]
	}
	return m
}

// Fitness returns the mean, over arenas, of the area of [focus.Evolved] with weights by that of breadth-first.
func Fitness(ctx context.Context, weights map[string]float64, arenas []*Arena) (mean float64, err error) {
	for _, a := range arenas {
		gain, err := a.gain(ctx, weights)
		if err != nil {
			return 0, err
		}
		mean += gain / float64(len(arenas))
	}
	return mean, nil
}

// gain returns the area of a walk by that of breadth-first.
func (a *Arena) gain(ctx context.Context, weights map[string]float64) (float64, error) {
	if a.area == 0 {
		first, err := Run(ctx, a.Web, focus.BreadthFirst{}, a.Targets, Limits{})
		if err != nil {
			return 0, err
		}
		a.all, a.requests = first.Targets(), len(first.Known)
		if a.Budget > 0 {
			a.requests = min(a.requests, a.Budget)
		}
		if a.area = first.Area(a.all, a.requests); a.area == 0 {
			return 0, &NoTargetError{a.Name}
		}
	}
	w, err := Run(ctx, a.Web, &focus.Evolved{Weights: weights}, a.Targets, Limits{Requests: a.requests})
	if err != nil {
		return 0, err
	}
	return w.Area(a.all, a.requests) / a.area, nil
}

// NoTargetError is the error of a web on which no target can be reached from its seeds.
type NoTargetError struct{ Web string }

// Error implements error.
func (e *NoTargetError) Error() string {
	return e.Web + ": no target can be reached from its seeds; name them in a file if they are not recorded"
}
