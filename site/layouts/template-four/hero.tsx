import { ClaimStrip } from '../../components/blocks/claim-strip'
import { site, t } from '../../lib/site'
import type { HeroProps } from '../split-hero'
import { SearchForm } from '../search-form'

/** The head of the departure board: its title and the search. */
export function Hero({ home: { description } }: HeroProps) {
  const { shell } = site()
  return (
    <div className="board-top">
      <div className="board-title">
        <h1>{shell.tagline ?? t('home.title')}</h1>
        <p>{description || t('home.lead')}</p>
      </div>
      <SearchForm id="hero-search" large />
      {shell.claims && <ClaimStrip claims={shell.claims} />}
    </div>
  )
}
