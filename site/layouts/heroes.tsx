import type { ReactElement } from 'react'
import { Picture } from '../components/ui/picture'
import { formatCount } from '../lib/i18n/format'
import type { Home, LayoutType } from '../lib/payload.gen'
import { site, t } from '../lib/site'
import { SearchForm } from './search-form'

interface Props {
  home: Home
}

/** Heading and search beside a picture; the layout's style sheet makes them a ticket, a cover, or words over it. */
function SplitHero({ home }: Props) {
  return (
    <div className={home.hero ? 'hero' : 'hero hero-plain'}>
      <div className="hero-stub">
        <Title />
        <Lead home={home} />
      </div>
      {home.hero && <Picture preset="hero" className="hero-picture" image={home.hero} first />}
    </div>
  )
}

/** The picture from edge to edge; below it the tagline, large, with its explanation beside it. */
function EditorialHero({ home }: Props) {
  return (
    <div className={home.hero ? 'hero' : 'hero hero-plain'}>
      {home.hero && <Picture preset="hero" className="hero-picture" image={home.hero} first />}
      <div className="hero-stub">
        <Title />
        <div className="editorial-lead">
          <Lead home={home} />
        </div>
      </div>
    </div>
  )
}

/** The head of the departure board: its title and the search. */
function BoardHero({ home }: Props) {
  return (
    <div className="board-top">
      <div className="board-title">
        <Title />
        <p>{home.description || t('home.lead')}</p>
      </div>
      <SearchForm id="hero-search" large />
      <ClaimStrip />
    </div>
  )
}

/** No picture: one line above the list. */
function DeskHero() {
  return (
    <div className="desk-head">
      <Title />
      <ClaimStrip />
    </div>
  )
}

function Title() {
  return <h1>{site().shell.tagline ?? t('home.title')}</h1>
}

function Lead({ home: { description } }: Props) {
  return (
    <>
      <p>{description || t('home.lead')}</p>
      <SearchForm id="hero-search" large />
      <ClaimStrip />
    </>
  )
}

/** The deployment's claims, if it makes any: its numbers of experiences and activities. */
function ClaimStrip() {
  const { claims } = site().shell
  if (!claims) return null
  const figures = [
    { value: claims.experiences, label: t('home.experiences') },
    { value: claims.activities, label: t('home.activities') },
    { value: claims.searchActivities, label: t('home.searchActivities') },
  ]
  return (
    <ul className="claims" aria-label={t('home.claims')}>
      {figures
        .filter(({ value }) => value > 0)
        .map(({ value, label }) => (
          <li key={label}>
            <b>
              <bdi dir="ltr">{t('home.figure', { value: formatCount(value) })}</bdi>
            </b>
            <span>{label}</span>
          </li>
        ))}
    </ul>
  )
}

/**
 * The opening of the first page of each layout type. It is not in layouts/index.ts, since browsers render pages but no
 * headers.
 */
export const heroes: Record<LayoutType, (props: Props) => ReactElement> = {
  default: SplitHero,
  'supplier-classic': SplitHero,
  'supplier-editorial': EditorialHero,
  'supplier-compact': DeskHero,
  'template-two': SplitHero,
  'template-four': BoardHero,
  transparent: SplitHero,
}
