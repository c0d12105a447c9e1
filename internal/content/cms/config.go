// Package cms writes the configuration by which Sveltia CMS and Decap CMS edit content in a browser: collections of the
// files that editors write, with a field for each key, made of the same types and rules as the JSON Schemas. It reads
// the content, since texts of a product have keys that only this product has.
package cms

import (
	"storefront/internal/content/catalog"
	"storefront/internal/content/scaffold"
)

// Options are the inputs of a configuration beside the content.
type Options struct {
	Content string // the folder of content in the repository, with slashes: "content"
	Backend string // "github", "gitlab" …
	Repo    string // "owner/name"
	Branch  string
	Decap   bool // for Decap CMS in place of Sveltia CMS
}

// Content is the content that a configuration is for.
type Content struct {
	Library  *catalog.Library
	Products []*catalog.Product
}

// Config returns the configuration as YAML.
func Config(o Options, c *Content) []byte {
	made := (&configBuilder{Options: o, Content: c}).build()
	if o.Decap {
		made = toDecap(made)
	}
	return append([]byte("# Written by generate cms, and again once there are new products, pages or ids.\n"),
		scaffold.YAML(made)...)
}

// config is the configuration of a CMS, with the keys that are used here.
type config struct {
	Backend struct {
		Name   string `yaml:"name,required"`
		Repo   string `yaml:"repo,required"`
		Branch string `yaml:"branch,required"`
	} `yaml:"backend,required"`
	MediaFolder  string       `yaml:"media_folder,required"`
	PublicFolder string       `yaml:"public_folder,required"`
	Output       output       `yaml:"output,required"`
	I18n         *i18n        `yaml:"i18n"`
	Collections  []collection `yaml:"collections,required"`
}

type i18n struct {
	Structure string   `yaml:"structure,required"`
	Locales   []string `yaml:"locales,required"`
	Default   string   `yaml:"default_locale,required"`
}

// output makes the CMS write files almost as editors do: no empty keys, no quotation marks without need.
type output struct {
	Omit bool `yaml:"omit_empty_optional_fields,required"`
	YAML struct {
		Indent    int    `yaml:"indent_size,required"`
		Sequences bool   `yaml:"indent_sequences,required"`
		Quote     string `yaml:"quote,required"`
	} `yaml:"yaml,required"`
}

// collection has a folder of entries, or files.
type collection struct {
	Name       string        `yaml:"name,required"`
	Label      string        `yaml:"label,required"`
	Folder     string        `yaml:"folder"`
	Path       string        `yaml:"path"`
	Extension  string        `yaml:"extension"`
	Format     string        `yaml:"format"`
	Identifier string        `yaml:"identifier_field"`
	Slug       *slug         `yaml:"slug"`
	Summary    string        `yaml:"summary"`
	Create     *explicitBool `yaml:"create"`
	Delete     *explicitBool `yaml:"delete"`
	I18n       bool          `yaml:"i18n"`
	Files      []file        `yaml:"files"`
	Fields     []field       `yaml:"fields"`
}

// slug is the name of a new entry's folder, which editors type: titles are not all Latin.
type slug struct {
	Editable []string `yaml:"editable,required"`
	Hint     string   `yaml:"hint,required"`
	Pattern  []string `yaml:"pattern,required"`
}

// explicitBool is a bool that is written when it is false too.
type explicitBool bool

func newBool(on bool) *explicitBool { return (*explicitBool)(&on) }

type file struct {
	Name   string  `yaml:"name,required"`
	Label  string  `yaml:"label,required"`
	File   string  `yaml:"file,required"`
	Format string  `yaml:"format"`
	I18n   bool    `yaml:"i18n"`
	Fields []field `yaml:"fields,required"`
}

type field struct {
	Name      string        `yaml:"name,required"`
	Label     string        `yaml:"label,required"`
	Widget    string        `yaml:"widget,required"`
	Hint      string        `yaml:"hint"`
	Required  *explicitBool `yaml:"required"`
	I18n      bool          `yaml:"i18n"`
	Root      bool          `yaml:"root"`
	ValueType string        `yaml:"value_type"`
	Min       *number       `yaml:"min"`
	Max       *number       `yaml:"max"`
	Options   []string      `yaml:"options"`
	Multiple  bool          `yaml:"multiple"`
	Pattern   []string      `yaml:"pattern"`
	Modes     []string      `yaml:"modes"`
	Fields    []field       `yaml:"fields"`
	Field     *field        `yaml:"field"`
}

type number float64
