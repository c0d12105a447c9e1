package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Parse reads prose as Render does, and shows nothing: for who has to know what stands in it and where.
func Parse(prose []byte) ast.Node { return engine.Parser().Parse(text.NewReader(prose)) }
