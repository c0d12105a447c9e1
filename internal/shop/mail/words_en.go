package mail

import (
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"storefront/internal/shop/contact"
)

var english = words{
	code: "en", tag: language.English, comma: ",",

	greeting: "Hello {name},", next: "What happens next", help: "A question? Reach us here.",
	helpOrder: "A question? Tell us the booking reference.",
	items:     "Your activities", money: "Payment", linkHint: "If the button does nothing, open this address:",
	reason:    "You receive this because {email} was given with the booking. It is about the booking and no advertisement.",
	reference: "Booking reference", email: "E-mail", phone: "Phone", chat: "Chat", chatText: "Write to us", address: "Address",
	open: "Open", travellers: "Travellers", extras: "Extras", lasts: "Duration", pickup: "Pickup", dropOff: "Drop-off",
	cancellation: "Cancellation", reserved: "Reserved",
	activity: "Activity", option: "Option", day: "Day", price: "Price", validUntil: "Valid until", neverExpires: "never expires",
	utc: "UTC", from: "From", sent: "Sent", request: "Request", starts: "Start", offer: "Offer", topic: "Topic",

	topics: map[contact.Topic]string{
		contact.BeforeBooking: "Before booking", contact.OnBooking: "A booking", contact.OnPayment: "Payment or a refund",
		contact.ForGroup: "A group or a private trip", contact.OnOther: "Something else",
	},

	meeting: "Meeting point", onMap: "On the map", newTicket: "The attached ticket and calendar file replace the earlier ones.",
	arriveMeeting: "be at the meeting point ten minutes early",
	arrivePickup:  "be ready at your pickup ten minutes early",
	arriveBoth:    "be at the meeting point, or ready at the pickup, ten minutes early",

	owedByShop:   "We have received {received} from you. We give it back ourselves, and get in touch with you about how.",
	cancelByShop: "We give {owed} back to you ourselves, and get in touch with you about how.",

	refundFailed:       "{owed} could not be given back by card: {problem}.",
	refundByHand:       "{owed} is owed to the buyer, and was not taken by card: it has to be given back by hand.",
	disputed:           "The buyer disputes {disputed} at the bank ({status}). Answer it in the payment provider's dashboard.",
	givenBackElsewhere: "{elsewhere} was given back in the payment provider's dashboard, beside what the bookings say.",

	nothingCharged: "The payment was not completed and nothing was charged. Should we have received any of it, it is refunded within 24 hours.",
	refundComes:    "We have received {received} from you. It is refunded within 24 hours; your bank may take some days more to show it.",
	released:       "The amount that was reserved on your card is released. Nothing was charged.",
	nothingOwed:    "You owe nothing.",

	cancelRefund:   "We refund {refund} to your card within 24 hours; your bank may take some days more to show it.",
	cancelNothing:  "Under its cancellation policy, nothing is refunded for it.",
	cancelReleased: "Nothing was charged for it; what is reserved on your card for it is released.",
	cancelKept:     "Under its cancellation policy, {kept} of what is reserved on your card for it is charged; the rest is released.",
	cancelFree:     "Nothing was charged for it, and you owe nothing.",
	restStands:     "The other activities in your order stay as they are.",

	bookings: "Bookings", supplier: "Supplier", leadTraveller: "Lead traveller", orderedBy: "Booked by", answerBy: "Answer by",
	shopReleased: "What is not confirmed by {deadline} ({place}) is released.", shopRefund: "The buyer gets {refund} back.",

	confirmBy: "We e-mail you by {confirmBy} ({place}) at the latest. What is not confirmed by then is not charged: the amount reserved on your card is released.",

	hours: map[plural.Form]string{plural.One: "{n} hour", plural.Other: "{n} hours"},
	attached: map[plural.Form]string{
		plural.One:   "Your ticket is attached, with a calendar file.",
		plural.Other: "Your {n} tickets are attached, each with a calendar file.",
	},

	letters: map[string]text{
		"order_received": {
			subject: "{seller}: reservation {reference}", stamp: "Reserved", heading: "You're reserved",
			lead: []string{"Your seats are reserved. We'll contact you to arrange the payment."},
			next: []string{
				"Keep your phone at hand: we call or write to arrange the payment. It has to be made by {deadline} ({place}).",
				"What is not paid by then is released again, and you owe nothing.",
				"Plans changed? Until it is paid, you can cancel free of charge here.",
			},
			action: "See my reservation",
		},
		"order_confirmed": {
			subject: "{seller}: booking {reference} is confirmed", stamp: "Confirmed", heading: "Booked successfully",
			lead: []string{"Everything that you have booked is confirmed."},
			next: []string{
				"Have the tickets ready on your phone and {arrive}.",
				"Plans changed? Manage or cancel your booking here; you see what you get back before you confirm.",
			},
			action: "See my booking",
		},
		"order_partly": {
			subject: "{seller}: booking {reference} is partly confirmed", stamp: "Partly confirmed", heading: "Partially booked",
			lead: []string{"Some activities are confirmed. The others could not be booked, and you do not pay for them."},
			next: []string{
				"What is confirmed is yours: have its tickets ready on your phone and {arrive}.",
				"For the rest, choose another date or time: open your booking to put it back in the cart.",
			},
			action: "See my booking",
		},
		"order_on_hold": {
			subject: "{seller}: booking {reference} is on hold", stamp: "On hold", heading: "Your booking is on hold",
			lead: []string{"We have received your booking. The amount is only reserved on your card and is charged after confirmation."},
			next: []string{
				"Nothing to do now. We'll e-mail you as soon as the supplier confirms.",
			},
			action: "See my booking",
		},
		"order_on_hold free": {
			subject: "{seller}: booking {reference} is on hold", stamp: "On hold", heading: "Your booking is on hold",
			lead:   []string{"We have received your booking. There is nothing to pay; the supplier has still to confirm it."},
			next:   []string{"Nothing to do now. We'll e-mail you as soon as the supplier confirms."},
			action: "See my booking",
		},
		"order_failed": {
			subject: "{seller}: booking {reference} did not succeed", stamp: "Failed", heading: "Booking unsuccessful",
			lead: []string{"None of the activities could be booked."},
			next: []string{
				"Open your booking to put the activities back in the cart, if they are still available.",
				"Another date, another card, or a question first: write to us or call.",
			},
			action: "Try again",
		},
		"order_received at start": {
			subject: "{seller}: reservation {reference}", stamp: "Reserved", heading: "You're reserved",
			lead: []string{"Your places are reserved until the start. You pay when you come, by {deadline} ({place})."},
			next: []string{
				"How to pay: {where}",
				"Bring the booking reference.",
				"Plans changed? Until it is paid, you can cancel free of charge here.",
			},
			action: "See your reservation",
		},
		"order_failed lapsed": {
			subject: "{seller}: reservation {reference} has ended", stamp: "Ended", heading: "Your reservation has ended",
			lead:   []string{"It was not paid by {deadline} ({place}), so your seats were released."},
			next:   []string{"Open your booking to put the activities back in the cart, if they are still available."},
			action: "Reserve again",
		},
		"payment_reminder": {
			subject: "{seller}: reservation {reference} is still to be paid", stamp: "To be paid", heading: "Your reservation ends soon",
			lead: []string{"Your seats are reserved until {deadline} ({place}), and the payment is still to be made."},
			next: []string{
				"Call or write to us before then, and we arrange the payment. If you have done so already, there is nothing to do.",
				"What is not paid by then is released, and you owe nothing.",
			},
			action: "See my reservation",
		},
		"booking_changed": {
			subject: "{seller}: the pickup of booking {reference} has changed", stamp: "Changed", heading: "Your pickup has changed",
			lead:   []string{"{product}, {when}: the new pickup and drop-off are below."},
			next:   []string{"If you did not ask for this change, tell us at once."},
			action: "See my booking",
		},
		"booking_cancelled": {
			subject: "{seller}: cancelled, {product} ({reference})", stamp: "Cancelled", heading: "Your booking is cancelled",
			lead:   []string{"{product}, {when}: this booking is cancelled, and its ticket is no longer valid."},
			action: "See my booking",
		},
		"order_link": {
			subject: "{seller}: the link to booking {reference}", heading: "Here is your booking",
			lead:   []string{"This link opens booking {reference}, with its invoice and tickets."},
			next:   []string{"Keep it to yourself: whoever has the link can see the booking and cancel it."},
			action: "Open the booking",
			reason: "You receive this because somebody asked for the link with the booking reference and {email}. If that was not you, there is nothing to do: nobody else has the link.",
		},
		"account_opening": {
			subject: "{seller}: confirm your account", heading: "Confirm your account",
			lead:   []string{"One step is left: confirm that {email} is your address."},
			next:   []string{"The link works once, for {hours}.", "Your account is then ready, with the bookings that you have made with this address."},
			action: "Confirm my account",
			reason: "You receive this because somebody gave {email} to create an account at {seller}. If that was not you, there is nothing to do: no account is created.",
		},
		"account_opening known": {
			subject: "{seller}: you have an account already", heading: "You have an account already",
			lead:   []string{"There is an account with {email}: sign in with its password."},
			next:   []string{"You do not remember it? Choose “Forgot password” where you sign in, and we send you a link."},
			action: "Go to sign in",
			reason: "You receive this because somebody gave {email} to create an account at {seller}. If that was not you, there is nothing to do: your account is as it was.",
		},
		"password_reset": {
			subject: "{seller}: choose a new password", heading: "Choose a new password",
			lead:   []string{"With this link you choose a new password for {email}."},
			next:   []string{"The link works once, for {hours}.", "With the new password you are signed out everywhere else."},
			action: "Choose a new password",
			reason: "You receive this because somebody asked for it at {seller}. If that was not you, there is nothing to do: your password is as it was.",
		},
		"negotiation_answered": {
			subject: "{seller}: our price for {product}", stamp: "Offer", heading: "Our price for you",
			lead:   []string{"You have asked for a price, and here it is: {price} for {product}."},
			next:   []string{"The link puts the activity into your cart at this price. It can be used for one booking.", "Seats are held from checkout on, not before."},
			action: "Book at this price",
			reason: "You receive this because {email} was given with request {reference}. It answers the request and is no advertisement.",
		},
		"negotiation_answered declined": {
			subject: "{seller}: your request for {product}", stamp: "Declined", heading: "We cannot make you an offer",
			lead:   []string{"You have asked for a price for {product}. This time we cannot offer one, and we are sorry."},
			next:   []string{"Another day or a smaller group may be possible: write to us or call."},
			action: "Find something else to do",
			reason: "You receive this because {email} was given with request {reference}. It answers the request and is no advertisement.",
		},
		"order_waiting": {
			subject: "To confirm: {what} ({reference})", stamp: "Waiting", heading: "A booking waits for your answer",
			lead: []string{"The supplier has to confirm it. Until then nothing is charged."},
			next: []string{
				"Ask the supplier, then confirm or reject. The buyer gets a mail.",
				"What is not answered in time is released, and nothing is charged for it.",
			},
			reason: "You receive this because {email} is the address of {seller}.",
		},
		"order_waiting later": {
			subject: "To be paid: {what} ({reference})", stamp: "Waiting", heading: "A reservation is to be paid",
			lead: []string{"The buyer pays later. Call or write to arrange it."},
			next: []string{
				"Record the payment once you have it. That confirms instant bookings; the others still wait for you to confirm them.",
				"Or reject the reservation. The buyer gets a mail in each case.",
			},
			reason: "You receive this because {email} is the address of {seller}.",
		},
		"payment_received": {
			subject: "{seller}: payment received for {reference}", stamp: "Paid", heading: "Thank you for your payment",
			lead:   []string{"We have received {paid} for your booking."},
			action: "Show my booking",
		},
		"payment_attention": {
			subject: "Payment needs attention: {reference}", stamp: "Attention", heading: "A payment needs attention",
			reason: "You receive this because {email} is the address of {seller}.",
		},
		"shop_order_confirmed": {
			subject: "New booking: {what} ({reference})", stamp: "Confirmed", heading: "New booking",
			lead:   []string{"This booking is confirmed, and the buyer has a mail with the tickets."},
			next:   []string{"Nothing to answer. Answering this mail writes to the buyer."},
			reason: "You receive this because {email} is the address of {seller}.",
		},
		"shop_booking_cancelled": {
			subject: "Cancelled: {what} ({reference})", stamp: "Cancelled", heading: "A booking is cancelled",
			lead:   []string{"Its seats are free again, and its ticket is no longer valid. The buyer has a mail that says so."},
			next:   []string{"Nothing to answer. Answering this mail writes to the buyer."},
			reason: "You receive this because {email} is the address of {seller}.",
		},
		"negotiation_asked": {
			subject: "{reference}: somebody asks for a price of {product}", stamp: "Waiting", heading: "Somebody asks for a price",
			lead:   []string{"{product} has no fixed price, and a visitor would like one."},
			next:   []string{"Offer a price, or decline. The visitor is told by mail."},
			reason: "You receive this because {email} is the address of {seller}.",
		},
		"contact_received": {
			subject: "{seller}: we have received your message", heading: "We have received your message",
			lead:   []string{"Thank you for writing. One of us reads it and answers to {email}."},
			next:   []string{"Is it urgent? Then call us."},
			reason: "You receive this because {email} was given with a message to {seller}. If that was not you, there is nothing to do.",
		},
		"contact_message": {
			subject: "Message from {name}", heading: "A visitor has written",
			lead:   []string{"This message came over the contact page."},
			next:   []string{"Answer this mail: the answer goes to the visitor."},
			reason: "You receive this because {email} is the address of {seller}.",
		},
	},
}
