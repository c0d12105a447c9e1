package api

import (
	"context"

	"storefront/internal/fault"
)

var errPending = fault.New(fault.Unavailable, "This is being built.")

func (s *server) GetSession(context.Context, GetSessionRequestObject) (GetSessionResponseObject, error) {
	return nil, errPending
}
func (s *server) SignIn(context.Context, SignInRequestObject) (SignInResponseObject, error) {
	return nil, errPending
}
func (s *server) SignOut(context.Context, SignOutRequestObject) (SignOutResponseObject, error) {
	return nil, errPending
}
func (s *server) SignUp(context.Context, SignUpRequestObject) (SignUpResponseObject, error) {
	return nil, errPending
}
func (s *server) VerifyAccount(context.Context, VerifyAccountRequestObject) (VerifyAccountResponseObject, error) {
	return nil, errPending
}
func (s *server) ForgotPassword(context.Context, ForgotPasswordRequestObject) (ForgotPasswordResponseObject, error) {
	return nil, errPending
}
func (s *server) ResetPassword(context.Context, ResetPasswordRequestObject) (ResetPasswordResponseObject, error) {
	return nil, errPending
}
func (s *server) ListInvoices(context.Context, ListInvoicesRequestObject) (ListInvoicesResponseObject, error) {
	return nil, errPending
}
func (s *server) FindOrder(context.Context, FindOrderRequestObject) (FindOrderResponseObject, error) {
	return nil, errPending
}
func (s *server) OpenOrder(context.Context, OpenOrderRequestObject) (OpenOrderResponseObject, error) {
	return nil, errPending
}
func (s *server) GetInvoiceDocument(context.Context, GetInvoiceDocumentRequestObject) (GetInvoiceDocumentResponseObject, error) {
	return nil, errPending
}
func (s *server) GetTicketDocument(context.Context, GetTicketDocumentRequestObject) (GetTicketDocumentResponseObject, error) {
	return nil, errPending
}
func (s *server) GetCalendarEvent(context.Context, GetCalendarEventRequestObject) (GetCalendarEventResponseObject, error) {
	return nil, errPending
}
