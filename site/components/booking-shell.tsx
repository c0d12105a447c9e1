import { BookingSkeleton } from './booking-skeleton'
import { ContactWays } from './contact-ways'

interface Props {
  /** What those without scripts are told; the ways to reach a person follow. */
  noScript: string
}

/** The cart or the checkout before its script: the size of what is coming, or words where nothing comes. */
export function BookingShell({ noScript }: Props) {
  return (
    <>
      <BookingSkeleton />
      <noscript>
        <p>{noScript}</p>
        <ContactWays />
      </noscript>
    </>
  )
}
