package trail_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"storefront/internal/core/trail"
)

func TestJobTrailKeepsItsRequestAndOrigin(t *testing.T) {
	ctx := trail.NewContext(t.Context(), trail.Trail{Request: "1f0c", Actor: trail.Visitor, Traceparent: "00-a-b-01"})
	kept := trail.Metadata(trail.WithOrder(ctx, "wayfare", "K7M3Q9XW"))
	once := trail.ForJob(t.Context(), trail.FromMetadata(kept), "settle_order")
	want := trail.Trail{
		Request: "1f0c", Actor: "job:settle_order", Origin: "visitor", Deployment: "wayfare", Reference: "K7M3Q9XW",
		Traceparent: "00-a-b-01",
	}
	if got := trail.FromContext(once); got != want {
		t.Errorf("%+v", got)
	}
	// A job that enqueues another job keeps the first origin.
	again := trail.ForJob(t.Context(), trail.FromMetadata(trail.Metadata(once)), "tell")
	if got := trail.FromContext(again); got.Origin != "visitor" || got.Actor != "job:tell" {
		t.Errorf("%+v", got)
	}
	for _, data := range []string{"", "{}", "null", "[]", `{"trail": 1}`} {
		if got := trail.FromMetadata([]byte(data)); got != (trail.Trail{}) {
			t.Errorf("%s: %+v", data, got)
		}
	}
	if got := trail.Metadata(t.Context()); got != nil {
		t.Errorf("%s", got)
	}
}

func TestLogHandlerAddsEachTrailFieldOnce(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(trail.LogHandler(slog.NewTextHandler(&out, nil))).With("part", "shop")
	ctx := trail.WithOrder(trail.NewContext(t.Context(), trail.Trail{Request: "1f0c", Actor: trail.Operator("amina")}),
		"wayfare",
		"K7M3Q9XW")
	log.InfoContext(ctx, "captured", "reference", "K7M3Q9XW")
	log.Info("alone")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for _, want := range []string{"part=shop", "request=1f0c", "actor=operator:amina", "deployment=wayfare",
		"reference=K7M3Q9XW"} {
		if strings.Count(lines[0], want) != 1 {
			t.Errorf("%q is not once in %s", want, lines[0])
		}
	}
	if !strings.HasSuffix(lines[1], "msg=alone part=shop") {
		t.Errorf("%s", lines[1])
	}
}
