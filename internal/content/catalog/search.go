package catalog

// SearchWords are the words of content/search.yaml for one language.
type SearchWords struct {
	// Synonyms are groups of equivalent words and phrases.
	Synonyms [][]string `yaml:"synonyms"`
	// Names are everyday names of products.
	Names []SearchName `yaml:"names"`
	// Filler are words and phrases that are ignored beside others.
	Filler []string `yaml:"filler"`
	// Known are correctly spelled words that are never corrected to a similar word.
	Known []string `yaml:"known"`
	// Popular are queries that are suggested before anything is typed.
	Popular []string `yaml:"popular"`
}

// SearchName maps words and phrases to slugs and ids, or to an order of results.
type SearchName struct {
	Words      []string `yaml:"words,required"`
	Cities     []string `yaml:"cities"`
	Categories []string `yaml:"categories"`
	Occasions  []string `yaml:"occasions"`
	Labels     []string `yaml:"labels"`
	Audiences  []string `yaml:"audiences"`
	Products   []string `yaml:"products"`
	Sort       string   `yaml:"sort"`
}

// Audiences are the groups of visitors that a product suits by the ages that it admits.
var Audiences = []string{"toddlers", "children", "teenagers", "adults", "seniors"}

// AudiencesOf derives the audiences of a product from its ages and its occasions.
func AudiencesOf(p *Product) []string {
	low, high := 0, 0
	if p.Ages != nil {
		low, high = p.Ages.Min, p.Ages.Max
	}
	family := false
	for _, occasion := range p.Occasions {
		family = family || occasion == "families"
	}
	var out []string
	add := func(fits bool, audience string) {
		if fits {
			out = append(out, audience)
		}
	}
	add(family && low <= 3, "toddlers")
	add(family && low <= 8, "children")
	add(low <= 14, "teenagers")
	add(low >= 16, "adults")
	add(high == 0 || high >= 75, "seniors")
	return out
}
