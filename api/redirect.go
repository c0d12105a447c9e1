package api

import (
	"context"

	"storefront/internal/core/fault"
)

// longestRedirectPath is the limit of openapi.yaml.
const longestRedirectPath = 2048

// GetRedirect returns the redirect of a path of the request's host.
func (s *server) GetRedirect(ctx context.Context, request GetRedirectRequestObject) (GetRedirectResponseObject, error) {
	path := request.Params.Path
	if path == "" || len(path) > longestRedirectPath {
		return nil, fault.New(fault.Invalid, "The path is empty or too long.",
			fault.Field{Name: "path", Code: fault.Format})
	}
	target, err := s.Site.Redirect(visitOf(ctx).r.Host, path)
	if err != nil {
		return nil, err
	}
	if target == nil {
		return GetRedirect200JSONResponse{}, nil
	}
	return GetRedirect200JSONResponse{To: &target.To, Status: &target.Status}, nil
}
