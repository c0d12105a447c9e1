package schema

import (
	"bytes"
	"encoding/json"
	"path"

	"storefront/internal/content/source"
)

// Settings returns the settings by which VS Code's YAML support finds the schemas of a folder, for the files of a
// folder of content. It reads no front matter, so that kinds of Markdown files are not among them.
func Settings(folder, content string) ([]byte, error) {
	files := map[string]string{}
	for _, k := range source.Kinds() {
		if !k.HasFrontMatter {
			files["./"+path.Join(folder, k.Name+".json")] = path.Join(content, k.Glob)
		}
	}
	data, err := encode(map[string]any{"yaml.schemas": files})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, data, "", "  ")
	return append(out.Bytes(), '\n'), err
}
