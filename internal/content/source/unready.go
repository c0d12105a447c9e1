package source

import (
	"regexp"
	"slices"
	"strings"

	"storefront/internal/content/yaml"
)

// Parts of titles, in small letters without spaces, that say that a product is not public, and what stands between
// parts.
var (
	titleParts = regexp.MustCompile(`[:;.!|*#(){}\[\]/–—]|\s-+\s|^-+\s`)
	unready    = strings.Fields(`draft entwurf brouillon borrador bozza rascunho taslak qaralama черновик مسودة טיוטה
		پیشنویس 草稿 wip unpublished notpublished donotpublish dontpublish don'tpublish nichtveröffentlichen
		nichtveröffentlicht nepaspublier nonpublié nopublicar nopublicado sinpublicar nonpubblicare nonpubblicato
		nãopublicar naopublicar nãopublicado nietpubliceren yayınlama yayındadeğil لاتنشر אללפרסם cancelled canceled
		cancelado cancelada annulé annulée annullato annullata abgesagt storniert archived archiviert archivado archivada
		inactive inaktiv inactivo inactiva`)
)

// IsUnready reports whether a title says that what it names is not public: "DRAFT - Dunes", "Dunes (draft)".
func IsUnready(title string) bool {
	return slices.ContainsFunc(titleParts.Split(title, -1), func(part string) bool {
		part = strings.ReplaceAll(part, "\u200c", "")
		return slices.Contains(unready, strings.ToLower(strings.Join(strings.Fields(part), "")))
	})
}

// checkReady warns of a title that says so of something that is shown.
func (f *file) checkReady() {
	title := f.root.Get("title")
	if title != nil && title.Kind == yaml.Scalar && IsUnready(title.Value) {
		f.at(title.Line, title.Col, true, "visitors read this title, which says that this is not public: %s keeps it "+
			"back; or take these words out", AsDraft)
	}
}
