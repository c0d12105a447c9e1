package engine_test

import (
	"path/filepath"
	"strings"
	"testing"

	"storefront/internal/content/contenttest"
)

func TestAnalyticsAskForConsentOnlyOnTheirDeployment(t *testing.T) {
	p := newProject(t, contenttest.Copy(t))
	contenttest.Write(t, p.options.Content, "deployments/sands.yaml", supplierSite)
	p.build()
	before, house := p.readOf("sands", "index.html"), p.shell("en").Stylesheet
	const script = "analytics: {script: https://count.example/js/script.js, " +
		"attributes: {data-domain: wayfare.example}, "
	contenttest.Replace(t, p.options.Content, shop, "pageSize: 12", "pageSize: 12\n"+script+"consent: required}")
	p.build()
	if got := p.serverEntry("wayfare").Analytics; got != "https://count.example" {
		t.Errorf("the server may allow %q", got)
	}
	if css := p.read(p.shell("en").Stylesheet); !strings.HasPrefix(css, p.read(house)) ||
		!strings.Contains(css, ".consent") {
		t.Error("the notice has no style")
	}
	for page, want := range map[string][]string{
		"index.html": {"May we count your visit?", ">Decline</button>", ">Accept</button>",
			">Visit statistics</button>"},
		"ar/index.html": {"هل تسمح لنا بإحصاء زيارتك؟", ">لا أوافق</button>", ">أوافق</button>",
			"<bdi>count.example</bdi>"},
	} {
		html := p.read(page)
		want = append(want, `data-analytics="{&quot;data-domain&quot;:&quot;wayfare.example&quot;,`+
			`&quot;src&quot;:&quot;https://count.example/js/script.js&quot;}" data-consent="required"></script>`,
			`<section id="consent" class="consent" aria-labelledby="consent-title" tabindex="-1" hidden`)
		for _, text := range want {
			if !strings.Contains(html, text) {
				t.Errorf("%s lacks %s", page, text)
			}
		}
		if strings.Contains(html, `src="https://count.example`) {
			t.Errorf("%s loads the script itself", page)
		}
	}
	if d := p.serverEntry("sands"); d.Analytics != "" || p.readOf("sands", "index.html") != before {
		t.Error("a deployment without analytics has changed")
	}
	loaders := func(id string) int {
		found, _ := filepath.Glob(filepath.Join(p.public(id), "assets", "analytics.*.js"))
		return len(found)
	}
	if with, without := loaders("wayfare"), loaders("sands"); with != 1 || without != 0 {
		t.Errorf("%d loaders with analytics and %d without", with, without)
	}
	contenttest.Replace(t, p.options.Content, shop, "required}", "not-needed}")
	p.build()
	if html := p.read("index.html"); strings.Contains(html, "May we count") ||
		strings.Contains(html, "Visit statistics") || !strings.Contains(html, `data-consent="not-needed"`) ||
		strings.Contains(p.read(p.shell("en").Stylesheet), ".consent") {
		t.Error("the page asks for consent that is not needed")
	}
}
