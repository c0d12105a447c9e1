import type { ReactElement } from 'react'
import type { LayoutType } from '../lib/payload.gen'
import { type HeroProps, SplitHero } from './split-hero'
import { ClaimStrip } from '../components/blocks/claim-strip'
import { Picture } from '../components/ui/picture'
import { site, t } from '../lib/site'
import { SearchForm } from './search-form'

/** A ticket in two: the stub with the search, and the picture. */
const TicketHero = ({ home }: HeroProps) => <SplitHero home={home} className="ticket" />

/** A cover: one half is words, the other the picture, from edge to edge. */
const CoverHero = ({ home }: HeroProps) => <SplitHero home={home} leadClass="standfirst" />

/**
 * The opening of the first page of each layout type. It is not in layouts/index.ts, since browsers render pages but no
 * headers. The style sheet of `transparent` lays the words over the picture.
 */
export const heroes: Record<LayoutType, (props: HeroProps) => ReactElement> = {
  default: TicketHero,
  'supplier-classic': TicketHero,
  'supplier-editorial': EditorialHero,
  'supplier-compact': DeskHero,
  'template-two': CoverHero,
  'template-four': BoardHero,
  transparent: SplitHero,
}

/** The picture from edge to edge; below it the house's line, large, and beside that what it means. */
function EditorialHero({ home: { hero, description } }: HeroProps) {
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

/** The head of the departure board: its title and the search. */
function BoardHero({ home: { description } }: HeroProps) {
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

/** No picture: one line above the list. */
function DeskHero() {
  const { shell } = site()
  return (
    <div className="desk-head">
      <h1>{shell.tagline ?? t('home.title')}</h1>
      {shell.claims && <ClaimStrip claims={shell.claims} />}
    </div>
  )
}
