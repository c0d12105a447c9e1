package sandbox

import (
	"net/url"
	"time"
)

// Mistakes are the fields of a form that are wrong.
func Mistakes(values url.Values, now time.Time) map[string]string {
	return readForm(values).mistakes(now)
}

// AllWords are the page's words by language.
func AllWords() map[string]*Words { return languages }

// Amount is an amount as the page shows it.
var Amount = amount

// Unguarded reads sessions without locking them: what the race tests would be without the lock.
func Unguarded(p *Provider) { p.db.lockRow = selectSession }
