package api

import "context"

// GetRedirect returns where a path of the request's host leads instead.
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
