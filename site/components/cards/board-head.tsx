import { site } from '../../lib/site'

/** What a departure board's columns are, for those who see them; every row says it in its words. */
export function BoardHead() {
  const { t } = site()
  return (
    <p className="board-head" aria-hidden="true">
      <span>{t('card.starts')}</span>
      <span className="board-what">{t('listing.results')}</span>
      <span>{t('finder.length')}</span>
      <span className="board-price">{t('finder.price')}</span>
    </p>
  )
}
