package blog

import (
	"path"
	"strings"

	"storefront/internal/content/importer/prose"
	"storefront/internal/lib/lazyregexp"
)

var (

	// fileImport matches the import of a file: its name in the post, and its address.
	fileImport = lazyregexp.New(`(?m)^import\s+([\w$]+)\s+from\s+["']([^"'?\n]+)(?:\?[^"'\n]*)?["']`)
	// requiredFile matches a call of Docusaurus or of a bundler that returns the address of a file.
	requiredFile = lazyregexp.New(`^(?:require|import|useBaseUrl)\(\s*["']([^"'\n]+)["']\s*\)(?:\.default)?$`)
)

// importedPictures returns the addresses of the pictures that a post in MDX imports, by their names.
func importedPictures(text string) map[string]string {
	all := map[string]string{}
	for _, m := range fileImport.FindAllStringSubmatch(text, -1) {
		if prose.PictureFile.MatchString(m[2]) {
			all[m[1]] = m[2]
		}
	}
	return all
}

// addressOf returns the address that an expression is; empty if it is any other.
func (s *mdxScan) addressOf(expression string) string {
	address := s.pictures[strings.TrimSuffix(expression, ".src")]
	if m := requiredFile.FindStringSubmatch(expression); m != nil {
		address = m[1]
	}
	return strings.ReplaceAll(address, " ", "%20")
}

// inAstro returns where a file of Astro may lie whose address begins with an alias of a folder, @/, ~/, @assets/ or
// $assets/, or leads up from where the post was.
func inAstro(name string) []string {
	if above := strings.TrimLeft(name, "./"); strings.HasPrefix(name, "../") {
		return []string{path.Join("src", above), path.Join("src/content", above)}
	}
	if !strings.ContainsAny(name[:min(1, len(name))], "@~$") {
		return nil
	}
	whole := strings.TrimLeft(name, "@~$")
	_, rest, _ := strings.Cut(name, "/")
	return []string{path.Join("src", whole), whole, path.Join("src", rest), rest}
}
