package account_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"storefront/internal/shop/account"
)

func TestSessionExpiresAfterAWeekWithoutUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := account.New(account.Config{})
		in := s.Resume(account.Session{}, shop)
		if !in.UsedAt.IsZero() || s.RecordUse(&in) {
			t.Errorf("the use of a new session is recorded: %+v", in)
		}
		s.BindUser(&in, &account.User{ID: "amina", Epoch: 3})
		for day := range 30 {
			time.Sleep(23 * time.Hour)
			if s.RecordUse(&in) {
				t.Errorf("used twice on day %d", day)
			}
			time.Sleep(time.Hour)
			if in = s.Resume(in, shop); in.UsedAt.IsZero() || !s.RecordUse(&in) {
				t.Fatalf("the session has ended on day %d", day)
			}
		}
		if other := s.Resume(in, "trails"); !other.UsedAt.IsZero() || other.User != "" || other.Deployment != "trails" {
			t.Errorf("at another deployment it is %+v", other)
		}
		time.Sleep(7*24*time.Hour + time.Second)
		if idle := s.Resume(in, shop); !idle.UsedAt.IsZero() || idle.User != "" || idle.Deployment != shop {
			t.Errorf("after a week without use it is %+v", idle)
		}
	})
}

func TestOpenedOrdersStayOpenOnlyForTheSameUser(t *testing.T) {
	s := account.New(account.Config{})
	in := s.Resume(account.Session{}, shop)
	for i := range 22 {
		s.OpenOrder(&in, fmt.Sprint(i))
	}
	s.OpenOrder(&in, "5")
	if len(in.Orders) != 20 || in.Orders[0] != "2" || in.Orders[19] != "5" || slices.Index(in.Orders, "5") != 19 {
		t.Errorf("open are %v", in.Orders)
	}
	s.BindUser(&in, &account.User{ID: "amina", Epoch: 1})
	s.BindUser(&in, &account.User{ID: "amina", Epoch: 2})
	if len(in.Orders) != 20 || in.User != "amina" || in.Epoch != 2 {
		t.Errorf("signed in twice: %+v", in)
	}
	s.BindUser(&in, &account.User{ID: "sami"})
	if len(in.Orders) > 0 || in.User != "sami" {
		t.Errorf("another user: %+v", in)
	}
}
