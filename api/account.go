package api

import (
	"context"

	"storefront/internal/shop/account"
)

// SignUp requests an account.
func (s *server) SignUp(ctx context.Context, r SignUpRequestObject) (SignUpResponseObject, error) {
	d := visitOf(ctx).deployment
	request := account.SignUpRequest{FirstName: r.Body.FirstName, LastName: r.Body.LastName, Email: r.Body.Email,
		Password: r.Body.Password}
	device, err := s.Accounts.SignUp(ctx, d.ID, d.Language, request, s.client(ctx))
	if err != nil {
		return nil, err
	}
	visitOf(ctx).setDeviceCookie(device)
	return SignUp202Response{}, nil
}

// VerifyAccount opens an account. It signs its owner in if they open the link in the browser that requested the
// account.
func (s *server) VerifyAccount(ctx context.Context, r VerifyAccountRequestObject) (VerifyAccountResponseObject, error) {
	d := visitOf(ctx).deployment
	entry, err := s.Accounts.Open(ctx, d.ID, r.Body.Token, s.client(ctx))
	if err != nil {
		return nil, err
	}
	if entry == nil {
		return VerifyAccount200JSONResponse{sessionTo(nil)}, nil
	}
	session, err := s.startSession(ctx, d, *entry)
	if err != nil {
		return nil, err
	}
	return VerifyAccount200JSONResponse{session}, nil
}

// ForgotPassword requests a link for choosing a new password.
func (s *server) ForgotPassword(ctx context.Context,
	r ForgotPasswordRequestObject) (ForgotPasswordResponseObject, error) {
	d := visitOf(ctx).deployment
	if err := s.Accounts.ForgotPassword(ctx, d.ID, d.Language, r.Body.Email, s.client(ctx)); err != nil {
		return nil, err
	}
	return ForgotPassword202Response{}, nil
}

// ResetPassword sets a new password.
func (s *server) ResetPassword(ctx context.Context, r ResetPasswordRequestObject) (ResetPasswordResponseObject, error) {
	d := visitOf(ctx).deployment
	entry, err := s.Accounts.ResetPassword(ctx, d.ID, r.Body.Token, r.Body.Password)
	if err != nil {
		return nil, err
	}
	visitOf(ctx).setDeviceCookie(entry.Device)
	return ResetPassword204Response{}, nil
}
