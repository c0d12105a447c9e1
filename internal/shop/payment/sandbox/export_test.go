package sandbox

import (
	"net/url"
	"time"
)

// Mistakes are the fields of a form that are wrong.
func Mistakes(values url.Values, now time.Time) map[string]string {
	return readForm(values).mistakes(now)
}

// Unguarded reads sessions without locking them: what the race tests would be without the lock.
func Unguarded(p *Provider) { p.db.lockRow = selectSession }
