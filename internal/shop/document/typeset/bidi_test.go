package typeset_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"storefront/internal/shop/document/typeset"
)

// The library that resolves runs has Unicode's own table of cases among its tests.
func TestBidiLevelsMatchTheTestCasesOfUnicode(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-text/typesetting").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(strings.TrimSpace(string(dir)), "bidi", "test", "BidiCharacterTest.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases, wrong := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan() && wrong < 20; {
		fields := strings.Split(lines.Text(), ";")
		if strings.HasPrefix(lines.Text(), "#") || len(fields) < 5 || fields[1] == "2" {
			continue
		}
		text, want, supported := parseCase(t, fields)
		if !supported {
			continue
		}
		cases++
		_, got := typeset.Levels(text, fields[1] == "1")
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s (%s): levels %v, want %v", fields[0], fields[1], got, want)
				wrong++
				break
			}
		}
	}
	if cases < 10_000 {
		t.Errorf("only %d cases were tried", cases)
	}
}

// parseCase leaves out what this package has dropped or never has on a line: embeddings, separators, white space at the
// end.
func parseCase(t *testing.T, fields []string) (text string, levels []int, supported bool) {
	codes, wantLevels := strings.Fields(fields[0]), strings.Fields(fields[3])
	end := 0
	for i, code := range codes {
		n, err := strconv.ParseUint(code, 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		r := rune(n)
		if r >= '\u202a' && r <= '\u202e' || r == '\t' || r == '\n' || r == '\u2029' || r == '\ufffc' ||
			unicode.IsControl(r) {
			return "", nil, false
		}
		text += string(r)
		if unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d' || wantLevels[i] == "x" {
			continue
		}
		level, _ := strconv.Atoi(wantLevels[i])
		levels = append(levels, level)
		if !unicode.IsSpace(r) {
			end = len(levels)
		}
	}
	return text, levels[:end], true
}
