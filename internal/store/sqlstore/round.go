package sqlstore

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// Round is a periodic task, such as sending the notices that are due. Several processes on one database run it once in
// a period.
type Round struct {
	Name  string
	Every time.Duration
	Do    func(ctx context.Context) error
}

type roundArgs struct {
	Name string `json:"name"`
}

func (roundArgs) Kind() string { return "round" }

func (r Round) job() *river.PeriodicJob {
	options := &river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: r.Every}}
	return river.NewPeriodicJob(river.PeriodicInterval(r.Every),
		func() (river.JobArgs, *river.InsertOpts) { return roundArgs{r.Name}, options },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// roundWorker runs the rounds by their names.
type roundWorker struct {
	river.WorkerDefaults[roundArgs]
	rounds map[string]Round
}

func newRounder(rounds []Round) *roundWorker {
	r := &roundWorker{rounds: map[string]Round{}}
	for _, round := range rounds {
		r.rounds[round.Name] = round
	}
	return r
}

// Work cancels a round of another version of the program.
func (r *roundWorker) Work(ctx context.Context, job *river.Job[roundArgs]) error {
	round, known := r.rounds[job.Args.Name]
	if !known {
		return river.JobCancel(fmt.Errorf("there is no round %q", job.Args.Name))
	}
	return round.Do(ctx)
}
