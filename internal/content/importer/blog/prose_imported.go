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

// importedPictures returns the addresses of the pictures that an MDX post imports, by their names.
func importedPictures(text string) map[string]string {
	all := map[string]string{}
	for _, m := range fileImport.FindAllStringSubmatch(text, -1) {
		if prose.PictureFile.MatchString(m[2]) {
			all[m[1]] = m[2]
		}
	}
	return all
}

// expressionAddress returns the address of a file that an expression means; empty for others.
func (s *mdxScan) expressionAddress(expression string) string {
	address := s.pictures[strings.TrimSuffix(expression, ".src")]
	if m := requiredFile.FindStringSubmatch(expression); m != nil {
		address = m[1]
	}
	return strings.ReplaceAll(address, " ", "%20")
}

// astroPaths returns the paths of a file whose address begins with a folder alias of Astro, @/, ~/, @assets/ or
// $assets/, or is relative to the post's original folder.
func astroPaths(name string) []string {
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
