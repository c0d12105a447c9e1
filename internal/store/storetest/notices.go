package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"storefront/internal/core/fault"
	"storefront/internal/core/notice"
	"storefront/internal/shop/booking"
	"storefront/internal/store/sqlstore"
)

var confirmed = notice.Notice{
	Kind: notice.OrderConfirmed, Deployment: "wayfare", Language: "ar", To: "amina@example.com", Subject: "order",
	Booking: "one",
}

var notices = []promise{
	{"a notice is sent once, unchanged and with an id, by existing channels only",
		func(t *testing.T, s Store) {
			mail, messages := newSent(), newSent()
			startSending(t, s, mail.take, messages.take)
			notifyLater(t, s, confirmed)
			got := mail.next(t)
			if got.ID == "" {
				t.Error("it has no id")
			}
			got.ID = ""
			wantEqual(t, got, confirmed)
			mail.wantNoMore(t)
			messages.wantNoMore(t)
		}},
	{"a notice with an id keeps it", func(t *testing.T, s Store) {
		mail := newSent()
		startSending(t, s, mail.take, nil)
		n := confirmed
		n.ID = "one"
		notifyLater(t, s, n)
		wantEqual(t, mail.next(t), n)
	}},
	{"a failed or panicking channel retries, and others do not send twice", func(t *testing.T, s Store) {
		s.Jobs().SetChannels(notice.Mail, notice.Messaging)
		mail, messages := newSent(), newSent()
		var tries atomic.Int64
		startSending(t, s, func(ctx context.Context, n notice.Notice) error {
			switch tries.Add(1) {
			case 1:
				return errors.New("451 come back later")
			case 2:
				panic("a mistake")
			}
			return mail.take(ctx, n)
		}, messages.take)
		notifyLater(t, s, confirmed)
		wantEqual(t, messages.next(t), mail.next(t))
		messages.wantNoMore(t)
	}},
	{"private notices are sent by mail only", func(t *testing.T, s Store) {
		s.Jobs().SetChannels(notice.Mail, notice.Messaging)
		mail, messages := newSent(), newSent()
		startSending(t, s, mail.take, messages.take)
		notifyLater(t, s, notice.Notice{Kind: notice.PasswordReset, To: "amina@example.com"})
		mail.next(t)
		messages.wantNoMore(t)
	}},
	{"notices of a disabled channel are cancelled, and can be retried later",
		func(t *testing.T, s Store) {
			s.Jobs().SetChannels(notice.Mail, notice.Messaging)
			notifyLater(t, s, confirmed)
			s.Jobs().SetChannels(notice.Mail)
			mail := newSent()
			startSending(t, s, mail.take, nil)
			mail.next(t)
			off := waitForJob(t, s, sqlstore.JobFilter{State: sqlstore.JobCancelled},
				func(sqlstore.Job) bool { return true })
			if n := len(off.Failures); n == 0 || !strings.Contains(off.Failures[n-1].Error,
				`channel "messaging" is switched off`) {
				t.Errorf("the job is %+v", off)
			}
			must(t, s.Jobs().Stop(ctx))
			s.Jobs().SetChannels(notice.Mail, notice.Messaging)
			messages := newSent()
			startSending(t, s, mail.take, messages.take)
			must(t, errOf(s.Jobs().Retry(ctx, off.ID)))
			messages.next(t)
		}},
	{"a notice of a channel without a sender waits for another process", func(t *testing.T, s Store) {
		notifyLater(t, s, confirmed)
		settled := startSettling(t, s, atRest)
		settleLater(t, s, "order", time.Time{})
		settled.next(t)
		wantJobs(t, s, sqlstore.JobFilter{Kind: "tell", State: sqlstore.JobWaiting}, "tell")
	}},
	{"a notice of a rolled back transaction is not sent", func(t *testing.T, s Store) {
		mail := newSent()
		startSending(t, s, mail.take, nil)
		stop := errors.New("stop")
		err := s.Do(ctx, func(tx booking.Tx) error { return errors.Join(tx.NotifyLater(ctx, confirmed), stop) })
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		mail.wantNoMore(t)
	}},
	{"orders are settled while every channel hangs", func(t *testing.T, s Store) {
		leave := make(chan struct{})
		defer close(leave)
		settled := make(calls[string], 9)
		must(t, s.Jobs().Start(ctx, sqlstore.Work{
			Settle: func(_ context.Context, order string) (time.Time, error) {
				settled <- order
				return time.Time{}, nil
			},
			Send: map[notice.Channel]sqlstore.Send{notice.Mail: func(context.Context, notice.Notice) error {
				<-leave
				return nil
			}},
		}))
		for range 50 {
			notifyLater(t, s, confirmed)
		}
		settleLater(t, s, "order", time.Time{})
		settled.next(t) // it does not wait behind mails
	}},
	{"an operator sees the error of a failing job, and can retry it at once", func(t *testing.T, s Store) {
		var works atomic.Bool
		mail := newSent()
		startSending(t, s, func(ctx context.Context, n notice.Notice) error {
			if works.Load() {
				return mail.take(ctx, n)
			}
			return errors.New("the mail server is gone")
		}, nil)
		notifyLater(t, s, confirmed)
		job := waitForFailures(t, s, 3) // the next try is seconds away
		if job.Kind != "tell" || job.Failures[0].Error != "the mail server is gone" {
			t.Errorf("the job is %+v", job)
		}
		works.Store(true)
		if _, err := s.Jobs().Retry(ctx, job.ID); err != nil {
			t.Fatal(err)
		}
		mail.next(t)
	}},
	{"jobs are listed latest first, by kind and state", func(t *testing.T, s Store) {
		settleLater(t, s, "one", time.Time{})
		settleLater(t, s, "two", time.Now().Add(time.Hour))
		notifyLater(t, s, confirmed)
		wantJobs(t, s, sqlstore.JobFilter{}, "tell", "settle_order", "settle_order")
		wantJobs(t, s, sqlstore.JobFilter{Limit: 1}, "tell")
		wantJobs(t, s, sqlstore.JobFilter{Kind: "settle_order", State: sqlstore.JobWaiting}, "settle_order",
			"settle_order")
		wantJobs(t, s, sqlstore.JobFilter{State: sqlstore.JobFailed})
	}},
	{"an unknown job cannot be read or retried", func(t *testing.T, s Store) {
		wantFault(t, errOf(s.Jobs().Retry(ctx, 4711)), fault.NotFound)
		wantFault(t, errOf(s.Jobs().Job(ctx, 4711)), fault.NotFound)
	}},
}

func notifyLater(t testing.TB, s booking.Store, n notice.Notice) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error { return tx.NotifyLater(ctx, n) })
}

// startSending starts jobs that only send notices. Without messages there is no messaging channel.
func startSending(t testing.TB, s Store, mail, messages sqlstore.Send) {
	t.Helper()
	work := sqlstore.Work{
		Settle: func(context.Context, string) (time.Time, error) { return time.Time{}, nil },
		Send:   map[notice.Channel]sqlstore.Send{notice.Mail: mail},
	}
	if messages != nil {
		work.Send[notice.Messaging] = messages
	}
	must(t, s.Jobs().Start(ctx, work))
}

type sent struct{ calls[notice.Notice] }

func newSent() sent { return sent{make(calls[notice.Notice], 99)} }

func (s sent) take(_ context.Context, n notice.Notice) error {
	s.calls <- n
	return nil
}

// waitForFailures waits until the only job has failed a number of times.
func waitForFailures(t testing.TB, s Store, times int) sqlstore.Job {
	t.Helper()
	return waitForJob(t, s, sqlstore.JobFilter{}, func(j sqlstore.Job) bool { return len(j.Failures) >= times })
}

// waitForJob waits until the latest of some jobs meets a condition.
func waitForJob(t testing.TB, s Store, filter sqlstore.JobFilter, meets func(sqlstore.Job) bool) sqlstore.Job {
	t.Helper()
	for deadline := time.Now().Add(waitTimeout); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		jobs := read[[]sqlstore.Job](t)(s.Jobs().List(ctx, filter))
		if len(jobs) > 0 && meets(jobs[0]) {
			return jobs[0]
		}
	}
	t.Fatalf("no job of %+v meets the condition", filter)
	return sqlstore.Job{}
}

func wantJobs(t testing.TB, s Store, filter sqlstore.JobFilter, kinds ...string) {
	t.Helper()
	jobs, err := s.Jobs().List(ctx, filter)
	must(t, err)
	got := make([]string, len(jobs))
	for i, j := range jobs {
		got[i] = j.Kind
	}
	if len(kinds) == 0 {
		kinds = []string{}
	}
	wantEqual(t, got, kinds)
}

// noticeSubjects returns the subjects of the notices that are queued.
func noticeSubjects(t testing.TB, s Store) (subjects []string) {
	t.Helper()
	for _, j := range read[[]sqlstore.Job](t)(s.Jobs().List(ctx, sqlstore.JobFilter{Kind: "tell"})) {
		var args struct{ Notice notice.Notice }
		must(t, json.Unmarshal(j.Args, &args))
		subjects = append(subjects, args.Notice.Subject)
	}
	return subjects
}
