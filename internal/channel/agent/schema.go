package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// schemaOf returns the schema of what a tool takes or returns. Each value in it has one type, which some models' APIs
// require: Go's nil slices and pointers, which may be null, are absent here.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // the types are this package's
	}
	removeNullTypes(s)
	return s
}

func removeNullTypes(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, property := range s.Properties {
		removeNullTypes(property)
	}
	removeNullTypes(s.Items)
}

// dropNullArguments removes arguments that are null: some models send every argument that a tool has.
func dropNullArguments(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		if call, ok := r.(*mcp.CallToolRequest); ok {
			call.Params.Arguments = withoutNulls(call.Params.Arguments)
		}
		return next(ctx, method, r)
	}
}

func withoutNulls(arguments json.RawMessage) json.RawMessage {
	var all map[string]json.RawMessage
	if json.Unmarshal(arguments, &all) != nil {
		return arguments // the tool reports the error
	}
	maps.DeleteFunc(all, func(_ string, value json.RawMessage) bool { return bytes.Equal(value, []byte("null")) })
	data, err := json.Marshal(all)
	if err != nil {
		return arguments
	}
	return data
}
