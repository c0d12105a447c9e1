package api

import "context"

// JoinWaitingList puts the visitor's party on the waiting list of a departure.
func (s *server) JoinWaitingList(
	ctx context.Context, r JoinWaitingListRequestObject,
) (JoinWaitingListResponseObject, error) {
	place, err := s.Booking.JoinWaiting(ctx, visitOf(ctx).deployment, choiceFrom(&r.Body.Choice), r.Body.Email,
		s.client(ctx).Network)
	if err != nil {
		return nil, err
	}
	return JoinWaitingList200JSONResponse{Place: place.Place, Kept: place.KeepsEarlierParty}, nil
}
