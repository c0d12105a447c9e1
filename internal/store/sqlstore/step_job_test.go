package sqlstore

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

func TestAJobOfStepsIsRepeatedForEverAndKeepsItsFirstFailures(t *testing.T) {
	later, done := time.Now().Add(time.Hour), time.Time{}
	for name, c := range map[string]struct {
		attempt int
		next    time.Time
		err     error
		want    time.Duration // until the next step; zero for none
	}{
		"an early failure, which River keeps":    {1, done, errDown, 0},
		"a late failure, which only the log has": {maxRecordedFailures, done, errDown, maxRetryPause},
		"a failure after months":                 {maxJobAttempts - 1, done, errDown, maxRetryPause},
		"a step before others":                   {1, later, nil, time.Hour},
		"a step whose next is due":               {1, time.Now(), nil, minSnooze},
		"the last step":                          {1, done, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := &stepWorker[departureJob]{logger: slog.New(slog.DiscardHandler),
				step: func(context.Context, departureJob) (time.Time, error) { return c.next, c.err }}
			err := w.Work(t.Context(), &river.Job[departureJob]{JobRow: &rivertype.JobRow{Attempt: c.attempt}})
			snooze, snoozes := errors.AsType[*river.JobSnoozeError](err)
			if snoozes != (c.want > 0) || !snoozes && !errors.Is(err, c.err) {
				t.Fatalf("it ends with %v", err)
			}
			if snoozes && (snooze.Duration <= 0 || snooze.Duration > c.want || snooze.Duration < c.want-time.Minute) {
				t.Errorf("it waits %v, want %v", snooze.Duration, c.want)
			}
		})
	}
}
