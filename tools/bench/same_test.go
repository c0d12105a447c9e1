package main

import "testing"

func TestMainTextIsTheVisibleTextOfAPage(t *testing.T) {
	page := `<header>Menu</header><main id="page">
<h1>Tea &amp; dates</h1><p>From <strong>AED<!-- --> <!-- -->40</strong></p><script>let a = "<b>no</b>"</script><ul><li>one</li><li>two</li></ul>
</main><footer>About</footer>`
	if got, want := mainText(page), "Tea & dates From AED 40 one two"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := mainText("<p>no main</p>"); got != "" {
		t.Errorf("%q of a page without <main>", got)
	}
}

func TestADifferenceIsShownWithItsSurroundings(t *testing.T) {
	if got, want := firstDifference("a b c d e", "a b x d e"), `"a b c d e" and "a b x d e"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := firstDifference("a b", "a b c"), "2 and 3 words"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestEveryPeerNamesItsVersion(t *testing.T) {
	for _, p := range knownPeers {
		if p.version() == "" {
			t.Errorf("%s has no version", p.title)
		}
	}
}
