package booking

import (
	"sync"
	"time"

	"storefront/internal/lib/lru"
)

// maxMonths bounds the months that are kept; each takes some 10 kB.
const maxMonths = 1000

// months keeps the latest calendars, because computing one costs more than finding out that it still holds.
type months struct {
	mu  sync.Mutex
	all *lru.Cache[monthKey, keptMonth]
}

// monthKey has all that a month depends on beside the time and what is taken. A new build has new products.
type monthKey struct {
	product *Product
	option  string
	month   string
	length  int
}

type keptMonth struct {
	month       *Month
	version     string    // of what is taken
	from, until time.Time // when it holds
}

// get returns a kept month; zero if there is none that holds at a time.
func (m *months) get(key monthKey, now time.Time) keptMonth {
	if key.product.unconverted != nil { // its rates may have changed
		return keptMonth{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		return keptMonth{}
	}
	kept, _ := m.all.Get(key)
	if now.Before(kept.from) || !now.Before(kept.until) {
		return keptMonth{}
	}
	return kept
}

func (m *months) put(key monthKey, kept keptMonth) {
	if key.product.unconverted != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = lru.New[monthKey, keptMonth](maxMonths)
	}
	m.all.Put(key, kept, 1)
	m.all.MakeRoom()
}
