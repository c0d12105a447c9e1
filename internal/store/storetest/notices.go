package storetest

import (
	"context"
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
	{"a notice is told once, whole and with an id, and not by a channel that there is not",
		func(t *testing.T, s Store) {
			mail, messages := make(told, 9), make(told, 9)
			tells(t, s, mail.take, messages.take)
			tellLater(t, s, confirmed)
			got := mail.next(t)
			if got.ID == "" {
				t.Error("it has no id")
			}
			got.ID = ""
			wantEqual(t, got, confirmed)
			mail.wantNoMore(t)
			messages.wantNoMore(t)
		}},
	{"a notice keeps the id that it has", func(t *testing.T, s Store) {
		mail := make(told, 9)
		tells(t, s, mail.take, nil)
		n := confirmed
		n.ID = "one"
		tellLater(t, s, n)
		wantEqual(t, mail.next(t), n)
	}},
	{"a channel that fails or panics tries again, and nothing is told twice by another", func(t *testing.T, s Store) {
		s.Jobs().Through(notice.Mail, notice.Messaging)
		mail, messages := make(told, 9), make(told, 9)
		var tries atomic.Int64
		tells(t, s, func(ctx context.Context, n notice.Notice) error {
			switch tries.Add(1) {
			case 1:
				return errors.New("451 come back later")
			case 2:
				panic("a mistake")
			}
			return mail.take(ctx, n)
		}, messages.take)
		tellLater(t, s, confirmed)
		wantEqual(t, messages.next(t), mail.next(t))
		messages.wantNoMore(t)
	}},
	{"what is private goes by mail alone", func(t *testing.T, s Store) {
		s.Jobs().Through(notice.Mail, notice.Messaging)
		mail, messages := make(told, 9), make(told, 9)
		tells(t, s, mail.take, messages.take)
		tellLater(t, s, notice.Notice{Kind: notice.PasswordReset, To: "amina@example.com"})
		mail.next(t)
		messages.wantNoMore(t)
	}},
	{"what waits for a channel that was switched off meanwhile is given up, and can be told when it is back",
		func(t *testing.T, s Store) {
			s.Jobs().Through(notice.Mail, notice.Messaging)
			tellLater(t, s, confirmed)
			s.Jobs().Through(notice.Mail)
			mail := make(told, 9)
			tells(t, s, mail.take, nil)
			mail.next(t)
			off := inState(t, s, sqlstore.JobCancelled)
			if n := len(off.Failures); n == 0 || !strings.Contains(off.Failures[n-1].Error,
				`nothing is told by "messaging" any more`) {
				t.Errorf("the job is %+v", off)
			}
			must(t, s.Jobs().Stop(ctx))
			s.Jobs().Through(notice.Mail, notice.Messaging)
			messages := make(told, 9)
			tells(t, s, mail.take, messages.take)
			_, err := s.Jobs().Retry(ctx, off.ID)
			must(t, err)
			messages.next(t)
		}},
	{"a channel that this process does not serve is left to those that do", func(t *testing.T, s Store) {
		tellLater(t, s, confirmed)
		settled := work(t, s, atRest)
		settleLater(t, s, "order", time.Time{})
		settled.next(t)
		wantJobs(t, s, sqlstore.JobFilter{Kind: "tell", State: sqlstore.JobWaiting}, "tell")
	}},
	{"what is rolled back is not told", func(t *testing.T, s Store) {
		mail := make(told, 9)
		tells(t, s, mail.take, nil)
		stop := errors.New("stop")
		err := s.Do(ctx, func(tx booking.Tx) error { return errors.Join(tx.TellLater(ctx, confirmed), stop) })
		if !errors.Is(err, stop) {
			t.Fatal(err)
		}
		mail.wantNoMore(t)
	}},
	{"orders are settled while every channel hangs", func(t *testing.T, s Store) {
		leave := make(chan struct{})
		defer close(leave)
		settled := make(chan string, 9)
		err := s.Jobs().Start(ctx, sqlstore.Work{
			Settle: func(_ context.Context, order string) (time.Time, error) {
				settled <- order
				return time.Time{}, nil
			},
			Tell: map[notice.Channel]sqlstore.Tell{notice.Mail: func(context.Context, notice.Notice) error {
				<-leave
				return nil
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			tellLater(t, s, confirmed)
		}
		settleLater(t, s, "order", time.Time{})
		select {
		case <-settled:
		case <-time.After(patience):
			t.Error("an order waits behind mails")
		}
	}},
	{"an operator sees a job that fails and why, and has it tried at once", func(t *testing.T, s Store) {
		var works atomic.Bool
		mail := make(told, 99)
		tells(t, s, func(ctx context.Context, n notice.Notice) error {
			if works.Load() {
				return mail.take(ctx, n)
			}
			return errors.New("the mail server is gone")
		}, nil)
		tellLater(t, s, confirmed)
		job := failing(t, s, 3) // the next try is seconds away
		if job.Kind != "tell" || job.Failures[0].Error != "the mail server is gone" {
			t.Errorf("the job is %+v", job)
		}
		works.Store(true)
		if _, err := s.Jobs().Retry(ctx, job.ID); err != nil {
			t.Fatal(err)
		}
		mail.next(t)
	}},
	{"jobs are listed by kind and state, the latest first", func(t *testing.T, s Store) {
		settleLater(t, s, "one", time.Time{})
		settleLater(t, s, "two", time.Now().Add(time.Hour))
		tellLater(t, s, confirmed)
		wantJobs(t, s, sqlstore.JobFilter{}, "tell", "settle_order", "settle_order")
		wantJobs(t, s, sqlstore.JobFilter{Limit: 1}, "tell")
		wantJobs(t, s, sqlstore.JobFilter{Kind: "settle_order", State: sqlstore.JobWaiting}, "settle_order",
			"settle_order")
		wantJobs(t, s, sqlstore.JobFilter{State: sqlstore.JobFailed})
	}},
	{"a job that there is not cannot be tried", func(t *testing.T, s Store) {
		_, err := s.Jobs().Retry(ctx, 4711)
		wantFault(t, err, fault.NotFound)
		_, err = s.Jobs().Job(ctx, 4711)
		wantFault(t, err, fault.NotFound)
	}},
}

func tellLater(t testing.TB, s booking.Store, n notice.Notice) {
	t.Helper()
	do(t, s, func(tx booking.Tx) error { return tx.TellLater(ctx, n) })
}

// tells starts jobs that only tell. Messages go nowhere where there is no way for them.
func tells(t testing.TB, s Store, mail, messages sqlstore.Tell) {
	t.Helper()
	work := sqlstore.Work{
		Settle: func(context.Context, string) (time.Time, error) { return time.Time{}, nil },
		Tell:   map[notice.Channel]sqlstore.Tell{notice.Mail: mail},
	}
	if messages != nil {
		work.Tell[notice.Messaging] = messages
	}
	if err := s.Jobs().Start(ctx, work); err != nil {
		t.Fatal(err)
	}
}

type told chan notice.Notice

func (c told) take(_ context.Context, n notice.Notice) error {
	c <- n
	return nil
}

func (c told) next(t testing.TB) notice.Notice {
	t.Helper()
	select {
	case n := <-c:
		return n
	case <-time.After(patience):
		t.Fatal("nothing is told")
		return notice.Notice{}
	}
}

func (c told) wantNoMore(t testing.TB) {
	t.Helper()
	select {
	case n := <-c:
		t.Errorf("%+v was told as well", n)
	case <-time.After(1200 * time.Millisecond):
	}
}

// failing waits until the one job has failed some times.
func failing(t testing.TB, s Store, times int) sqlstore.Job {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		jobs, err := s.Jobs().List(ctx, sqlstore.JobFilter{})
		if err != nil {
			t.Fatal(err)
		}
		if len(jobs) == 1 && len(jobs[0].Failures) >= times {
			return jobs[0]
		}
	}
	t.Fatal("nothing fails")
	return sqlstore.Job{}
}

// inState waits until a job is in a state.
func inState(t testing.TB, s Store, state sqlstore.JobState) sqlstore.Job {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		jobs, err := s.Jobs().List(ctx, sqlstore.JobFilter{State: state})
		must(t, err)
		if len(jobs) > 0 {
			return jobs[0]
		}
	}
	t.Fatalf("no job is %s", state)
	return sqlstore.Job{}
}

func wantJobs(t testing.TB, s Store, filter sqlstore.JobFilter, kinds ...string) {
	t.Helper()
	jobs, err := s.Jobs().List(ctx, filter)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, len(jobs))
	for i, j := range jobs {
		got[i] = j.Kind
	}
	if len(kinds) == 0 {
		kinds = []string{}
	}
	wantEqual(t, got, kinds)
}
