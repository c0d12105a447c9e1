package sqlstore

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// layout has a fixed width, so that its text sorts by time.
const layout = "2006-01-02T15:04:05.000000Z"

// instant is a time as stored: in UTC with microseconds, empty for the zero time.
type instant time.Time

func (i instant) String() string {
	if i.IsZero() {
		return ""
	}
	return time.Time(i).UTC().Format(layout)
}

func (i instant) time() time.Time              { return time.Time(i) }
func (i instant) IsZero() bool                 { return time.Time(i).IsZero() }
func (i instant) Value() (driver.Value, error) { return i.String(), nil }
func (i instant) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

func (i *instant) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*i = instant{}
		return nil
	}
	t, err := time.Parse(layout, string(text))
	*i = instant(t)
	return err
}

func (i *instant) Scan(column any) error {
	switch v := column.(type) {
	case string:
		return i.UnmarshalText([]byte(v))
	case []byte:
		return i.UnmarshalText(v)
	}
	return fmt.Errorf("cannot read an instant from %T", column)
}
