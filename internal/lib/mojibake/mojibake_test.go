package mojibake_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"storefront/internal/lib/mojibake"
)

// misread returns the bytes of a text in UTF-8 decoded as Windows-1252.
func misread(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		r := charmap.Windows1252.DecodeByte(c)
		if r == utf8.RuneError {
			r = rune(c)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func TestFindReturnsMisreadWordsAndTheirCorrections(t *testing.T) {
	for _, word := range []string{"três", "NÃO", "AMANHÃ", "CÔA", "é", "à\u00a0noite", "—", "“fado”", "l’âme", "25°",
		"5\u00a0€", "مركب", "阿尔法玛", "Лодка", "Ñandú", "PIÙ", "Évora", "Tour™", "½", "ﷺﷺ"} {
		text := "Um passeio " + misread(word) + " de dia"
		at, found, meant := mojibake.Find(text)
		if meant != word || text[at:at+len(found)] != found || found != misread(word) {
			t.Errorf("%s: %d %q %q", word, at, found, meant)
		}
	}
}

func TestFindIgnoresCorrectWords(t *testing.T) {
	for _, text := range []string{"", "Ã", "é", "Três à noite – fado", "«CAFÉ»", "« très aimé\u00a0»",
		"“MANHÔ", "MANHû",
		"MANHÃ…", "MANHÃ\u00a0– 5", "PIÙ»", "SØ»", "Â", "É…", "é”…", "à\u00a0… »", "voilà»…", "\u00c3", "Ilê™", "â…",
		"Ñ®", "EL NIÑO®", "Ë—", "été—“à",
		"A à\u00a0€ 5", "São º", "â‚", "阿尔法玛", "مركب", "ÃÃ", "Ãa", "ç§", "Ø 5 m"} {
		if _, found, meant := mojibake.Find(text); found != "" {
			t.Errorf("%q: %q, %q", text, found, meant)
		}
	}
}
