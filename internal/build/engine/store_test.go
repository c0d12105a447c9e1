package engine

import (
	"testing"

	"storefront/internal/lib/digest"
)

// A journal that is rewritten while outputs are prefetched contains all of them.
func TestRewrittenJournalHasEveryPrefetchedOutput(t *testing.T) {
	dir, all := t.TempDir(), outputs{}
	for _, address := range []string{"/", "/dunes", "/walk"} {
		all[address] = &output{Key: digest.Of([]byte(address))}
	}
	build := savedBuild{last: lastBuild{Builds: map[string]string{"wayfare": "1"}}, content: &contentCache{},
		sites: []savedSite{{id: "wayfare", outputs: all}}}
	if err := newStore(dir).save(build); err != nil {
		t.Fatal(err)
	}
	s := newStore(dir)
	s.prefetchOutputs("wayfare")
	s.journal.firstEnd = 0 // the next save writes the whole journal
	if err := s.save(build); err != nil {
		t.Fatal(err)
	}
	if got := newStore(dir).outputsOf("wayfare"); len(got) != len(all) {
		t.Errorf("of %d outputs the journal has %d", len(all), len(got))
	}
}
