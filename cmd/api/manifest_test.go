package main

import "testing"

func TestASpreadsheetCalculatesNothingThatAVisitorHasWritten(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "' =1", "Amina": "Amina", "": "", "a=1": "a=1",
	} {
		if got := inert(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
