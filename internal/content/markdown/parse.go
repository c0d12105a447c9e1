package markdown

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Parse parses prose as Render does, without rendering it.
func Parse(prose []byte) ast.Node { return engine.Parser().Parse(text.NewReader(prose)) }
