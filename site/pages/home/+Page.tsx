import { CategoryCard } from '../../components/category-card'
import { CityCard } from '../../components/city-card'
import { PostCard } from '../../components/post-card'
import { Section } from '../../components/section'
import { Testimonial } from '../../components/testimonial'
import { Picture } from '../../components/ui/picture'
import { CardGrid } from '../../components/card-grid'
import { SearchForm } from '../../layouts/search-form'
import { formatCount } from '../../lib/format'
import type { Claims, Home } from '../../lib/payload.gen'
import { site } from '../../lib/site'

interface Props {
  payload: Home
}

export function Page({ payload }: Props) {
  const { t, shell, listingPath } = site()
  const { hero, top, cities, categories, testimonials, posts } = payload
  return (
    <div className="wrap">
      <div className={hero ? 'hero ticket' : 'hero hero-plain ticket'}>
        <div className="hero-stub">
          <h1>{shell.tagline ?? t('home.title')}</h1>
          <p>{payload.description || t('home.lead')}</p>
          <SearchForm id="hero-search" large />
          {shell.claims && <ClaimStrip claims={shell.claims} />}
        </div>
        {hero && <Picture preset="hero" className="hero-picture" image={hero} first />}
      </div>
      {top.length > 0 && (
        <Section className="shelf" title={t('home.top')} more={{ path: listingPath, label: t('home.seeAll') }}>
          <CardGrid cards={top} />
        </Section>
      )}
      {cities.length > 1 && (
        <Section title={t('home.destinations')}>
          <ul className="label-grid">
            {cities.map((city) => (
              <CityCard key={city.slug} city={city} />
            ))}
          </ul>
        </Section>
      )}
      {categories.length > 0 && (
        <Section title={t('home.categories')}>
          <ul className="row-grid">
            {categories.map((category) => (
              <CategoryCard key={category.slug} category={category} />
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

function ClaimStrip({ claims }: { claims: Claims }) {
  const { t } = site()
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
