package catalog_test

import (
	"testing"

	"storefront/internal/content/catalog"
)

func TestDurationAcceptsTheFormsOfEditors(t *testing.T) {
	for text, want := range map[string]catalog.Duration{
		"45m": {Minutes: 45}, "6h": {Minutes: 360}, "1h30m": {Minutes: 90}, "1h 30m": {Minutes: 90},
		"2d": {Minutes: 2880}, "3n": {Nights: 3},
	} {
		var d catalog.Duration
		if err := d.UnmarshalText([]byte(text)); err != nil || d != want {
			t.Errorf("%s: %+v, %v", text, d, err)
		}
	}
	for _, text := range []string{"", "h", "6", "6x", "-6h", "2n3h", "six", "999999999h"} {
		if err := new(catalog.Duration).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is a duration", text)
		}
	}
}

func TestDateRejectsDatesThatDoNotExist(t *testing.T) {
	for text, ok := range map[string]bool{"2026-12-02": true, "12-02": true, "02-29": true, "2026-02-29": false,
		"13-01": false, "2026-1-1": false, "": false, "tomorrow": false} {
		if err := new(catalog.Date).UnmarshalText([]byte(text)); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}
