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

// JobState is the state of a job.
type JobState string

// The states of a job. Retrying jobs have failed and wait for another attempt; done jobs are deleted after a while.
const (
	JobWaiting   JobState = "waiting"
	JobRunning   JobState = "running"
	JobRetrying  JobState = "retrying"
	JobFailed    JobState = "failed"
	JobDone      JobState = "done"
	JobCancelled JobState = "cancelled"
)

// riverStates has River's names of them.
var riverStates = map[JobState][]rivertype.JobState{
	JobWaiting:   {rivertype.JobStateAvailable, rivertype.JobStateScheduled, rivertype.JobStatePending},
	JobRunning:   {rivertype.JobStateRunning},
	JobRetrying:  {rivertype.JobStateRetryable},
	JobFailed:    {rivertype.JobStateDiscarded},
	JobDone:      {rivertype.JobStateCompleted},
	JobCancelled: {rivertype.JobStateCancelled},
}

// JobStates lists all states.
var JobStates = []JobState{JobWaiting, JobRunning, JobRetrying, JobFailed, JobDone, JobCancelled}

// Job is a job as operators see it.
type Job struct {
	ID        int64           `json:"id"`
	Kind      string          `json:"kind"`
	State     JobState        `json:"state"`
	Args      json.RawMessage `json:"args"`
	Attempt   int             `json:"attempt"`
	CreatedAt time.Time       `json:"createdAt"`
	DueAt     time.Time       `json:"dueAt"`
	Failures  []JobFailure    `json:"failures"` // the latest last
	Trail     trail.Trail     `json:"trail"`    // the request that caused it, and the order it is about
}

// Outcome returns the notice of a finished job and its receiver; it is empty for other jobs.
func (j *Job) Outcome() string {
	var args noticeJob
	if j.State != JobDone || j.Kind != args.Kind() || json.Unmarshal(j.Args, &args) != nil {
		return ""
	}
	return fmt.Sprintf("%s was sent to %s by %s", args.Notice.Kind, args.Notice.To, args.Channel)
}

// JobFailure is a failed attempt.
type JobFailure struct {
	At    time.Time `json:"at"`
	Error string    `json:"error"`
}

// JobFilter selects jobs; zero fields do not restrict.
type JobFilter struct {
	Kind  string
	State JobState
	Limit int // 0 means 100; at most 10,000
}

const maxListedJobs = 10_000

// List returns jobs, the latest first.
func (j *Jobs) List(ctx context.Context, filter JobFilter) ([]Job, error) {
	params := river.NewJobListParams().OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(defaultLimit)
	if filter.Limit > 0 {
		params = params.First(min(filter.Limit, maxListedJobs))
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

// Job returns a job by its number, or fault.NotFound.
func (j *Jobs) Job(ctx context.Context, id int64) (Job, error) {
	return jobOrFault(j.inserter.JobGet(ctx, id))
}

// Retry makes a job due now, even one that failed for good; a running one is left alone. It returns fault.NotFound if
// there is no such job.
func (j *Jobs) Retry(ctx context.Context, id int64) (Job, error) {
	return jobOrFault(j.inserter.JobRetry(ctx, id))
}

func jobOrFault(row *rivertype.JobRow, err error) (Job, error) {
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
