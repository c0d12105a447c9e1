import { expect, it } from 'vitest'
import { enterArabic, enterEnglish } from '../../lib/shell.fixture'
import { renderHtml } from '../../render/html'
import { Itinerary, LocationLines, Overview } from './parts'
import { ScheduleLines } from './schedule-lines'

it('isolates an address, which may begin with a number, from the direction of the page', () => {
  enterArabic()
  const location = { place: 'Vieux Lyon', address: '3 Place Saint-Jean', latitude: 45.7, longitude: 4.8 }
  const html = renderHtml(<LocationLines location={location} written={undefined} />)
  expect(html).toContain('<bdi>3 Place Saint-Jean</bdi>')
})

it('shows the marks of an itinerary where its words begin', () => {
  enterArabic()
  const steps = [{ id: 'a', minutes: 90, title: 'Le port' }]
  const html = renderHtml(<Itinerary steps={steps} written={{ lang: 'fr', dir: 'ltr' }} />)
  expect(html).toContain('<ol class="itinerary" dir="ltr">')
  expect(html).toContain('<bdi>1 س و30 د</bdi>')
})

it('shows the summary of a product without prose', () => {
  const shown = (overview: string) =>
    renderHtml(<Overview product={{ overview, summary: 'Along the quays.' }} written={undefined} />)
  expect(shown('')).toContain('<p>Along the quays.</p>')
  expect(shown('<p>We begin at six.</p>')).not.toContain('Along the quays.')
})

it('lists the weekdays of a season in the order of the week', () => {
  const schedule = { seasons: [{ weekdays: [0, 2, 5] }] }
  enterEnglish()
  expect(renderHtml(<ScheduleLines schedule={schedule} />)).toContain('Sunday, Tuesday and Friday')
  enterArabic()
  expect(renderHtml(<ScheduleLines schedule={schedule} />)).toContain('الثلاثاء والجمعة والأحد')
})
