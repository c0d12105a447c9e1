package main

import "testing"

func TestASpreadsheetEvaluatesNoTextOfVisitors(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "-1": "'-1", "@x": "'@x", "\t=1": "' =1", "Amina": "Amina", "": "",
		"a=1":      "a=1",
		"\ufeff=1": "'=1", "\u200b=1": "'=1", "\u2060+1+1": "'+1+1", "\uff1d1": "'\uff1d1", "\uff0b1": "'\uff0b1",
		"\uff0d1": "'\uff0d1", "\uff20x": "'\uff20x",
		"\u22121": "'\u22121", "\ufe621": "'\ufe621", "\x00=1": "'=1", "\u00a0=1": "'\u00a0=1", "\ufeffAmina": "Amina",
		"می\u200cخواهم": "می\u200cخواهم",
		"-2+3":          "'-2+3", "+1+1": "'+1+1", "+(1)/0": "'+(1)/0", "+971501234567": "+971501234567",
		"+971 50 123": "'+971 50 123",
	} {
		if got := escapeFormula(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
