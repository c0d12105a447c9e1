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
	for _, all := range []map[string]*Dictionary{*fromBuilds.Load(), builtIn()} {
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
	maps.Copy(all, *fromBuilds.Load())
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

// fromBuilds are the dictionaries of the live build.
var fromBuilds atomic.Pointer[map[string]*Dictionary]

func init() { fromBuilds.Store(&map[string]*Dictionary{}) }

// LoadDictionaries replaces the dictionaries of the previous build by those in the deployments of the live build. A
// language whose words cannot be parsed keeps its previous dictionary.
func LoadDictionaries(deployments []payload.Deployment) error {
	previous, loaded := *fromBuilds.Load(), map[string]*Dictionary{}
	var failed error
	for i := range deployments {
		for code, words := range deployments[i].Words {
			if loaded[code] != nil {
				continue // content has one file for a language
			}
			d, err := newDictionary(code, words)
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("the words in %q: %w", code, err))
				d = previous[code]
			}
			if d != nil {
				loaded[code] = d
			}
		}
	}
	if len(loaded) > 0 || len(previous) > 0 {
		fromBuilds.Store(&loaded)
	}
	return failed
}

// newDictionary returns a dictionary of words. Texts that they lack, as those of an older build may, are the program's
// own or English. Symbols of currencies and short names of days and months are never those of English: amounts then
// have currency codes, and dates full names.
func newDictionary(code string, words payload.Words) (*Dictionary, error) {
	base := translation.Load(translation.Mails, fallback)
	if own := translation.Load(translation.Mails, code); own != nil {
		base = own
	}
	var texts translation.Tree
	if err := json.Unmarshal(words.Texts, &texts); err != nil {
		return nil, err
	}
	if code != fallback && translation.Load(translation.Mails, code) == nil {
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
