package scaffold

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/core/locale"
	"storefront/internal/lib/suggest"
)

// Kinds are what a skeleton can be made of.
var Kinds = []string{"product", "city", "category", "post", "faq", "deployment"}

// Skeleton is a new piece of content to be begun.
type Skeleton struct {
	Content   string
	Kind      string
	Slug      string
	Languages []string // those of the storefronts where empty
	Now       time.Time
	Check     Check
	// These are those of a product, and of a question; the first that content has where empty.
	City, Category, Supplier, Topic string

	lib *catalog.Library
}

// Begun is what a skeleton became.
type Begun struct {
	Files []string `json:"files"`
	Next  []string `json:"next"` // what to do now
}

// Begin writes the skeleton: files that are in order, with what editors usually need and what it means. It is not shown
// before its draft key is taken away.
func Begin(s Skeleton) (*Begun, error) {
	if !slices.Contains(Kinds, s.Kind) {
		return nil, fmt.Errorf("there is no kind %q of content to begin; kinds are %s%s", s.Kind,
			strings.Join(Kinds, ", "), suggest.DidYouMean(s.Kind, Kinds))
	}
	if !IsSlug(s.Slug) {
		would := ""
		if slug := Slug(s.Slug); slug != "" {
			would = fmt.Sprintf("; %s would be", slug)
		}
		return nil, fmt.Errorf("%q is not a slug: lower-case a-z, 0-9 and single hyphens%s", s.Slug, would)
	}
	r := source.NewReader(s.Content)
	s.lib, _ = r.Library(media.Read, media.ReadDrawing)
	if err := s.speak(s.lib.Languages); err != nil {
		return nil, err
	}
	files, next, err := map[string]func() (map[string]string, []string, error){
		"product": s.product, "city": s.city, "category": s.category, "post": s.post, "faq": s.question,
		"deployment": s.deployment,
	}[s.Kind]()
	if err != nil {
		return nil, err
	}
	stage := NewStage(s.Content)
	for rel, text := range files {
		folder := filepath.Dir(rel)
		if s.Kind == "deployment" {
			folder = rel
		}
		if there := filepath.Join(s.Content, folder); NewStage(s.Content).Exists(filepath.ToSlash(folder)) {
			return nil, fmt.Errorf("%s is there already", there)
		}
		if err := stage.Add(rel, []byte(text)); err != nil {
			return nil, err
		}
	}
	if _, err := stage.Commit(s.Check, false); err != nil {
		return nil, err
	}
	return &Begun{Files: stage.Files(), Next: next}, nil
}

// speak settles the languages of the texts.
func (s *Skeleton) speak(needed []string) error {
	if len(s.lib.Deployments) > 0 {
		first := slices.Clone(s.lib.Deployments[0].Languages) // in the order of the first storefront
		for _, language := range needed {
			if !slices.Contains(first, language) {
				first = append(first, language)
			}
		}
		needed = first
	}
	if len(s.Languages) == 0 {
		s.Languages = needed
	}
	for i, language := range s.Languages {
		if _, ok := locale.Configured[language]; !ok {
			return fmt.Errorf("%q is not a language of this storefront; languages are %s", language, locale.List())
		}
		if slices.Index(s.Languages, language) < i {
			return fmt.Errorf("the language %q is given twice", language)
		}
	}
	if s.Kind == "post" || s.Kind == "deployment" {
		if len(s.Languages) == 0 {
			s.Languages = []string{"en"}
		}
		return nil
	}
	for _, language := range needed {
		if !slices.Contains(s.Languages, language) {
			return fmt.Errorf("a %s needs a text in every language of the storefronts: --lang %s", s.Kind,
				strings.Join(needed, ","))
		}
	}
	for _, language := range s.Languages {
		if !slices.Contains(needed, language) {
			return fmt.Errorf("no storefront is in %q; languages are %s", language, strings.Join(needed, ", "))
		}
	}
	return nil
}

// words is a slug as words, to be written over.
func (s *Skeleton) words(language string) string {
	words := strings.ReplaceAll(s.Slug, "-", " ")
	if language == "ar" {
		return "عنوان: " + words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// summaries are as long as search engines show.
var summaries = map[string]string{
	"en": "what visitors get, in one or two plain sentences of 70 to 160 characters; search engines show them too.",
	"ar": "ما الذي يحصل عليه الزائر، في جملة أو جملتين من 70 إلى 160 حرفًا؛ وتعرضه محركات البحث أيضًا.",
}

func (s *Skeleton) summary(language string) string {
	return s.Kind + " " + strings.ReplaceAll(s.Slug, "-", " ") + ": " + summaries[language]
}

// lacking reports everything that has to be made first.
func lacking(kind string, parts ...string) error {
	var missing []string
	for i := 0; i < len(parts); i += 2 {
		if parts[i] == "" {
			missing = append(missing, parts[i+1])
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("a %s needs %s first", kind, strings.Join(missing, ", and "))
}

// picture is one that content has.
func (s *Skeleton) picture() string {
	var names []string
	for name, p := range s.lib.Pictures {
		if !p.Remote() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return ""
	}
	return names[0]
}

const noPicture = "a picture in media, with its alt text in media/<language>.yaml"

func (s *Skeleton) product() (map[string]string, []string, error) {
	city, category, supplier, currency := s.City, s.Category, s.Supplier, "AED"
	if len(s.lib.Cities) > 0 {
		city = cmp.Or(city, s.lib.Cities[0].Slug)
	}
	if len(s.lib.Categories) > 0 {
		category = cmp.Or(category, s.lib.Categories[0].Slug)
	}
	for _, id := range slices.Sorted(maps.Keys(s.lib.Suppliers)) {
		supplier = cmp.Or(supplier, id)
	}
	if len(s.lib.Deployments) > 0 && len(s.lib.Deployments[0].Currencies) > 0 {
		currency = s.lib.Deployments[0].Currencies[0]
	}
	image := s.picture()
	err := lacking("product", city, "a city (generate new city <slug>)", category,
		"a category (generate new category <slug>)", supplier, "a supplier (suppliers/<id>.yaml)", image, noPicture)
	if err != nil {
		return nil, nil, err
	}
	location := catalog.Coordinates{}
	for _, c := range s.lib.Cities {
		if c.Slug == city {
			location = c.Location
		}
	}
	folder := "products/" + s.Slug + "/"
	files := map[string]string{folder + "product.yaml": fmt.Sprintf(productFacts, city, category, supplier, currency,
		location.Latitude, location.Longitude, image)}
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(productText, Text(s.words(language)), Text(s.summary(language)),
			Text(cityIn(s.lib, city, language)), Text(s.words(language)), source.ToWrite[language])
	}
	return files, []string{"write the facts in product.yaml: place, pictures, times, prices", "write the texts in " +
		s.languageFiles(), "take draft away, and generate check"}, nil
}

func cityIn(lib *catalog.Library, slug, language string) string {
	for _, c := range lib.Cities {
		if c.Slug == slug && c.Texts[language] != nil {
			return c.Texts[language].Title
		}
	}
	return slug
}

func (s *Skeleton) languageFiles() string {
	return strings.Join(s.Languages, ".md, ") + ".md"
}

func (s *Skeleton) city() (map[string]string, []string, error) {
	return s.placeOf("cities", "city.yaml", cityFacts,
		[]string{"write country, time zone and location in city.yaml", "write the texts in " + s.languageFiles(),
			"take draft away, and generate check"})
}

func (s *Skeleton) category() (map[string]string, []string, error) {
	return s.placeOf("categories", "category.yaml", categoryFacts,
		[]string{"choose its picture in category.yaml", "write the texts in " + s.languageFiles(),
			"take draft away, and generate check"})
}

func (s *Skeleton) placeOf(kind, file, facts string, next []string) (map[string]string, []string, error) {
	image := s.picture()
	if err := lacking(s.Kind, image, noPicture); err != nil {
		return nil, nil, err
	}
	folder := kind + "/" + s.Slug + "/"
	files := map[string]string{folder + file: fmt.Sprintf(facts, image)}
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(placeText, Text(s.words(language)), Text(s.summary(language)),
			source.ToWrite[language])
	}
	return files, next, nil
}

func (s *Skeleton) post() (map[string]string, []string, error) {
	files := map[string]string{}
	for _, language := range s.Languages {
		files["blog/"+s.Slug+"/"+language+".md"] = fmt.Sprintf(postText, Text(s.words(language)),
			s.Now.Format(time.DateOnly), Text(s.summary(language)), source.ToWrite[language])
	}
	return files, []string{"write the story in " + s.languageFiles(),
		"take draft away; a date ahead publishes it on that day"}, nil
}

func (s *Skeleton) question() (map[string]string, []string, error) {
	topic := s.Topic
	if len(s.lib.Topics) > 0 {
		topic = cmp.Or(topic, s.lib.Topics[0].ID)
	}
	if err := lacking("question", topic, "a topic in faq/topics.yaml"); err != nil {
		return nil, nil, err
	}
	folder := "faq/" + s.Slug + "/"
	files := map[string]string{folder + "faq.yaml": fmt.Sprintf(questionFacts, topic)}
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(questionText, Text(s.words(language)), source.ToWrite[language])
	}
	return files, []string{"write question and answer in " + s.languageFiles(), "take draft away, and generate check"},
		nil
}

func (s *Skeleton) deployment() (map[string]string, []string, error) {
	currency := "AED"
	var pictures, redirects []string // what all of content needs, every storefront allows
	for _, d := range s.lib.Deployments {
		pictures, redirects = append(pictures, d.PictureHosts...), append(redirects, d.RedirectHosts...)
	}
	if len(s.lib.Deployments) > 0 && len(s.lib.Deployments[0].Currencies) > 0 {
		currency = s.lib.Deployments[0].Currencies[0]
	}
	name := catalog.Localized{}
	for _, language := range s.Languages {
		name[language] = strings.TrimPrefix(s.words(language), "عنوان: ")
	}
	title, _ := flow(reflect.ValueOf(name))
	text := fmt.Sprintf(deploymentFacts, s.Slug, s.Slug, title, strings.Join(s.Languages, ", "), currency, s.Slug)
	for _, hosts := range []struct {
		key string
		all []string
	}{{"pictureHosts", pictures}, {"redirectHosts", redirects}} {
		if slices.Sort(hosts.all); len(hosts.all) > 0 {
			text += fmt.Sprintf("%s: [%s]\n", hosts.key, strings.Join(slices.Compact(hosts.all), ", "))
		}
	}
	return map[string]string{"deployments/" + s.Slug + ".yaml": text}, []string{
		"write its hosts, address and e-mail in " + s.Slug + ".yaml",
		"generate server --deployment " + s.Slug + " shows it at http://" + s.Slug + ".localhost:8080",
	}, nil
}
