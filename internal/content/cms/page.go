package cms

import _ "embed"

// The page of the CMS, and the script that makes it change only the edited parts of files. The script is bundled from
// page/keep-format.js and the YAML library that the CMS uses.
//
//go:generate npx rolldown page/keep-format.js --format iife --minify --platform browser -o page/keep-format.gen.js
var (
	//go:embed page/index.html
	indexPage []byte
	//go:embed page/keep-format.gen.js
	keepFormat []byte
)

// The formats that keep-format.js registers.
const (
	keepFormatMarkdown = "kept-frontmatter"
	keepFormatYAML     = "kept-yaml"
)

// File is a file of the CMS's folder.
type File struct {
	Name string
	Data []byte
}

// Files returns the files of the CMS's folder except the CMS itself.
func Files(o Options, c *Content) []File {
	page := indexPage
	if o.Decap {
		page = decapPage(indexPage)
	}
	return []File{{"config.yml", Config(o, c)}, {"index.html", page}, {"keep-format.js", keepFormat}}
}
