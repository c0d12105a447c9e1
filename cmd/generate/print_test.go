package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"storefront/internal/build/engine"
	"storefront/internal/build/pages"
)

func TestBuildReportHasColumnsAndSumOfDeployments(t *testing.T) {
	var out, err bytes.Buffer
	p := &printer{out: &out, err: &err}
	report := &engine.Report{
		Took: 1234 * time.Millisecond, LeftOut: pages.LeftOut{Drafts: 2, Expired: 1, Untranslated: 1},
		Deployments: []engine.DeploymentReport{
			{ID: "wayfare", Build: "942b085ad879d40b", Pages: map[string]int{"en": 118, "ar": 118}, Rendered: 12,
				Reused: 224, Written: 30, Removed: 2},
			{ID: "souk", Build: "abcdd2789ffd72cf", Pages: map[string]int{"en": 43}, Reused: 43},
		},
	}
	if e := p.printReport(report); e != nil {
		t.Fatal(e)
	}
	want := strings.Join([]string{
		"DEPLOYMENT  PAGES   AR   EN  RENDERED  REUSED  WRITTEN  REMOVED  BUILD",
		"wayfare       236  118  118        12     224       30        2  942b085ad879d40b",
		"souk           43    0   43         0      43        0        0  abcdd2789ffd72cf",
		"together      279  118  161        12     267       30        2",
		"Left out: 2 drafts (-D), 1 expired (-E); generate list lists them.",
		"1 translation missing; generate list untranslated lists them.",
		"Published in 1.234s, 0 warnings",
		"",
	}, "\n")
	if err.String() != want || out.Len() > 0 {
		t.Errorf("%s%s\nwant\n%s", out.String(), err.String(), want)
	}
}

func TestProgressBarFitsLineAndStopsAtTotal(t *testing.T) {
	b := &bar{}
	for _, test := range []struct {
		done, total, width int
		want               string
	}{
		{0, 868, 80, "[                            ] 0 of 868 pages"},
		{434, 868, 80, "[==============              ] 434 of 868 pages"},
		{868, 868, 80, "[============================] 868 of 868 pages"},
		{9, 8, 80, "[============================] 9 of 8 pages"},
		{0, 0, 80, "[                            ] 0 of 1 pages"},
		{434, 868, 12, "[=========="},
		{434, 868, 0, ""},
	} {
		b.set("pages", test.done, test.total)
		if got := b.line("pages", test.width); got != test.want {
			t.Errorf("%d of %d in %d: %q, want %q", test.done, test.total, test.width, got, test.want)
		}
	}
}

func TestOutputWithoutTerminalHasNoColoursAndNoBar(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	for _, p := range []*printer{{err: &bytes.Buffer{}}, {err: null}} {
		if p.isTerminal() || p.colour(red, "x") != "x" {
			t.Errorf("%T counts as a terminal", p.err)
		}
		b := p.startProgress()
		b.set("pages", 1, 2)
		b.end()
		b.end()
	}
}
