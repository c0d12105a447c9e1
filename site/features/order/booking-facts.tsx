import { clockOf, formatFullDate, timeZonePlace, startText, type Booked, type BookedPlace } from './booking'
import { dot, formatTime } from '../../lib/i18n/format'
import { t } from '../../lib/site'
import { quantityTexts, lengthText } from '../../lib/i18n/units'
import { CancellationLines } from './cancellation-lines'
import { MapAnchor } from '../../components/product/map-anchor'
import { Fact, Lines } from './fact'

interface Props {
  booked: Booked
  /** The meeting point, for travellers without a pickup. */
  meeting?: BookedPlace
  pickup?: BookedPlace
  dropOff?: BookedPlace
  /** The booking has a pickup without a chosen place. */
  pickupPending?: boolean
}

/** Date, travellers, extras and places of a booking. Times are the destination's. */
export function BookingFacts({ booked, meeting, pickup, dropOff, pickupPending }: Props) {
  const extras = quantityTexts(booked.extras)
  return (
    <dl className="booking-facts">
      <Fact name={t('cart.when')}>
        <When booked={booked} />
      </Fact>
      {booked.travellers > 0 && (
        <Fact name={t('cart.travellers')}>
          <Lines texts={quantityTexts(booked.units)} />
        </Fact>
      )}
      {extras.length > 0 && (
        <Fact name={t('cart.extras')}>
          <Lines texts={extras} />
        </Fact>
      )}
      {meeting && <Place title={t('places.meeting')} place={meeting} />}
      {pickup && <Place title={t('cart.pickup')} place={pickup} />}
      {pickupPending && <Fact name={t('cart.pickup')}>{t('places.asked')}</Fact>}
      {dropOff && <Place title={t('cart.dropOff')} place={dropOff} />}
      {booked.cancellation && (
        <Fact name={t('cancellation.title')}>
          <CancellationLines className="" terms={booked.cancellation} place={clockOf(booked)} />
        </Fact>
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
        <time dateTime={date}>{formatFullDate(date)}</time>
        {stay && dot + stay}
      </span>
      <Start booked={booked} />
    </>
  )
}

/** The start or the opening hours, if known: a product that is not sold any more may have neither. */
function Start({ booked }: { booked: Booked }) {
  const start = startText(booked)
  const city = timeZonePlace(booked)
  if (!start) return null
  return (
    <span className="block">
      <bdi>{start}</bdi> {city && <small className="muted">{t('cart.localTime', { city })}</small>}
    </span>
  )
}

/** A place, with a link to a map if its coordinates are known. */
function Place({ title, place }: { title: string; place: BookedPlace }) {
  const { latitude, longitude, title: name } = place
  const label = t('places.openMap')
  return (
    <Fact name={title}>
      {place.time && <bdi className="strong block">{formatTime(place.time)}</bdi>}
      {name && <span className="block">{name}</span>}
      {place.address && (
        <span className="block">
          <bdi>{place.address}</bdi>
        </span>
      )}
      {latitude !== undefined && longitude !== undefined && (
        <MapAnchor
          latitude={latitude}
          longitude={longitude}
          label={label}
          name={t('labelled', { label, value: name })}
        />
      )}
    </Fact>
  )
}
