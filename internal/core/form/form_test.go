package form_test

import (
	"slices"
	"strings"
	"testing"

	"storefront/internal/core/fault"
	"storefront/internal/core/form"
)

func TestRequireTextTrimsSpaceAndRejectsEmptyText(t *testing.T) {
	for value, want := range map[string]fault.FieldCode{
		" x ": "", "": fault.Required, " \t\n": fault.Required, "كلمات": "", "كلمات ": "",
	} {
		got := value
		if code := form.RequireText(&got); code != want || got != strings.TrimSpace(value) {
			t.Errorf("%q is %q, %q, want %q", value, got, code, want)
		}
	}
}

// Shown texts must not reverse the words beside them, and invisible characters are not stored.
func TestRequireTextRemovesInvisibleCharacters(t *testing.T) {
	for typed, want := range map[string]string{
		"Ami\u202ena": "Amina", "\u2066Amina\u2069": "Amina", "Ami\u0085na": "Ami\nna", "Ami\u009bna": "Amina",
		"Ami\x1bna":   "Amina",
		"\ufeffAmina": "Amina", "Ami\u200bna": "Amina", " Amina\u200b ": "Amina",
		"\u202a+971 50 123 4567\u202c": "+971 50 123 4567",
		"A wheelchair.\r\nIt folds.":   "A wheelchair.\nIt folds.", "می\u200cخواهم": "می\u200cخواهم", "\u200b": "",
	} {
		got := typed
		if code := form.RequireText(&got); (code == "") != (want != "") || got != want {
			t.Errorf("%q is kept as %q, %q, want %q", typed, got, code, want)
		}
	}
}

func TestRequireEmailAcceptsOnlyDeliverableAddresses(t *testing.T) {
	for value, want := range map[string]fault.FieldCode{
		" amina@example.com ": "", "a.b+c@mail.example.co": "", "": fault.Required, "amina": fault.Format,
		"amina@example":             fault.Format,
		"Amina <amina@example.com>": fault.Format, "a@b@example.com": fault.Format, "a b@example.com": fault.Format,
		"a@example.com\r\nBcc: b@example.com": fault.Format, "a@example.com, b@example.com": fault.Format,
		strings.Repeat("a", 250) + "@example.com": fault.Max,
		"a@[127.0.0.1]": fault.Format, "a@[IPv6:2001:db8::1.2]": fault.Format,
		"a\u202eb@example.com": fault.Format, "a\u200bb@example.com": fault.Format,
		"a\u0085b@example.com": fault.Format,
		"a\u009bb@example.com": fault.Format, "a@exam\u00adple.com": fault.Format, "\ufeffa@example.com": fault.Format,
		"a@127.0.0.1": fault.Format, "a@10.0.0.256": fault.Format, "a@mail.1": fault.Format, "a@[::1]": fault.Format,
		"a\u2066b@example.com": fault.Format, "أمينة@example.com": "", "maeve.o'brien@example.com": "",
		"amal@xn--mnchen-3ya.example": "", "amal@münchen.example": "", "أمينة@مثال.إختبار": "",
		"a..b@example.com": fault.Format, ".a@example.com": fault.Format, "a.@example.com": fault.Format,
		"a@example..com": fault.Format, "a@example.com.": fault.Format,
	} {
		if code := form.RequireEmail(&value); code != want {
			t.Errorf("%q is %q, want %q", value, code, want)
		}
	}
}

func TestFieldErrorsListEveryInvalidField(t *testing.T) {
	var w form.FieldErrors
	name, email, text := " Amina ", "amina", ""
	if !w.RequireText("name", &name) || name != "Amina" || w.Err("x") != nil {
		t.Errorf("%q, %v", name, w)
	}
	if w.RequireEmail("email", &email) || w.RequireText("text", &text) || w.Add("rating", fault.Min) ||
		!w.Add("title", "") {
		t.Error("an invalid field is accepted")
	}
	want := []fault.Field{{Name: "email", Code: fault.Format}, {Name: "text", Code: fault.Required},
		{Name: "rating", Code: fault.Min}}
	if e := fault.Of(w.Err("Not so.")); e.Code != fault.Invalid || e.Message != "Not so." ||
		!slices.Equal(e.Fields, want) {
		t.Errorf("%+v", e)
	}
}

func TestCanonicalMailboxJoinsSpellingsOfOneMailbox(t *testing.T) {
	for _, email := range []string{
		"amina@example.com", "Amina+tours@Example.com", "\uff41mina@example.com", "ami\u200bna@example.com",
		"amina@\uff45xample.com", " amina@example.com ",
	} {
		if got := form.CanonicalMailbox(email); got != "amina@example.com" {
			t.Errorf("%q is %q", email, got)
		}
	}
	if form.CanonicalMailbox("a.mina@example.com") == form.CanonicalMailbox("amina@example.com") {
		t.Error("a dot makes another mailbox")
	}
}
