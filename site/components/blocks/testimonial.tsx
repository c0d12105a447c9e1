import { countryName } from '../../lib/i18n/format'
import type { Testimonial as Quotation } from '../../lib/payload.gen'
import { href, t } from '../../lib/site'
import { Stars } from '../ui/stars'

export function Testimonial({
  testimonial: { author, country, rating, html, product, writtenIn },
}: {
  testimonial: Quotation
}) {
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
