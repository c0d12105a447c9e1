package storetest

import (
	"testing"
	"time"
)

var sessions = []promise{
	{"a session comes back as it was kept, until it expires", func(t *testing.T, s Store) {
		keep := s.Sessions()
		want := []byte{0, 1, 0xff, '\''}
		later := time.Now().Add(time.Hour)
		if err := keep.CommitCtx(ctx, "token", []byte("before"), later); err != nil {
			t.Fatal(err)
		}
		if err := keep.CommitCtx(ctx, "token", want, later); err != nil {
			t.Fatal(err)
		}
		if err := keep.CommitCtx(ctx, "expired", want, time.Now().Add(-time.Second)); err != nil {
			t.Fatal(err)
		}
		wantSession(t, s, "token", want)
		wantSession(t, s, "expired", nil)
		wantSession(t, s, "unknown", nil)
		wantSession(t, s, "", nil)
	}},
	{"a session that was ended stays so, whatever a request that began before keeps", func(t *testing.T, s Store) {
		keep := s.Sessions()
		later := time.Now().Add(time.Hour)
		for _, token := range []string{"ended", "another"} {
			if err := keep.CommitCtx(ctx, token, []byte(token), later); err != nil {
				t.Fatal(err)
			}
		}
		if err := keep.DeleteCtx(ctx, "ended"); err != nil {
			t.Fatal(err)
		}
		wantSession(t, s, "ended", nil)
		if err := keep.CommitCtx(ctx, "ended", []byte("again"), later.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		wantSession(t, s, "ended", nil)
		wantSession(t, s, "another", []byte("another"))
	}},
	{"ending a session that there is not is no failure", func(t *testing.T, s Store) {
		if err := s.Sessions().DeleteCtx(ctx, "unknown"); err != nil {
			t.Error(err)
		}
	}},
}

func wantSession(t *testing.T, s Store, token string, want []byte) {
	t.Helper()
	got, found, err := s.Sessions().FindCtx(ctx, token)
	if err != nil || found != (want != nil) || string(got) != string(want) {
		t.Errorf("session %q is %q, %v, %v; want %q", token, got, found, err, want)
	}
}
