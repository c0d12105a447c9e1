package api

import "context"

// GetRedirect returns the redirect of a path of the request's host.
func (s *server) GetRedirect(ctx context.Context, request GetRedirectRequestObject) (GetRedirectResponseObject, error) {
	target, err := s.Site.Redirect(visitOf(ctx).r.Host, request.Params.Path)
	if err != nil {
		return nil, err
	}
	if target == nil {
		return GetRedirect200JSONResponse{}, nil
	}
	return GetRedirect200JSONResponse{To: &target.To, Status: &target.Status}, nil
}
