package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/lab"
)

// labEvolveCmd breeds the weights of the strategy evolved.
type labEvolveCmd struct {
	Web         []string `required:"" placeholder:"DIR" help:"A recorded web to breed on: a library, or a folder with sites as DIR/HOST/PATH. May be repeated."`
	Judge       []string `placeholder:"DIR" help:"A recorded web to judge the winner on, which it has not seen. May be repeated."`
	labTargets  `embed:""`
	labWeb      `embed:""`
	Population  int    `default:"24" placeholder:"N" help:"Vectors of weights in a generation."`
	Generations int    `default:"20" placeholder:"N" help:"Generations."`
	Budget      int    `placeholder:"N" help:"The most requests of a walk; all by default."`
	Seed        uint64 `default:"1" placeholder:"N" help:"Another number breeds other weights."`
	Out         string `short:"o" required:"" placeholder:"FILE" help:"The file to write the weights to."`
}

// Help returns the long text of `sluice lab evolve`.
func (labEvolveCmd) Help() string {
	return `Breeds the weights of the strategy evolved on recorded webs, by a genetic algorithm. The fitness of weights is the area under the curve
of known documents over requests, by that of breadth-first, as a mean over the webs. The winner is judged on other webs, which it has not
seen: on those that it was bred on it always looks good.

Crawls of a library with --strategy evolved use the weights in its models/evolved.txt, so copy the file there. The same webs and
the same --seed breed the same weights.

EXAMPLES

    sluice lab evolve --web mylib --judge other -o evolved.txt
    cp evolved.txt mylib/models/
    sluice crawl -d mylib --again --strategy evolved`
}

// Run breeds weights, writes them, and judges them.
func (cmd *labEvolveCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.Population < 4 || cmd.Generations < 1 || cmd.Budget < 0 {
		return usagef("--population must be at least 4, --generations at least 1, and --budget not negative")
	}
	targets, err := cmd.read()
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	arenas, closeAll, err := cmd.arenas(ctx, cmd.Web, targets)
	defer func() { closeAll(&err) }()
	if err != nil {
		return err
	}
	e := lab.Evolution{Population: cmd.Population, Generations: cmd.Generations, Seed: cmd.Seed, OnGeneration: func(n int, best, mean float64) {
		fmt.Fprintf(c.notes, "generation %d: best %.3f, mean %.3f\n", n+1, best, mean)
	}}
	weights, fitness, err := e.Run(ctx, arenas)
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; no weights were bred.")
		return errStopped
	}
	if err != nil {
		return err
	}
	file, err := lab.MarshalWeights(weights)
	if err != nil {
		return err
	}
	err = outfile.Write(ctx, cmd.Out, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%.3f of breadth-first's area on the webs bred on; weights written to %s\n", fitness, screen.Escape(cmd.Out))
	return cmd.judge(ctx, c, weights, targets)
}

// judge writes what weights are worth on other webs.
func (cmd *labEvolveCmd) judge(ctx context.Context, c *console, weights map[string]float64, targets func(*lab.Web) lab.Targets) (err error) {
	arenas, closeAll, err := cmd.arenas(ctx, cmd.Judge, targets)
	defer func() { closeAll(&err) }()
	if err != nil {
		return err
	}
	for _, a := range arenas {
		fitness, err := lab.Fitness(ctx, weights, []*lab.Arena{a})
		if isInterrupted(ctx, err) {
			return errStopped
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "%.3f on %s, which they have not seen\n", fitness, screen.Escape(a.Name))
	}
	return nil
}

// arenas opens webs. The function that it returns closes them.
func (cmd *labEvolveCmd) arenas(ctx context.Context, dirs []string, targets func(*lab.Web) lab.Targets) (arenas []*lab.Arena, closeAll func(*error), err error) {
	closeAll = func(err *error) {
		for _, a := range arenas {
			closeAfter(err, a.Web)
		}
	}
	for _, dir := range dirs {
		web, err := cmd.open(ctx, dir)
		if err != nil {
			return arenas, closeAll, err
		}
		arenas = append(arenas, &lab.Arena{Name: filepath.Base(filepath.Clean(dir)), Web: web, Targets: targets(web), Budget: cmd.Budget})
	}
	return arenas, closeAll, nil
}
