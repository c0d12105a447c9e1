import { countryName, formatDate, languageName } from '../../lib/i18n/format'
import type { Review as Entry } from '../../lib/payload.gen'
import { site, t } from '../../lib/site'
import { Interpolate } from '../../components/ui/interpolate'
import { Stars } from '../../components/ui/stars'

/** One review, in the language and direction it was written in. */
export function Review({ review: { id, author, country, rating, date, language, title, text } }: { review: Entry }) {
  const { locale } = site()
  const other = language === locale.code ? {} : { lang: language, dir: 'auto' }
  return (
    <li className="review" tabIndex={-1}>
      <p className="review-head">
        <Stars value={rating} />
        <time className="small muted" dateTime={date}>
          {formatDate(date)}
        </time>
      </p>
      {title && <h3 {...other}>{title}</h3>}
      <p className="review-text" {...other}>
        {text}
      </p>
      <p className="review-foot small muted">
        <span>
          {/* A name in another script keeps its own direction, and the text after it keeps the page's. */}
          <Interpolate
            message={(placeholders) =>
              country ? t('reviews.from', { ...placeholders, country: countryName(country) }) : placeholders.author
            }
            values={{ author: <bdi>{author}</bdi> }}
          />
        </span>
        {id && <span className="review-mark">{t('reviews.verified')}</span>}
        {language !== locale.code && <span className="review-mark">{languageName(language)}</span>}
      </p>
    </li>
  )
}
