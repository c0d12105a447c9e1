package wording

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"

	"storefront/internal/core/locale"
	"storefront/internal/core/payload"
	"storefront/internal/core/translation"
)

// fallback is the language of texts in languages without a dictionary.
const fallback = "en"

// In returns the dictionary of a language, or the English one if there is none.
func In(code string) *Dictionary {
	for _, all := range []map[string]*Dictionary{*learned.Load(), builtIn()} {
		if d, ok := all[code]; ok {
			return d
		}
	}
	return builtIn()[fallback]
}

// Has reports whether a language has a dictionary.
func Has(code string) bool { return In(code).Code == code }

// Languages returns the codes of the languages that have a dictionary, sorted.
func Languages() []string {
	all := map[string]*Dictionary{}
	maps.Copy(all, builtIn())
	maps.Copy(all, *learned.Load())
	return slices.Sorted(maps.Keys(all))
}

// builtIn are the dictionaries of the program's own languages.
var builtIn = sync.OnceValue(func() map[string]*Dictionary {
	all := map[string]*Dictionary{}
	for code, l := range locale.BuiltIn {
		data, err := translation.JSON(translation.Mails, code)
		d := &Dictionary{Code: code, RTL: l.Dir == "rtl", tag: language.Make(code)}
		if err == nil {
			decoder := json.NewDecoder(bytes.NewReader(data))
			decoder.DisallowUnknownFields()
			err = decoder.Decode(d)
		}
		if err != nil {
			panic(fmt.Sprintf("wording: %s: %v", code, err)) // the files are part of the program, and tested
		}
		all[code] = d
	}
	return all
})

// learned are the dictionaries that the live builds bring, which change with them.
var learned atomic.Pointer[map[string]*Dictionary]

func init() { learned.Store(&map[string]*Dictionary{}) }

// Learn makes the words that the deployments' builds bring the dictionaries of their languages, in place of those of
// the builds before. A language whose words cannot be read keeps its dictionary.
func Learn(deployments []payload.Deployment) error {
	before, now := *learned.Load(), map[string]*Dictionary{}
	var failed error
	for i := range deployments {
		for code, words := range deployments[i].Words {
			if now[code] != nil {
				continue // content has one file for a language
			}
			d, err := read(code, words)
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("the words in %q: %w", code, err))
				d = before[code]
			}
			if d != nil {
				now[code] = d
			}
		}
	}
	if len(now) > 0 || len(before) > 0 {
		learned.Store(&now)
	}
	return failed
}

// read makes a dictionary of words. What they lack, as those of an older build may, is the program's own or English.
// Symbols of currencies and short names of days and months are never English's: amounts then have codes, and dates the
// full names.
func read(code string, words payload.Words) (*Dictionary, error) {
	base := translation.Of(translation.Mails, fallback)
	if own := translation.Of(translation.Mails, code); own != nil {
		base = own
	}
	var texts translation.Tree
	if err := json.Unmarshal(words.Texts, &texts); err != nil {
		return nil, err
	}
	if code != fallback && translation.Of(translation.Mails, code) == nil {
		delete(base, "currencies")
		calendar := base["calendar"].(translation.Tree)
		delete(calendar, "shortWeekdays")
		delete(calendar, "shortMonths")
	}
	data, err := json.Marshal(translation.Merge(base, texts))
	if err != nil {
		return nil, err
	}
	d := &Dictionary{Code: code, RTL: words.Dir == payload.RightToLeft, tag: language.Make(code)}
	return d, json.Unmarshal(data, d)
}
