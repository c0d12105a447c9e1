import { expect, it } from 'vitest'
import { product } from '../../features/booking/ticket.fixture'
import type { Option, ProductDetail } from '../../lib/payload.gen'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { renderHtml } from '../../render/html'
import { Itinerary, LocationLines, Overview } from './parts'
import { OptionSection } from './option-list'
import { ScheduleLines } from './schedule-lines'
import { Transfers } from './transfers'

it('an address is isolated from the direction of the page', () => {
  setArabicSite()
  const location = { place: 'Vieux Lyon', address: '3 Place Saint-Jean', latitude: 45.7, longitude: 4.8 }
  const html = renderHtml(<LocationLines location={location} writtenIn={undefined} />)
  expect(html).toContain('<bdi>3 Place Saint-Jean</bdi>')
})

it('an itinerary in another language has the direction of that language', () => {
  setArabicSite()
  const steps = [{ id: 'a', minutes: 90, title: 'Le port' }]
  const html = renderHtml(<Itinerary steps={steps} writtenIn={{ lang: 'fr', dir: 'ltr' }} />)
  expect(html).toContain('<ol class="itinerary" dir="ltr">')
  expect(html).toContain('<bdi>1 س و30 د</bdi>')
})

it('the overview shows the summary if the product has no prose', () => {
  const shown = (overview: string) =>
    renderHtml(<Overview product={{ overview, summary: 'Along the quays.' }} writtenIn={undefined} />)
  expect(shown('')).toContain('<p>Along the quays.</p>')
  expect(shown('<p>We begin at six.</p>')).not.toContain('Along the quays.')
})

it('an option has a heading unless it is the only one and has the title of the product', () => {
  setEnglishSite()
  const title = 'Sunset dunes'
  const [shared, own] = product.options as [Option, Option]
  const same = { ...shared, title }
  const shown = (...options: Option[]) => {
    const detail = { ...product, options } as Partial<ProductDetail> as ProductDetail
    return renderHtml(<OptionSection product={detail} writtenIn={undefined} title={title} />)
  }
  expect(shown(same)).not.toContain(`<h3>${title}</h3>`)
  expect(shown(shared)).toContain(`<h3>${shared.title}</h3>`)
  expect(shown(same, own)).toContain(`<h3>${title}</h3>`)
})

it('the weekdays of a season are in the order of the week', () => {
  const schedule = { seasons: [{ weekdays: [0, 2, 5] }] }
  setEnglishSite()
  expect(renderHtml(<ScheduleLines schedule={schedule} />)).toContain('Sunday, Tuesday and Friday')
  setArabicSite()
  expect(renderHtml(<ScheduleLines schedule={schedule} />)).toContain('الثلاثاء والجمعة والأحد')
})

it.each([
  [60, 'قبل ساعة واحدة من البدء'],
  [120, 'قبل ساعتين من البدء'],
  [45, 'قبل 45 دقيقة من البدء'],
])('the pickup time before the start is inflected in Arabic: %i minutes', (minutesBefore, text) => {
  setArabicSite()
  const pickup = { included: true, points: [{ id: 'hotel', name: 'الفندق', minutesBefore }] }
  const detail = { ...product, pickup } as Partial<ProductDetail> as ProductDetail
  expect(renderHtml(<Transfers product={detail} writtenIn={undefined} />)).toContain(text)
})
