import { beforeEach, expect, it } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { renderHtml } from '../../render/html'
import { ErrorView } from './error-view'
import { NotFoundView } from '../../pages/not-found/not-found-view'

beforeEach(setEnglishSite)

it("an error without a message is 'Some thing went wrong'", () => {
  expect(renderHtml(<ErrorView />)).toContain('Some thing went wrong')
})

it('an error with a message shows it', () => {
  expect(renderHtml(<ErrorView message="No seats <left>" />)).toContain('No seats &lt;left&gt;')
})

it("not found has the specification's words and an outlined button home", () => {
  const html = renderHtml(<NotFoundView />)
  expect(html).toContain("Oops! The page you're looking for doesn't exist.")
  expect(html).toContain(
    "We're sorry, but the page you were trying to reach cannot be found. It might have been removed, had its name changed, or is temporarily unavailable.",
  )
  expect(html).toMatch(/<a href="\/" class="button button-outlined"><span>Home page/)
  expect(html).toContain('<svg')
})

it('not found leads to the home of its language and can name the path', () => {
  setArabicSite()
  const html = renderHtml(<NotFoundView path="/x" />)
  expect(html).toContain('href="/ar"')
  expect(html).toContain('الصفحة غير موجودة: <bdi id="missing-path">/x</bdi>')
  setEnglishSite()
  expect(renderHtml(<NotFoundView path="/x" />)).toContain('Page Not Found: <bdi id="missing-path">/x</bdi>')
})

it('not found leaves room for the path where only the browser knows it', () => {
  expect(renderHtml(<NotFoundView />)).toContain('Page Not Found: <bdi id="missing-path"></bdi>')
})
