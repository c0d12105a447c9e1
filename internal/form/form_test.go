package form_test

import (
	"strings"
	"testing"

	"storefront/internal/fault"
	"storefront/internal/form"
)

func TestATextIsTrimmedAndCountedInCharacters(t *testing.T) {
	for value, want := range map[string]fault.FieldCode{
		" x ": "", "": fault.Required, " \t\n": fault.Required, "كلمات": "", "كلمات ": "", "كلمة سر": fault.Max, "123456": fault.Max,
	} {
		got := value
		if code := form.Text(&got, 5); code != want || got != strings.TrimSpace(value) {
			t.Errorf("%q is %q, %q, want %q", value, got, code, want)
		}
	}
}

func TestAnAddressIsOneThatMailCanBeSentTo(t *testing.T) {
	for value, want := range map[string]fault.FieldCode{
		" amina@example.com ": "", "a.b+c@mail.example.co": "", "": fault.Required, "amina": fault.Format, "amina@example": fault.Format,
		"Amina <amina@example.com>": fault.Format, "a@b@example.com": fault.Format, "a b@example.com": fault.Format,
		"a@example.com\r\nBcc: b@example.com": fault.Format, "a@example.com, b@example.com": fault.Format,
		strings.Repeat("a", 250) + "@example.com": fault.Max,
	} {
		if code := form.Email(&value); code != want {
			t.Errorf("%q is %q, want %q", value, code, want)
		}
	}
}
