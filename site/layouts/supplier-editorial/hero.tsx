import { ClaimStrip } from '../../components/blocks/claim-strip'
import { Picture } from '../../components/ui/picture'
import { site, t } from '../../lib/site'
import type { HeroProps } from '../split-hero'
import { SearchForm } from '../search-form'

/** The picture from edge to edge; below it the house's line, large, and beside that what it means. */
export function Hero({ home: { hero, description } }: HeroProps) {
  const { shell } = site()
  return (
    <div className={hero ? 'hero' : 'hero hero-plain'}>
      {hero && <Picture preset="hero" className="hero-picture" image={hero} first />}
      <div className="hero-stub">
        <h1>{shell.tagline ?? t('home.title')}</h1>
        <div className="editorial-lead">
          <p>{description || t('home.lead')}</p>
          <SearchForm id="hero-search" large />
          {shell.claims && <ClaimStrip claims={shell.claims} />}
        </div>
      </div>
    </div>
  )
}
