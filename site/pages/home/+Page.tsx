import { PostCard } from '../../components/blocks/post-card'
import { Section } from '../../components/blocks/section'
import { CardGrid } from '../../components/cards/card-grid'
import { heroes } from '../../layouts/heroes'
import type { PageProps } from '../../lib/payload'
import { site, t, href } from '../../lib/site'
import { formatCount, countryName } from '../../lib/i18n/format'
import type { PlaceCard, Testimonial as Quotation } from '../../lib/payload.gen'
import { categoryPath, cityPath } from '../../lib/navigation/site-path'
import { Picture } from '../../components/ui/picture'
import { UnpublishedMark } from '../../components/blocks/unpublished-mark'
import { Stars } from '../../components/ui/stars'

export function Page({ payload }: PageProps<'home'>) {
  const { shell, listingPath } = site()
  const Hero = heroes[shell.layoutType]
  const { top, cities, categories, testimonials, posts } = payload
  return (
    <div className="wrap">
      <Hero home={payload} />
      {top.length > 0 && (
        <Section className="shelf" title={t('home.top')} more={{ path: listingPath, label: t('home.seeAll') }}>
          <CardGrid cards={top} />
        </Section>
      )}
      {cities.length > 1 && (
        <Section title={t('home.destinations')}>
          <ul className="label-grid">
            {cities.map((city) => (
              <PlaceTile key={city.slug} kind="city" place={city} />
            ))}
          </ul>
        </Section>
      )}
      {categories.length > 0 && (
        <Section title={t('home.categories')}>
          <ul className="row-grid">
            {categories.map((category) => (
              <PlaceTile key={category.slug} kind="category" place={category} />
            ))}
          </ul>
        </Section>
      )}
      {testimonials.length > 0 && (
        <Section title={t('home.testimonials')}>
          <ul className="quotes">
            {testimonials.map((testimonial) => (
              <Testimonial key={testimonial.author} testimonial={testimonial} />
            ))}
          </ul>
        </Section>
      )}
      {posts.length > 0 && (
        <Section title={t('home.stories')} more={{ path: '/blog', label: t('home.seeStories') }}>
          <ul className="post-grid">
            {posts.map((post) => (
              <PostCard key={post.slug} post={post} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

const kinds = {
  city: { look: 'label', preset: 'label', pathOf: cityPath },
  category: { look: 'row', preset: 'stamp', pathOf: categoryPath },
} as const

/** A city as a luggage label, or a category as a row: picture, name and number of experiences. */
function PlaceTile({ place, kind }: { place: PlaceCard; kind: keyof typeof kinds }) {
  const { title, image, count, writtenIn, unpublished } = place
  const { look, preset, pathOf } = kinds[kind]
  const text = (
    <>
      <UnpublishedMark reasons={unpublished} />
      <h3 className={`${look}-title`}>
        <a href={href(pathOf(place))} lang={writtenIn?.lang} dir={writtenIn?.dir}>
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

export function Testimonial({
  testimonial: { author, country, rating, html, product, writtenIn },
}: {
  testimonial: Quotation
}) {
  return (
    <li className="quote">
      <Stars value={rating} />
      <blockquote lang={writtenIn?.lang} dir={writtenIn?.dir} dangerouslySetInnerHTML={{ __html: html }} />
      <p className="small">
        <b className="strong">{t('reviews.from', { author, country: countryName(country) })}</b>
        <br />
        <a className="link" href={href(product.path)} lang={product.writtenIn?.lang} dir={product.writtenIn?.dir}>
          {product.title}
        </a>
      </p>
    </li>
  )
}
