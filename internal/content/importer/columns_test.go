package importer

import "testing"

func TestEveryColumnIsReadAndWritten(t *testing.T) {
	for _, c := range columns {
		if cells[c.name] == nil {
			t.Errorf("no export writes %s", c.name)
		}
	}
	if len(cells) != len(columns) {
		t.Errorf("%d columns are written, and %d are read", len(cells), len(columns))
	}
	for own, usual := range aliases {
		known := false
		for _, c := range columns {
			known = known || c.name == usual
		}
		if !known || folded(own) != own {
			t.Errorf("the alias %s=%s is of no column, or is not folded", own, usual)
		}
	}
}
