import { ClaimStrip } from '../components/blocks/claim-strip'
import { Picture } from '../components/ui/picture'
import { site, t } from '../lib/site'
import type { Home } from '../lib/payload.gen'
import { SearchForm } from './search-form'

export interface HeroProps {
  home: Home
}

/** Heading and search beside a picture; the layout's style sheet arranges them. */
export function SplitHero({ home: { hero, description } }: HeroProps) {
  const { shell } = site()
  return (
    <div className={hero ? 'hero' : 'hero hero-plain'}>
      <div className="hero-stub">
        <h1>{shell.tagline ?? t('home.title')}</h1>
        <p>{description || t('home.lead')}</p>
        <SearchForm id="hero-search" large />
        {shell.claims && <ClaimStrip claims={shell.claims} />}
      </div>
      {hero && <Picture preset="hero" className="hero-picture" image={hero} first />}
    </div>
  )
}
