import { dot, formatDuration, formatList, languageName, formatTime } from '../../lib/i18n/format'
import type { Named, ProductCard } from '../../lib/payload.gen'
import { site, t } from '../../lib/site'
import { PriceFrom } from '../product/price-from'
import { RatingLine } from '../product/rating-line'
import { Picture } from '../ui/picture'

interface CardProps {
  card: ProductCard
  /** The name above the title: the city's, or the category's on a city's own page. */
  place?: 'city' | 'category'
}

/** A product as a small ticket: picture, title, facts, tear, price. The title's link covers the whole card. */
export function TicketCard({ card, place = 'city' }: CardProps) {
  return (
    <li className="card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="card-body">
        <p className="card-place">
          {card[place].name}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <CardTitle card={card} />
        <p className="card-facts">
          <span className="icon-clock">{formatDuration(card.duration)}</span>
          {card.pickup && <span className="icon-bus">{t('card.pickup')}</span>}
        </p>
      </div>
      <p className="card-price">
        <PriceFrom price={card.price} />
      </p>
    </li>
  )
}

/** The classic brand's card: no frame, the picture first, price and facts under one rule. */
export function ClassicCard({ card, place = 'city' }: CardProps) {
  const facts = [formatDuration(card.duration), card.pickup ? t('card.pickup') : '', card[place].name].filter(Boolean)
  return (
    <li className="card classic-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <CardTitle card={card} />
      <p className="small muted">{facts.join(dot)}</p>
      <p className="classic-price">
        <span className="price-line">
          <PriceFrom price={card.price} />
        </span>
        {card.rating && <RatingLine rating={card.rating} />}
      </p>
    </li>
  )
}

/** The premium card: a large picture beside its text, on alternating sides. */
export function EditorialCard({ card, place = 'city' }: CardProps) {
  const facts = [formatDuration(card.duration), card.pickup ? t('card.pickup') : ''].filter(Boolean)
  return (
    <li className="card editorial-card">
      <Picture preset="card" image={card.image} />
      <div className="editorial-words">
        <div className="editorial-place">
          <p>{card[place].name}</p>
          <CardTag card={card} />
        </div>
        <CardTitle card={card} />
        <p className="editorial-facts">
          {facts.join(dot)}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <PriceLine className="editorial-price" card={card} />
      </div>
    </li>
  )
}

/** The magazine's card: text beside the picture, the facts in one line, the price in the margin. */
export function MagazineCard({ card, place = 'city' }: CardProps) {
  return (
    <li className="card magazine-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="magazine-words">
        <p className="card-place">{card[place].name}</p>
        <CardTitle card={card} />
        <p className="magazine-facts">{factsOf(card).join(dot)}</p>
      </div>
      <p className="magazine-margin price-line">
        <PriceFrom price={card.price} />
        {card.rating && <RatingLine rating={card.rating} />}
      </p>
    </li>
  )
}

function factsOf({ duration, pickup, freeCancellation, guides }: ProductCard): string[] {
  const facts = [formatDuration(duration)]
  if (pickup) facts.push(t('card.pickup'))
  if (freeCancellation) facts.push(t('card.freeCancellation'))
  if (guides?.length) facts.push(formatList(guides.map(languageName)))
  return facts
}

/** The immersive card: an upright picture with its text at the foot, on a dark gradient. */
export function OverlayCard({ card, place = 'city' }: CardProps) {
  return (
    <li className="card overlay-card">
      <Picture preset="card" image={card.image} />
      <CardTag card={card} />
      <div className="overlay-words">
        <p className="card-place">{card[place].name}</p>
        <CardTitle card={card} />
        <p className="card-facts">
          <span className="icon-clock">{formatDuration(card.duration)}</span>
          {card.pickup && <span className="icon-bus">{t('card.pickup')}</span>}
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <PriceLine className="overlay-price" card={card} />
      </div>
    </li>
  )
}

/** A row of the departure board: time, title, duration, price. Products without start times have an open time. */
export function DepartureRow({ card, place = 'city' }: CardProps) {
  return (
    <li className={card.status === 'AVAILABLE' ? 'card departure departure-on' : 'card departure'}>
      <div className="departure-time">
        <span className="sr-only">{t('card.starts')}</span>
        <NextStarts card={card} />
        {!card.startTimes?.length && <p className="departure-open">{t('card.open')}</p>}
      </div>
      <Picture preset="thumb" image={card.image} decorative />
      <div className="departure-what">
        <CardTitle card={card} />
        <div className="row-facts">
          <p>{[card[place].name, card.pickup ? t('card.pickup') : ''].filter(Boolean).join(dot)}</p>
          {card.rating && (
            <p>
              <RatingLine rating={card.rating} />
            </p>
          )}
          <CardTag card={card} />
        </div>
      </div>
      <p className="departure-length">{formatDuration(card.duration)}</p>
      <PriceLine className="departure-price" card={card} />
    </li>
  )
}

/** A row of the desk's list: title, next start, price. */
export function DeskRow({ card, place = 'city' }: CardProps) {
  const facts = [card[place].name, formatDuration(card.duration), card.pickup ? t('card.pickup') : ''].filter(Boolean)
  return (
    <li className={card.status === 'AVAILABLE' ? 'card desk-row desk-on' : 'card desk-row'}>
      <Picture preset="thumb" image={card.image} decorative />
      <div className="desk-what">
        <CardTitle card={card} />
        <p className="row-facts">
          <span>{facts.join(dot)}</span>
          {card.rating && <RatingLine rating={card.rating} />}
        </p>
        <div className="desk-starts">
          <div className="desk-next">
            {card.startTimes?.length ? (
              <span className="desk-label">{t('card.starts')}</span>
            ) : (
              <span className="desk-open">{t('card.open')}</span>
            )}
            <NextStarts card={card} />
          </div>
          <CardTag card={card} />
        </div>
      </div>
      <PriceLine className="desk-price" card={card} />
    </li>
  )
}

/** The column headings of a departure board; screen readers get them from the rows. */
export function BoardHead() {
  return (
    <p className="board-head" aria-hidden="true">
      <span>{t('card.starts')}</span>
      <span className="board-what">{t('listing.results')}</span>
      <span>{t('finder.length')}</span>
      <span className="board-price">{t('finder.price')}</span>
    </p>
  )
}

/** The title of a card, whose link covers the whole card. */
function CardTitle({ card }: { card: ProductCard }) {
  const { title, writtenIn } = card
  return (
    <h3 className="card-title">
      <a href={site().productHref(card)} {...writtenIn}>
        {title}
      </a>
    </h3>
  )
}

/** Returns the tags of a product: that it cannot be booked, or else the editors' labels. */
export function tagsOf({ status, labels = [] }: Pick<ProductCard, 'status' | 'labels'>): Omit<Named, 'id'>[] {
  if (status === 'SOLD_OUT') return [{ name: t('card.soldOut') }]
  if (status === 'CLOSED') return [{ name: t('card.closed') }]
  return labels
}

function CardTag({ card }: { card: ProductCard }) {
  const [tag] = tagsOf(card)
  return (
    tag && (
      <p className="tag" lang={tag.writtenIn?.lang}>
        {tag.name}
      </p>
    )
  )
}

function PriceLine({ card, className }: { card: ProductCard; className: string }) {
  return (
    <p className={`${className} price-line`}>
      <PriceFrom price={card.price} />
    </p>
  )
}

/** The published start times of a product; the widget next-starts finds the element by its data attribute. */
function NextStarts({ card }: { card: ProductCard }) {
  const { slug, startTimes = [] } = card
  return (
    <p className="next-starts" data-starts={slug}>
      {startTimes.map((time) => (
        <bdi key={time}>{formatTime(time)}</bdi>
      ))}
    </p>
  )
}
