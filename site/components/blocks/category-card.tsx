import { formatCount } from '../../lib/i18n/format'
import type { PlaceCard } from '../../lib/payload.gen'
import { site } from '../../lib/site'
import { categoryPath } from '../../lib/navigation/site-path'
import { Picture } from '../ui/picture'

interface Props {
  category: PlaceCard
}

/** A kind of day as a row: a stamp of a picture, its name and how much there is. */
export function CategoryCard({ category }: Props) {
  const { t, href } = site()
  return (
    <li className="row-card">
      <Picture preset="stamp" className="row-picture" image={category.image} decorative />
      <div>
        <h3 className="row-title">
          <a href={href(categoryPath(category.slug))}>{category.title}</a>
        </h3>
        <p className="small muted">{t('listing.count', { count: category.count, n: formatCount(category.count) })}</p>
      </div>
    </li>
  )
}
