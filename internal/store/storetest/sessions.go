package storetest

import (
	"testing"
	"time"
)

var sessions = []promise{
	{"a session is read back unchanged until it expires", func(t *testing.T, s Store) {
		keep := s.Sessions()
		want := []byte{0, 1, 0xff, '\''}
		later := time.Now().Add(time.Hour)
		must(t, keep.CommitCtx(ctx, "token", []byte("before"), later))
		must(t, keep.CommitCtx(ctx, "token", want, later))
		must(t, keep.CommitCtx(ctx, "expired", want, time.Now().Add(-time.Second)))
		wantSession(t, s, "token", want)
		wantSession(t, s, "expired", nil)
		wantSession(t, s, "unknown", nil)
		wantSession(t, s, "", nil)
	}},
	{"an ended session stays ended after an earlier request commits", func(t *testing.T, s Store) {
		keep := s.Sessions()
		later := time.Now().Add(time.Hour)
		for _, token := range []string{"ended", "another"} {
			must(t, keep.CommitCtx(ctx, token, []byte(token), later))
		}
		must(t, keep.DeleteCtx(ctx, "ended"))
		wantSession(t, s, "ended", nil)
		must(t, keep.CommitCtx(ctx, "ended", []byte("again"), later.Add(time.Hour)))
		wantSession(t, s, "ended", nil)
		wantSession(t, s, "another", []byte("another"))
	}},
	{"ending an unknown session succeeds", func(t *testing.T, s Store) {
		must(t, s.Sessions().DeleteCtx(ctx, "unknown"))
	}},
}

func wantSession(t *testing.T, s Store, token string, want []byte) {
	t.Helper()
	got, found, err := s.Sessions().FindCtx(ctx, token)
	if err != nil || found != (want != nil) || string(got) != string(want) {
		t.Errorf("session %q is %q, %v, %v; want %q", token, got, found, err, want)
	}
}
