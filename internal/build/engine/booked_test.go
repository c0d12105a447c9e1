package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"storefront/internal/build/engine"
	"storefront/internal/content/contenttest"
)

// The 5th of December 2026 is a Saturday.
const (
	dunesBooked = `{"deployment":"trails","product":"dunes","option":"shared","date":"2026-12-05","startTime":"15:00",` +
		`"seats":4}`
	walkBooked = `{"deployment":"trails","product":"walk","option":"group","date":"2026-12-05","seats":10}`
)

func TestCheckWarnsOfBookedDeparturesThatContentContradicts(t *testing.T) {
	wayfare, err := os.ReadFile(filepath.Join(contenttest.Copy(t), "deployments/wayfare.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	trails := strings.ReplaceAll(string(wayfare), "wayfare", "trails")
	const dunes, walk, schedule = "products/dunes/product.yaml", "products/walk/product.yaml", "  startTimes: [15:00]"
	const four = ": warning: dunes/shared/2026-12-05/15:00 has 4 seats booked on trails: "
	const ten = ": warning: walk/group/2026-12-05 has 10 seats booked on trails: "
	shared := strings.NewReplacer("trails", "wayfare", `"seats":4`, `"seats":9`).Replace(dunesBooked)
	with := func(key string) string { return strings.TrimSuffix(dunesBooked, "}") + "," + key + "}" }
	dunesWith := func(old, text string) string { return strings.Replace(dunesBooked, old, text, 1) }
	walkWith := func(old, text string) string { return strings.Replace(walkBooked, old, text, 1) }
	for name, test := range map[string]struct {
		file, old, new string
		export, want   string
	}{
		"no change": {export: dunesBooked + "\n" + walkBooked},
		"a closed day": {dunes, schedule, schedule + "\n  closedDays: [12-02, 2026-12-05]", dunesBooked,
			"product.yaml:12:23" + four + "the day is closed (no_start)"},
		"a day out of season": {dunes, schedule, schedule + "\n  seasons: [{from: 12-10, to: 12-31}]", dunesBooked,
			"product.yaml:12:12" + four + "the day is in no season (no_start)"},
		"a weekday without starts": {dunes, schedule, schedule + "\n  weekdays: [mon, tue]", dunesBooked,
			"product.yaml:12:13" + four + "Saturday is not one of the weekdays (no_start)"},
		"a season's weekdays": {dunes, schedule,
			schedule + "\n  seasons: [{from: 12-01, to: 12-31, weekdays: [mon]}]",
			dunesBooked, "product.yaml:12:48" + four + "Saturday is not one of the weekdays (no_start)"},
		"another start time": {dunes, schedule, "  startTimes: [14:30]", dunesBooked,
			"product.yaml:11:15" + four + "there is no start at 15:00 (no_start)"},
		"a booking without start time": {export: dunesWith(`"startTime":"15:00",`, ""),
			want: "seats booked on trails: the day has start times, and no opening hours (no_start)"},
		"a capacity below the booked seats": {dunes, "capacity: 12", "capacity: 8", dunesBooked + "\n" + shared,
			"18:15: warning: dunes/shared/2026-12-05/15:00 has 13 seats booked: the option has 8 (capacity)"},
		"a departure with a higher limit": {dunes, "capacity: 12", "capacity: 2", with(`"limit":6`), ""},
		"a departure closed by an override": {
			dunes, schedule, "  startTimes: [14:30]", with(`"override":"closed"`), ""},
		"a departure opened by an override": {dunes, schedule, "  startTimes: [14:30]", with(`"override":"open"`), ""},
		"a missing option": {export: dunesWith("shared", "private"),
			want: `product.yaml:17:3: warning: dunes/private/2026-12-05/15:00 has 4 seats booked on trails: ` +
				`there is no option "private" (no_option)`},
		"a closed product": {dunes, "city: dubai", "status: CLOSED\ncity: dubai", dunesBooked,
			"product.yaml:1:9" + four + "the product is closed (closed)"},
		"a draft product": {walk, "city: dubai", "draft: true\ncity: dubai", walkBooked,
			"walk/product.yaml:1:8" + ten + "the product is a draft (no_product)"},
		"an unsold product": {"deployments/trails.yaml", "pageSize: 12", "pageSize: 12\nsells: {products: [dunes]}",
			walkBooked, "walk/product.yaml:1:1" + ten + "trails does not sell the product (no_product)"},
		"a missing product": {export: "\n" + walkWith("walk", "stroll"),
			want: `bookings.jsonl:2:1: warning: stroll/group/2026-12-05 has 10 seats booked on trails: ` +
				`there is no product "stroll" (no_product)`},
		"a missing deployment": {export: walkWith("trails", "souk"), want: `bookings.jsonl:1:1: warning: ` +
			`walk/group/2026-12-05 has 10 seats booked on souk: there is no deployment "souk" (no_product)`},
		"a past departure": {export: dunesWith("2026-12-05", "2025-12-06")},
		"invalid JSON": {export: dunesBooked + "\n" + `{"deployment"`,
			want: "bookings.jsonl:2:14: this line is not JSON"},
		"zero seats": {export: dunesBooked + "\n" + walkWith("10", "0"),
			want: "bookings.jsonl:2:86: a booked departure has at least one seat"},
		"a date without a year": {export: walkWith("2026-", ""),
			want: `bookings.jsonl:1:65: "12-05" is not a date such as 2026-12-05`},
		"an invalid time": {export: dunesWith("15:00", "3 pm"),
			want: `bookings.jsonl:1:92: "3 pm" is not a time such as 09:30`},
		"an unknown override": {export: with(`"override":"closd"`),
			want: `bookings.jsonl:1:121: there is no override "closd"; did you mean "closed"?`},
		"a duplicate departure": {export: dunesBooked + "\n" + dunesBooked,
			want: `bookings.jsonl:2:15: the departure dunes/shared/2026-12-05/15:00 of "trails" appears twice`},
		"a missing key":  {export: walkWith(`"option":"group",`, ""), want: `bookings.jsonl:1:1: "option" is missing`},
		"an unknown key": {export: with(`"name":"Amina"`), want: `bookings.jsonl:1:110: unknown key "name"`},
	} {
		t.Run(name, func(t *testing.T) {
			content := contenttest.Copy(t)
			contenttest.Write(t, content, "deployments/trails.yaml", trails)
			for _, language := range []string{"en", "ar"} { // nothing names the walk: it can be a draft
				contenttest.Replace(t, content, "products/dunes/"+language+".md", "product:walk", "product:dunes")
			}
			p := newProject(t, content)
			before := p.checked(t)
			if test.file != "" {
				contenttest.Replace(t, content, test.file, test.old, test.new)
			}
			p.options.BookingsFile = filepath.Join(t.TempDir(), "bookings.jsonl")
			if err := os.WriteFile(p.options.BookingsFile, []byte(test.export), 0o600); err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(p.checked(t), func(line string) bool { return slices.Contains(before, line) })
			if all := strings.Join(got, "\n"); len(got) > 1 || !strings.Contains(all, test.want) ||
				test.want == "" && all != "" {
				t.Errorf("%s, want %s", all, test.want)
			}
		})
	}
}

// checked returns the warnings or the mistakes that a check reports.
func (p *project) checked(t *testing.T) []string {
	warnings, err := engine.Check(t.Context(), p.options)
	if invalid, ok := errors.AsType[*engine.InvalidContentError](err); ok {
		isWarning := func(line string) bool { return strings.Contains(line, "warning:") }
		return slices.DeleteFunc(lines(invalid.Diagnostics), isWarning)
	}
	if err != nil {
		t.Fatal(err)
	}
	return lines(warnings)
}
