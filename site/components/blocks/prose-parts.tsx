import type { Language, ProsePart, ProductCard, Video } from '../../lib/payload.gen'
import { site, t } from '../../lib/site'
import { mapPage, videoPage } from '../../lib/product/embed-address'
import { CardGrid } from '../cards/card-grid'
import { Island } from '../island'
import { MapAnchor } from '../product/map-anchor'
import { ActionLink } from '../ui/action-link'
import { Picture } from '../ui/picture'
import { GalleryStrip } from './gallery-strip'
import { Prose } from './prose'

interface Props {
  html: string
  parts?: ProsePart[]
  cards?: ProductCard[]
  /** The language of the text, where that is not the page's. */
  writtenIn?: Language | undefined
}

/** The text of a page, with parts in place of their markers. */
export function ArticleText({ html, parts, cards = [], writtenIn }: Props) {
  if (!parts?.length) return <Prose html={html} className="article-text" writtenIn={writtenIn} />
  return (
    <>
      {html.split(marker).map((piece, position) => {
        // The pieces are texts and, between them, the numbers of parts.
        const part = position % 2 === 1 && parts[Number(piece)]
        if (part) return <Part key={position} index={Number(piece)} part={part} cards={cards} />
        const className = position === 0 ? 'article-text' : 'article-text article-rest'
        return piece.trim() && <Prose key={position} html={piece} className={className} writtenIn={writtenIn} />
      })}
    </>
  )
}

/** The marker that internal/content/markdown writes in place of a part. */
const marker = /<!--part (\d+)-->/

function Part({ index, part, cards }: { index: number; part: ProsePart; cards: ProductCard[] }) {
  switch (part.kind) {
    case 'cards':
      return <Cards cards={(part.products ?? []).flatMap((of) => cards.filter(({ slug }) => slug === of))} />
    case 'gallery': {
      // Pictures beside each other, which open large as those of a product do.
      const strip = <GalleryStrip images={part.images ?? []} inProse />
      return <Island name="gallery" part={index} className="prose-part" fallback={strip} />
    }
    case 'map':
      return <Place location={part.location} />
    case 'video':
      return <VideoPart part={part} />
    case 'contents':
      return <Contents headings={part.headings} />
  }
}

function Cards({ cards }: { cards: ProductCard[] }) {
  if (!cards.length) return null
  return (
    <div className={cards.length === 1 ? 'prose-part prose-card' : 'prose-part'}>
      <CardGrid cards={cards} />
    </div>
  )
}

/**
 * A place, with a link for the device's map app. If the deployment has a provider of maps, a click shows a map in place.
 */
function Place({ location }: Pick<ProsePart, 'location'>) {
  if (!location) return null
  const { place, latitude, longitude } = location
  const label = t('product.openMap')
  return (
    <div className="prose-part prose-place">
      {place && <p className="strong">{place}</p>}
      <MapAnchor latitude={latitude} longitude={longitude} label={label} name={place && `${label}: ${place}`} />
      {site().shell.maps && <Island name="embed" fallback={<MapLink location={location} />} />}
    </div>
  )
}

/** A link to the map's page; with a script, the map takes its place. */
function MapLink({ location }: Required<Pick<ProsePart, 'location'>>) {
  const { place, latitude, longitude } = location
  return (
    <ActionLink
      label={t('prose.showMap', { host: 'OpenStreetMap' })}
      href={mapPage(location)}
      rel="noopener"
      data-replay="show"
      data-embed={`openstreetmap ${latitude},${longitude}`}
      data-title={place ?? t('prose.map')}
    />
  )
}

function VideoPart({ part: { video, images } }: { part: ProsePart }) {
  if (!video) return null
  const plays = site().shell.videos?.includes(video.provider)
  const link = <VideoLink video={video} images={images} />
  return <div className="prose-part">{plays ? <Island name="embed" fallback={link} /> : link}</div>
}

/** A picture that leads to the video; with a script, the video plays in its place. */
function VideoLink({ video, images = [] }: { video: Video; images: ProsePart['images'] }) {
  const host = { youtube: 'YouTube', vimeo: 'Vimeo' }[video.provider]
  return (
    <a
      className="video"
      href={videoPage(video)}
      rel="noopener"
      data-replay="play"
      data-embed={`${video.provider} ${video.id}`}
      data-title={video.title ?? t('prose.play')}
    >
      {images.map((image) => (
        <Picture key={image.src} preset="prose" image={image} />
      ))}
      <span className="video-words">
        <span className="video-title">{video.title ?? t('prose.play')}</span>
        <span className="small">{t('prose.playsFrom', { host })}</span>
      </span>
    </a>
  )
}

function Contents({ headings = [] }: Pick<ProsePart, 'headings'>) {
  if (!headings.length) return null
  const title = t('prose.contents')
  return (
    <nav className="prose-part contents" aria-label={title}>
      <p className="strong" aria-hidden="true">
        {title}
      </p>
      <ol>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={level > 2 ? 'contents-below' : undefined}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
