package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"storefront/internal/core/trail"
)

// JobState is how a job stands.
type JobState string

// A job waits, runs, waits for another try after a failure, or has failed for good; one that succeeded is kept for a
// while.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobRetrying  JobState = "retrying"
	JobFailed    JobState = "failed"
	JobDone      JobState = "done"
	JobCancelled JobState = "cancelled"
)

// riverStates are what River calls them.
var riverStates = map[JobState][]rivertype.JobState{
	JobWaiting:   {rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStatePending},
	JobRunning:   {rivertype.JobStateRunning},
	JobRetrying:  {rivertype.JobStateRetryable},
	JobFailed:    {rivertype.JobStateDiscarded},
	JobDone:      {rivertype.JobStateCompleted},
	JobCancelled: {rivertype.JobStateCancelled},
}

// JobStates are all of them.
var JobStates = []JobState{JobWaiting, JobRunning, JobRetrying, JobFailed, JobDone, JobCancelled}

// Job is what an operator sees of one.
type Job struct {
	ID        int64           `json:"id"`
	Kind      string          `json:"kind"`
	State     JobState        `json:"state"`
	Args      json.RawMessage `json:"args"`
	Attempt   int             `json:"attempt"`
	CreatedAt time.Time       `json:"createdAt"`
	DueAt     time.Time       `json:"dueAt"`
	Failures  []JobFailure    `json:"failures"` // the latest last
	Trail     trail.Trail     `json:"trail"`    // who asked for it, and about which order
}

// Told returns the notice of a finished job and its receiver; it is empty for other jobs.
func (j *Job) Told() string {
	var args noticeJob
	if j.State != JobDone || j.Kind != args.Kind() || json.Unmarshal(j.Args, &args) != nil {
		return ""
	}
	return fmt.Sprintf("%s was sent to %s by %s", args.Notice.Kind, args.Notice.To, args.Channel)
}

// JobFailure is a try that did not succeed.
type JobFailure struct {
	At    time.Time `json:"at"`
	Error string    `json:"error"`
}

// JobFilter chooses jobs; what is zero does not restrict.
type JobFilter struct {
	Kind  string
	State JobState
	Limit int // 0 is 100, and 10,000 the most
}

const mostJobs = 10_000

// List gives jobs, the latest first.
func (j *Jobs) List(ctx context.Context, filter JobFilter) ([]Job, error) {
	params := river.NewJobListParams().OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(defaultLimit)
	if filter.Limit > 0 {
		params = params.First(min(filter.Limit, mostJobs))
	}
	if filter.Kind != "" {
		params = params.Kinds(filter.Kind)
	}
	if filter.State != "" {
		params = params.States(riverStates[filter.State]...)
	}
	found, err := j.inserter.JobList(ctx, params)
	if err != nil {
		return nil, err
	}
	list := make([]Job, len(found.Jobs))
	for i, row := range found.Jobs {
		list[i] = jobOf(row)
	}
	return list, nil
}

// Job finds one by its number, or returns fault.NotFound.
func (j *Jobs) Job(ctx context.Context, id int64) (Job, error) {
	return found(j.inserter.JobGet(ctx, id))
}

// Retry has a job done now, one that has failed for good once more too. One that runs is left alone. It returns
// fault.NotFound where there is no such job.
func (j *Jobs) Retry(ctx context.Context, id int64) (Job, error) {
	return found(j.inserter.JobRetry(ctx, id))
}

func found(row *rivertype.JobRow, err error) (Job, error) {
	if errors.Is(err, rivertype.ErrNotFound) {
		return Job{}, notFound("job")
	}
	if err != nil {
		return Job{}, err
	}
	return jobOf(row), nil
}

func jobOf(row *rivertype.JobRow) Job {
	job := Job{
		ID: row.ID, Kind: row.Kind, State: stateOf(row.State), Args: row.EncodedArgs, Attempt: row.Attempt,
		CreatedAt: row.CreatedAt, DueAt: row.ScheduledAt, Failures: []JobFailure{},
		Trail: trail.FromMetadata(row.Metadata),
	}
	for _, e := range row.Errors {
		job.Failures = append(job.Failures, JobFailure{At: e.At, Error: e.Error})
	}
	return job
}

func stateOf(state rivertype.JobState) JobState {
	for own, theirs := range riverStates {
		for _, s := range theirs {
			if s == state {
				return own
			}
		}
	}
	return JobState(state)
}
