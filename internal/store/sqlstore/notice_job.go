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
	// notifyFor is how long a notice is tried to be sent before it is left to an operator: a weekend and a day.
	notifyFor  = 73 * time.Hour
	tellAtMost = 5 * time.Minute
)

// Tell sends a notice by one channel.
type Tell = func(ctx context.Context, n notice.Notice) error

// Through says by which channels notices go out from now on; it is mail where nothing is said. It is to be called
// before the store is used.
func (j *Jobs) Through(channels ...notice.Channel) { j.channels = channels }

// noticeJob is a job of its own for each channel: what one has sent is not sent again because another fails.
type noticeJob struct {
	Channel notice.Channel `json:"channel"`
	Notice  notice.Notice  `json:"notice"`
}

func (noticeJob) Kind() string { return "tell" }

// queueOf keeps a channel that hangs from holding up another, or the settling of orders.
func queueOf(channel notice.Channel) string { return "tell_" + string(channel) }

// NotifyLater sends a notice after the transaction, by every channel that may have it. A notice without an id gets one.
func (t *Tx) NotifyLater(ctx context.Context, n notice.Notice) error {
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
		jobs = append(jobs, river.InsertManyParams{Args: noticeJob{channel, n}, InsertOpts: options})
	}
	if len(jobs) == 0 {
		return nil
	}
	_, err := j.inserter.InsertManyFastTx(ctx, tx, jobs)
	return err
}

type notifier struct {
	river.WorkerDefaults[noticeJob]
	tell   map[notice.Channel]Tell
	logger *slog.Logger
}

// Work sends a notice, and gives up only after notifyFor. River records failures up to the last attempt; later ones are
// logged. A notice for a channel that was switched off is given up; an operator can retry it when the channel is back.
func (w *notifier) Work(ctx context.Context, job *river.Job[noticeJob]) error {
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
	if job.Attempt < job.MaxAttempts || time.Since(job.CreatedAt) > notifyFor {
		return err
	}
	return river.JobSnooze(tellAtMost)
}

func (w *notifier) NextRetry(job *river.Job[noticeJob]) time.Time {
	return time.Now().Add(pause(job.Attempt, tellAtMost))
}
