package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"storefront/internal/content/catalog"
	"storefront/internal/content/diag"
	"storefront/internal/content/landscape"
	"storefront/internal/content/media"
	"storefront/internal/content/source"
	"storefront/internal/lib/misuse"
	"storefront/internal/lib/suggest"
)

// Kinds are the kinds of content that can be begun.
var Kinds = []string{"product", "city", "category", "supplier", "post", "faq", "page", "deployment", "language"}

// Skeleton is a new piece of content to be begun.
type Skeleton struct {
	Content   string
	Kind      string
	Slug      string
	Languages []string // empty means those of the storefronts; of a deployment, those that every storefront has
	Now       time.Time
	Check     Check
	// These are for a product and for a question; empty means the first that content has.
	City, Category, Supplier, Topic string
	// Pages returns the pages that every storefront has, by path below the content, in some languages. They are
	// written with the first deployment.
	Pages func(name catalog.Localized, languages []string) (map[string][]byte, error)

	lib          *catalog.Library
	drawnPicture string // the name of the picture that is drawn because content has none
}

// Created is the result of beginning a piece of content.
type Created struct {
	Files []string `json:"files"`
	Next  []string `json:"next"` // what to do now
}

// Create writes the skeleton: valid files with the keys that editors usually need and comments about them. All but a
// deployment, a supplier and a language are drafts, which are not published before their draft key is removed.
func Create(s Skeleton) (*Created, error) {
	if !slices.Contains(Kinds, s.Kind) && (s.Kind != "testimonial" || len(s.Languages) == 0) {
		return nil, misuse.Errorf("there is no kind %q of content to begin; kinds are %s%s", s.Kind,
			strings.Join(Kinds, ", "), suggest.DidYouMean(s.Kind, Kinds))
	}
	if err := CheckLanguage(s.Slug); s.Kind == "language" && err != nil {
		return nil, err
	}
	r := source.NewReader(s.Content)
	s.lib, _ = r.Library(media.Read, media.ReadDrawing, nil)
	if err := s.checkSlug(); err != nil {
		return nil, err
	}
	if folder, known := source.TextFolders[s.Kind]; known && len(s.Languages) > 0 {
		if begun, err := s.createTranslation(folder + "/" + s.Slug); begun != nil || err != nil {
			return begun, err
		}
		if s.Kind == "testimonial" {
			return nil, misuse.Errorf("there is no testimonial %q to translate", s.Slug)
		}
	}
	if s.Kind != "language" {
		needed := s.lib.Languages
		if s.Kind == "deployment" {
			needed = s.sharedLanguages()
		}
		if err := s.resolveLanguages(needed); err != nil {
			return nil, err
		}
	}
	files, next, err := map[string]func() (map[string]string, []string, error){
		"product": s.productFiles, "city": s.cityFiles, "category": s.categoryFiles, "post": s.postFiles,
		"faq":        s.questionFiles,
		"deployment": s.deploymentFiles, "supplier": s.supplierFiles, "page": s.pageFiles,
		"language": s.languageTextFile,
	}[s.Kind]()
	if err != nil {
		return nil, err
	}
	stage, err := s.stageFiles(files)
	if err != nil {
		return nil, err
	}
	if _, err := stage.Commit(s.checkNewContent, false); err != nil {
		shared := s.sharedLanguages()
		isOther := func(language string) bool { return !slices.Contains(shared, language) }
		if s.Kind == "deployment" && len(shared) > 0 && slices.ContainsFunc(s.Languages, isOther) {
			err = fmt.Errorf("%w; choose its languages with --lang %s", err, strings.Join(shared, ","))
		}
		return nil, err
	}
	return &Created{Files: stage.Files(), Next: next}, nil
}

// checkSlug returns an error for a name that is not a slug, with one that is.
func (s *Skeleton) checkSlug() error {
	if IsSlug(s.Slug) {
		return nil
	}
	suggestion := ""
	if slug := SlugIn(s.firstLanguage(), s.Slug); slug != "" {
		suggestion = fmt.Sprintf("; %s would be", slug)
	}
	return misuse.Errorf("%q is not a slug: lower-case a-z, 0-9 and single hyphens%s", s.Slug, suggestion)
}

// stageFiles stages new files, by path, and the picture that is drawn for them. It returns an error if the content has
// one of them, or the folder that is created for it.
func (s *Skeleton) stageFiles(files map[string]string) (*Stage, error) {
	stage := NewStage(s.Content)
	for rel, text := range files {
		folder := filepath.Dir(rel)
		if s.Kind == "deployment" || s.Kind == "supplier" || s.Kind == "language" || rel == topicsFile {
			folder = rel
		}
		if existing := filepath.Join(s.Content, folder); NewStage(s.Content).Exists(filepath.ToSlash(folder)) {
			return nil, fmt.Errorf("%s already exists", existing)
		}
		if err := stage.Add(rel, []byte(text)); err != nil {
			return nil, err
		}
	}
	return stage, s.stageDrawnPicture(stage)
}

// checkNewContent ignores dead links to the new page, which work when it is published, and dead links that content has
// already: they do not depend on the new files.
func (s *Skeleton) checkNewContent(root string) ([]diag.Diagnostic, error) {
	warnings, err := s.Check(root)
	dead, areLinks := deadLinks(err)
	if !areLinks {
		return warnings, err
	}
	_, before := s.Check(s.Content)
	there, _ := deadLinks(before)
	if slices.ContainsFunc(dead, func(d diag.Diagnostic) bool {
		return (s.Kind != "page" || !strings.HasSuffix(d.Message, "no page /"+s.Slug)) && !slices.Contains(there, d)
	}) {
		return warnings, err
	}
	return warnings, nil
}

// deadLinks returns the mistakes of a check. areLinks is false if some are no dead links.
func deadLinks(err error) (dead []diag.Diagnostic, areLinks bool) {
	var invalid interface{ Mistakes() []diag.Diagnostic }
	if !errors.As(err, &invalid) {
		return nil, false
	}
	for _, d := range invalid.Mistakes() {
		if d.Warning {
			continue
		}
		if !strings.HasPrefix(d.Message, "a dead link: ") {
			return nil, false
		}
		dead = append(dead, d)
	}
	return dead, true
}

// missingPartsError reports all content that has to be made first.
func missingPartsError(kind string, parts ...string) error {
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

// choosePicture returns a picture of content, or draws one if it has none.
func (s *Skeleton) choosePicture() string {
	var names []string
	for name, p := range s.lib.Pictures {
		if !p.IsRemote() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		s.drawnPicture = s.Slug + ".jpg"
		return s.drawnPicture
	}
	return names[0]
}

// drawnAltTexts are the alt texts of a drawn picture.
var drawnAltTexts = map[string]string{"en": "Dunes below a low sun, drawn", "ar": "كثبان مرسومة تحت شمس مائلة"}

// stageDrawnPicture stages the drawn picture with its alt texts.
func (s *Skeleton) stageDrawnPicture(stage *Stage) error {
	if s.drawnPicture == "" {
		return nil
	}
	if err := stage.Add("media/"+s.drawnPicture, landscape.Draw(s.drawnPicture)); err != nil {
		return err
	}
	for _, language := range s.lib.Languages {
		line := s.drawnPicture + ": " + YAMLText(cmp.Or(drawnAltTexts[language], drawnAltTexts["en"])) + "\n"
		if err := stage.Append("media/"+language+".yaml", line); err != nil {
			return err
		}
	}
	return nil
}

func (s *Skeleton) productFiles() (map[string]string, []string, error) {
	city, category, supplier, currency := s.City, s.Category, s.Supplier, "AED"
	for _, drafts := range []bool{false, true} { // a product of a draft cannot be sold
		for _, c := range s.lib.Cities {
			if c.Draft == drafts {
				city = cmp.Or(city, c.Slug)
			}
		}
		for _, c := range s.lib.Categories {
			if c.Draft == drafts {
				category = cmp.Or(category, c.Slug)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.lib.Suppliers)) {
		supplier = cmp.Or(supplier, id)
	}
	if len(s.lib.Deployments) > 0 && len(s.lib.Deployments[0].Currencies) > 0 {
		currency = s.lib.Deployments[0].Currencies[0]
	}
	err := missingPartsError("product", city, "a city (generate new city <slug>)", category,
		"a category (generate new category <slug>)", supplier, "a supplier (generate new supplier <slug>)")
	if err != nil {
		return nil, nil, err
	}
	image, location := s.choosePicture(), catalog.Coordinates{}
	for _, c := range s.lib.Cities {
		if c.Slug == city {
			location = c.Location
		}
	}
	folder := "products/" + s.Slug + "/"
	files := map[string]string{folder + "product.yaml": fmt.Sprintf(productFacts, city, category, supplier, currency,
		s.Languages[0], location.Latitude, location.Longitude, image)}
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(productText, YAMLText(s.placeholderTitle(language)),
			YAMLText(s.placeholderSummary(language)),
			cityName(s.lib, city, language), YAMLText(s.placeholderTitle(language)), source.ProsePlaceholder(language))
	}
	return files, []string{"write the facts in product.yaml: place, pictures, times, prices", "write the texts in " +
		s.languageFileNames(), "remove draft, and generate check"}, nil
}

// cityName returns the name of a city in a language, and a comment that tells the editor what to write. Without a name
// in the language it returns the name in a default language, or else in any.
func cityName(lib *catalog.Library, slug, language string) string {
	order := slices.Concat([]string{language}, defaultLanguages(lib), lib.Languages)
	for _, c := range lib.Cities {
		for _, own := range order {
			t := c.Texts[own]
			if c.Slug != slug || t == nil {
				continue
			}
			if own != language {
				return YAMLText(t.Title) + " # to be translated from " + own + ".md: where, in a few words"
			}
			return YAMLText(t.Title) + " # where, in a few words"
		}
	}
	return YAMLText(slug) + " # where, in a few words"
}

func (s *Skeleton) languageFileNames() string {
	return strings.Join(s.Languages, ".md, ") + ".md"
}

func (s *Skeleton) cityFiles() (map[string]string, []string, error) {
	known := catalog.City{Country: "AE", TimeZone: "Asia/Dubai",
		Location: catalog.Coordinates{Latitude: 25.2048, Longitude: 55.2708}}
	if len(s.lib.Cities) > 0 { // most cities of a shop are in one country
		known = *s.lib.Cities[0]
	}
	facts := fmt.Sprintf(cityFacts, known.Country, known.TimeZone, known.Location.Latitude, known.Location.Longitude)
	return s.placeFiles("cities", "city.yaml", facts,
		[]string{"write country, time zone and location in city.yaml", "write the texts in " + s.languageFileNames(),
			"remove draft, and generate check"})
}

func (s *Skeleton) categoryFiles() (map[string]string, []string, error) {
	return s.placeFiles("categories", "category.yaml", categoryFacts,
		[]string{"choose its picture in category.yaml", "write the texts in " + s.languageFileNames(),
			"remove draft, and generate check"})
}

func (s *Skeleton) placeFiles(kind, file, facts string, next []string) (map[string]string, []string, error) {
	image := s.choosePicture()
	folder := kind + "/" + s.Slug + "/"
	files := map[string]string{folder + file: fmt.Sprintf(facts, image)}
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(placeText, YAMLText(s.placeholderTitle(language)),
			YAMLText(s.placeholderSummary(language)),
			source.ProsePlaceholder(language))
	}
	return files, next, nil
}

func (s *Skeleton) postFiles() (map[string]string, []string, error) {
	files := map[string]string{}
	for _, language := range s.Languages {
		files["blog/"+s.Slug+"/"+language+".md"] = fmt.Sprintf(postText, YAMLText(s.placeholderTitle(language)),
			s.Now.Format(time.DateOnly), YAMLText(s.placeholderSummary(language)), source.ProsePlaceholder(language))
	}
	return files, []string{"write the story in " + s.languageFileNames(),
		"remove draft; a date ahead publishes it on that day"}, nil
}

const topicsFile = "faq/topics.yaml"

func (s *Skeleton) questionFiles() (map[string]string, []string, error) {
	topic := s.Topic
	files := map[string]string{}
	if len(s.lib.Topics) > 0 {
		topic = cmp.Or(topic, s.lib.Topics[0].ID)
	} else {
		topic = cmp.Or(topic, "booking")
		title, _ := flowStyle(reflect.ValueOf(s.placeholderName()))
		files[topicsFile] = fmt.Sprintf("- {id: %s, title: %s}\n", topic, title)
	}
	folder := "faq/" + s.Slug + "/"
	files[folder+"faq.yaml"] = fmt.Sprintf(questionFacts, topic)
	for _, language := range s.Languages {
		files[folder+language+".md"] = fmt.Sprintf(questionText, YAMLText(s.placeholderTitle(language)),
			source.ProsePlaceholder(language))
	}
	return files, []string{"write question and answer in " + s.languageFileNames(), "remove draft, and generate check"},
		nil
}

func (s *Skeleton) supplierFiles() (map[string]string, []string, error) {
	title, _ := flowStyle(reflect.ValueOf(s.placeholderName()))
	return map[string]string{"suppliers/" + s.Slug + ".yaml": fmt.Sprintf(supplierFacts, title)}, []string{
		"write its name in " + s.Slug + ".yaml, and whether you confirm each booking",
		"generate new product <slug> --supplier " + s.Slug}, nil
}
