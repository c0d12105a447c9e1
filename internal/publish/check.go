package publish

import (
	"fmt"
	"os"

	"storefront/internal/source"
)

// Check reads and plans everything without rendering. It gives the warnings; mistakes are an *Invalid.
func Check(o Options) ([]source.Diagnostic, error) {
	b := &builder{Options: o, day: o.AsOf.UTC().Format("2006-01-02"), report: &Report{}}
	current, err := o.scanAll()
	if err != nil {
		return nil, fmt.Errorf("read content: %w", err)
	}
	spool, err := newSpool(os.TempDir())
	if err != nil {
		return nil, err
	}
	defer spool.close()
	r, found := read(o.Content, o.reviewsFile(), current, nil, memory{}, spool)
	if err := b.judge(found); err != nil {
		return nil, err
	}
	if _, err := b.plan(r); err != nil {
		return nil, err
	}
	return b.report.Warnings, nil
}
