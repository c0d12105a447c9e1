package sqlstore

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"storefront/internal/core/notice"
)

var errDown = errors.New("the mail server is down")

func tried(attempt int, age time.Duration) *river.Job[noticeJob] {
	return &river.Job[noticeJob]{
		JobRow: &rivertype.JobRow{Attempt: attempt, MaxAttempts: maxRecordedFailures, CreatedAt: time.Now().Add(-age)},
		Args:   noticeJob{Channel: notice.Mail},
	}
}

func TestNoticeIsRetriedForThreeDaysThenDiscarded(t *testing.T) {
	w := &noticeWorker{
		send:   map[notice.Channel]Send{notice.Mail: func(context.Context, notice.Notice) error { return errDown }},
		logger: slog.New(slog.DiscardHandler),
	}
	for _, c := range []struct {
		name    string
		attempt int
		age     time.Duration
		snoozes bool
	}{
		{"an early attempt fails, and River records it", 1, 0, false},
		{"the last recorded attempt is snoozed", maxRecordedFailures, 2 * time.Hour, true},
		{"an attempt within three days is snoozed", maxRecordedFailures, 72 * time.Hour, true},
		{"an attempt after three days fails", maxRecordedFailures, sendRetryPeriod + time.Minute, false},
		{"a retry by an operator fails", maxRecordedFailures + 1, 10 * 24 * time.Hour, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := w.Work(t.Context(), tried(c.attempt, c.age))
			snooze, snoozes := errors.AsType[*river.JobSnoozeError](err)
			if snoozes != c.snoozes || !snoozes && !errors.Is(err, errDown) {
				t.Errorf("it ends with %v", err)
			}
			if snoozes && snooze.Duration != maxSendRetryPause {
				t.Errorf("it waits %v", snooze.Duration)
			}
		})
	}
}

func TestRetryPausesGrowFromASecondToTheMaximum(t *testing.T) {
	for attempt, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 9: 256 * time.Second,
		10: maxSendRetryPause, maxRecordedFailures: maxSendRetryPause,
		1 << 14: maxSendRetryPause,
	} {
		if got := retryPause(attempt, maxSendRetryPause); got != want {
			t.Errorf("after failure %d it waits %v, want %v", attempt, got, want)
		}
	}
}
