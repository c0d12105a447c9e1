import { fullDay, lengthText, placeOfTime, startText, type Booked, type BookedPlace } from '../lib/booking'
import { formatTime } from '../lib/format'
import { site } from '../lib/site'
import { unitTitle } from '../lib/units'
import { CancellationLines } from './cancellation-lines'

interface Props {
  booked: Booked
  pickup?: BookedPlace
  dropOff?: BookedPlace
}

/** When, who, with what and from where: the stub of a ticket. Times are the destination's. */
export function BookingFacts({ booked, pickup, dropOff }: Props) {
  const { t } = site()
  return (
    <dl className="booking-facts">
      <div>
        <dt>{t('cart.when')}</dt>
        <dd>
          <When booked={booked} />
        </dd>
      </div>
      {booked.travellers > 0 && (
        <div>
          <dt>{t('cart.travellers')}</dt>
          <dd>
            <Counted things={booked.units.map((unit) => ({ ...unit, title: unitTitle(unit) }))} />
          </dd>
        </div>
      )}
      {booked.extras.some(({ quantity }) => quantity > 0) && (
        <div>
          <dt>{t('cart.extras')}</dt>
          <dd>
            <Counted things={booked.extras} />
          </dd>
        </div>
      )}
      {pickup && <Transfer title={t('cart.pickup')} place={pickup} />}
      {dropOff && <Transfer title={t('cart.dropOff')} place={dropOff} />}
      {booked.cancellation && (
        <div>
          <dt>{t('cancellation.title')}</dt>
          <dd>
            <CancellationLines
              className=""
              terms={booked.cancellation}
              place={{ timeZone: booked.timeZone, name: placeOfTime(booked) }}
            />
          </dd>
        </div>
      )}
    </dl>
  )
}

function When({ booked }: { booked: Booked }) {
  const { date, length, lengthBy } = booked
  const stay = lengthText(length, lengthBy)
  return (
    <>
      <span className="block">
        <time dateTime={date}>{fullDay(date)}</time>
        {stay && ` · ${stay}`}
      </span>
      <Start booked={booked} />
    </>
  )
}

/** Of what is no more on sale the hours may not be known, or not the place. */
function Start({ booked }: { booked: Booked }) {
  const start = startText(booked)
  const city = placeOfTime(booked)
  if (!start) return null
  return (
    <span className="block">
      <bdi>{start}</bdi> {city && <small className="muted">{site().t('cart.localTime', { city })}</small>}
    </span>
  )
}

function Counted({ things }: { things: { id: string; title: string; quantity: number }[] }) {
  return things
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, title, quantity }) => (
      <span key={id} className="block">
        {site().t('cart.counted', { quantity, title })}
      </span>
    ))
}

function Transfer({ title, place }: { title: string; place: BookedPlace }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {place.title && <span className="block">{place.title}</span>}
        {place.time && <bdi className="block">{formatTime(place.time)}</bdi>}
        {place.address && (
          <span className="block">
            <bdi>{place.address}</bdi>
          </span>
        )}
      </dd>
    </div>
  )
}
