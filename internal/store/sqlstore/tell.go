package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"storefront/internal/core/notice"
	"storefront/internal/core/trail"
)

const (
	maxTellers = 4 // of a channel: they mostly wait, but tickets are work that requests would feel
	// tellFor is how long a notice is tried to be sent before it is left to an operator: a weekend and a day.
	tellFor    = 73 * time.Hour
	tellAtMost = 5 * time.Minute
)

// Tell sends a notice by one channel.
type Tell = func(ctx context.Context, n notice.Notice) error

// Through says by which channels notices go out from now on; it is mail where nothing is said. It is to be called
// before the store is used.
func (j *Jobs) Through(channels ...notice.Channel) { j.channels = channels }

// tellNotice is a job of its own for each channel: what one has sent is not sent again because another fails.
type tellNotice struct {
	Channel notice.Channel `json:"channel"`
	Notice  notice.Notice  `json:"notice"`
}

func (tellNotice) Kind() string { return "tell" }

// queueOf keeps a channel that hangs from holding up another, or the settling of orders.
func queueOf(channel notice.Channel) string { return "tell_" + string(channel) }

// TellLater has a notice sent after the transaction, by every channel that may have it. A notice without an id is given
// one.
func (t *Tx) TellLater(ctx context.Context, n notice.Notice) error {
	kept := trail.Metadata(ctx)
	ctx, err := t.enter(ctx)
	if err != nil {
		return err
	}
	if n.ID == "" {
		n.ID = rand.Text()
	}
	if err := t.insertDelivery(ctx, n); err != nil {
		return err
	}
	return t.fail("tell later", t.jobs.insertNotice(ctx, t.sql, n, kept))
}

func (j *Jobs) insertNotice(ctx context.Context, tx *sql.Tx, n notice.Notice, kept []byte) error {
	var jobs []river.InsertManyParams
	for _, channel := range j.channels {
		if channel != notice.Mail && (n.Kind.Private() || n.Resent) {
			continue
		}
		options := &river.InsertOpts{MaxAttempts: recorded, Queue: queueOf(channel), Metadata: kept}
		jobs = append(jobs, river.InsertManyParams{Args: tellNotice{channel, n}, InsertOpts: options})
	}
	if len(jobs) == 0 {
		return nil
	}
	_, err := j.inserter.InsertManyFastTx(ctx, tx, jobs)
	return err
}

type teller struct {
	river.WorkerDefaults[tellNotice]
	tell   map[notice.Channel]Tell
	logger *slog.Logger
}

// Work fails for good only after tellFor. River records failures up to the last attempt; from there on they are logged.
// What is for a channel that was switched off is given up: an operator can still have it tried when the channel is
// back.
func (w *teller) Work(ctx context.Context, job *river.Job[tellNotice]) error {
	n := job.Args.Notice
	tell := w.tell[job.Args.Channel]
	if tell == nil {
		w.logger.WarnContext(ctx, "a notice is given up: its channel is switched off", "channel", job.Args.Channel,
			"kind", n.Kind,
			"notice", n.ID)
		return river.JobCancel(fmt.Errorf("nothing is told by %q any more", job.Args.Channel))
	}
	err := tell(ctx, n)
	if err == nil {
		return nil
	}
	w.logger.WarnContext(ctx, "a notice cannot be sent", "channel", job.Args.Channel, "kind", n.Kind, "notice", n.ID,
		"attempt", job.Attempt, "error", err)
	if job.Attempt < job.MaxAttempts || time.Since(job.CreatedAt) > tellFor {
		return err
	}
	return river.JobSnooze(tellAtMost)
}

func (w *teller) NextRetry(job *river.Job[tellNotice]) time.Time {
	return time.Now().Add(pause(job.Attempt, tellAtMost))
}
