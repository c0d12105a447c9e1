import { formatCount } from '../../lib/i18n/format'
import type { PlaceCard } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { Picture } from '../ui/picture'
import { UnpublishedMark } from './unpublished-mark'

const kinds = {
  city: { look: 'label', preset: 'label', pathOf: cityPath },
  category: { look: 'row', preset: 'stamp', pathOf: categoryPath },
} as const

/** A city as a luggage label, or a category as a row: picture, name and number of experiences. */
export function PlaceTile({ place, kind }: { place: PlaceCard; kind: keyof typeof kinds }) {
  const { title, image, count, writtenIn, unpublished } = place
  const { look, preset, pathOf } = kinds[kind]
  const text = (
    <>
      <UnpublishedMark reasons={unpublished} />
      <h3 className={`${look}-title`}>
        <a href={href(pathOf(place))} {...writtenIn}>
          {title}
        </a>
      </h3>
      <p className="small muted">{t('listing.count', { count, n: formatCount(count) })}</p>
    </>
  )
  return (
    <li className={`${look}-card`}>
      <Picture preset={preset} className={`${look}-picture`} image={image} decorative />
      {look === 'row' ? <div>{text}</div> : text}
    </li>
  )
}
