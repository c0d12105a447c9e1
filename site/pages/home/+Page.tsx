import { PlaceTile } from '../../components/blocks/place-tile'
import { PostCard } from '../../components/blocks/post-card'
import { Section } from '../../components/blocks/section'
import { CardGrid } from '../../components/cards/card-grid'
import { Stars } from '../../components/ui/stars'
import { heroes } from '../../layouts/heroes'
import { countryName } from '../../lib/i18n/format'
import type { PageProps } from '../../lib/payload'
import type { Testimonial } from '../../lib/payload.gen'
import { href, site, t } from '../../lib/site'

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
        <Section id="destinations" title={t('home.destinations')}>
          <ul className="label-grid">
            {cities.map((city) => (
              <PlaceTile key={city.slug} kind="city" place={city} />
            ))}
          </ul>
        </Section>
      )}
      {categories.length > 0 && (
        <Section id="categories" title={t('home.categories')}>
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
              <Quote key={testimonial.author} {...testimonial} />
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

function Quote({ author, country, rating, html, product, writtenIn }: Testimonial) {
  return (
    <li className="quote">
      <Stars value={rating} />
      <blockquote {...writtenIn} dangerouslySetInnerHTML={{ __html: html }} />
      <p className="small">
        <b className="strong">{t('reviews.from', { author, country: countryName(country) })}</b>
        <br />
        <a className="link" href={href(product.path)} {...product.writtenIn}>
          {product.title}
        </a>
      </p>
    </li>
  )
}
