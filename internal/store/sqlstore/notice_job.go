package sqlstore

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"storefront/internal/core/notice"
	"storefront/internal/core/trail"
)

const (
	maxSenders = 4 // of a channel: they mostly wait, but tickets are work that requests would feel
	// sendRetryPeriod is how long a notice is retried before it is left to an operator: a weekend and a day.
	sendRetryPeriod   = 73 * time.Hour
	maxSendRetryPause = 5 * time.Minute
)

// Send sends a notice by one channel.
type Send = func(ctx context.Context, n notice.Notice) error

// SetChannels sets the channels of new notices; only mail without it. It must be called before the store is used.
func (j *Jobs) SetChannels(channels ...notice.Channel) { j.channels = channels }

// noticeJob sends a notice by one channel, so that a failure of one channel does not repeat the others.
type noticeJob struct {
	Channel notice.Channel `json:"channel"`
	Notice  notice.Notice  `json:"notice"`
}

func (noticeJob) Kind() string { return "tell" }

// queueOf returns the queue of a channel. Each has its own, so that one that hangs delays neither others nor settling.
func queueOf(channel notice.Channel) string { return "tell_" + string(channel) }

// NotifyLater sends notices after the transaction, by every channel that may have them. It generates missing ids.
func (t *Tx) NotifyLater(ctx context.Context, notices ...notice.Notice) error {
	metadata := trail.Metadata(ctx)
	ctx, err := t.statementContext(ctx)
	if err != nil {
		return err
	}
	var jobs []river.InsertManyParams
	notices = slices.Clone(notices)
	for i := range notices {
		if notices[i].ID == "" {
			notices[i].ID = rand.Text()
		}
		jobs = append(jobs, t.jobs.noticeJobs(notices[i], metadata)...)
	}
	if err := t.insertDeliveries(ctx, notices); err != nil {
		return err
	}
	return t.InsertJobs(ctx, "queue notices", jobs...)
}

func (j *Jobs) noticeJobs(n notice.Notice, metadata []byte) (jobs []river.InsertManyParams) {
	for _, channel := range j.channels {
		if !channel.Carries(n.Kind) {
			continue
		}
		if channel == notice.Messaging && (n.Kind.IsPrivate() || n.Resent) {
			continue
		}
		options := &river.InsertOpts{MaxAttempts: maxRecordedFailures, Queue: queueOf(channel), Metadata: metadata}
		jobs = append(jobs, river.InsertManyParams{Args: noticeJob{channel, n}, InsertOpts: options})
	}
	return jobs
}

const (
	deleteNotices = "DELETE FROM river_job WHERE kind = 'tell' AND args -> 'notice' ->> "
	// A reseller's notice names the reseller in place of an address.
	deleteNoticesOfOrder = deleteNotices + "'subject' = $1 AND args ->> 'channel' <> 'reseller'"
	deleteNoticesTo      = deleteNotices + "'to' = $1 AND args -> 'notice' ->> 'deployment' = $2"
	deleteNoticesAbout   = deleteNotices + "'subject' = $1 AND args -> 'notice' ->> 'deployment' = $2"
)

// deleteNoticesAbout deletes the jobs that send notices about a message or a negotiation.
func (t *Tx) deleteNoticesAbout(ctx context.Context, deployment, subject string) error {
	_, err := t.exec(ctx, "delete notices", deleteNoticesAbout, subject, deployment)
	return err
}

// deleteNoticesOfOrder deletes the jobs that send mails and messages about an order, in any state: jobs that have
// failed are kept for long, with the recipient's address. A job that is running leaves nothing behind.
func (t *Tx) deleteNoticesOfOrder(ctx context.Context, order string) error {
	_, err := t.exec(ctx, "delete notices", deleteNoticesOfOrder, order)
	return err
}

// deleteNoticesTo deletes the jobs that send some kinds of notices to an address.
func (t *Tx) deleteNoticesTo(ctx context.Context, deployment, email string, kinds ...notice.Kind) error {
	args := []any{email, deployment}
	for _, k := range kinds {
		args = append(args, string(k))
	}
	_, err := t.exec(ctx, "delete notices",
		deleteNoticesTo+" AND args -> 'notice' ->> 'kind' IN ("+placeholders(3, len(kinds))+")", args...)
	return err
}

type noticeWorker struct {
	river.WorkerDefaults[noticeJob]
	send   map[notice.Channel]Send
	logger *slog.Logger
}

// Work sends a notice, and gives up only after sendRetryPeriod. River records failures up to the last attempt; later
// ones are logged. A notice for a channel that is switched off is cancelled; an operator can retry it later.
func (w *noticeWorker) Work(ctx context.Context, job *river.Job[noticeJob]) error {
	n := job.Args.Notice
	send := w.send[job.Args.Channel]
	if send == nil {
		w.logger.WarnContext(ctx, "cancelled a notice: its channel is switched off", "channel", job.Args.Channel,
			"kind", n.Kind,
			"notice", n.ID)
		return river.JobCancel(fmt.Errorf("channel %q is switched off", job.Args.Channel))
	}
	err := send(ctx, n)
	if err == nil {
		return nil
	}
	w.logger.WarnContext(ctx, "cannot send a notice", "channel", job.Args.Channel, "kind", n.Kind, "notice", n.ID,
		"attempt", job.Attempt, "error", err)
	if job.Attempt < job.MaxAttempts || time.Since(job.CreatedAt) > sendRetryPeriod {
		return err
	}
	recordFailure(ctx, err)
	return river.JobSnooze(maxSendRetryPause)
}

func (w *noticeWorker) NextRetry(job *river.Job[noticeJob]) time.Time {
	return time.Now().Add(retryPause(job.Attempt, maxSendRetryPause))
}
