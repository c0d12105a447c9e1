import { beforeEach, expect, it } from 'vitest'
import { setArabicSite, setEnglishSite } from '../../lib/shell.fixture'
import { renderHtml } from '../../render/html'
import { ErrorView } from './error-view'
import { NotFoundView } from '../../pages/not-found/not-found-view'

beforeEach(setEnglishSite)

it("the error view shows 'Some thing went wrong' if it has no message", () => {
  expect(renderHtml(<ErrorView />)).toContain('Some thing went wrong')
})

it('the error view shows its message as escaped text', () => {
  expect(renderHtml(<ErrorView message="No seats <left>" />)).toContain('No seats &lt;left&gt;')
})

it('the not-found view has the text of the specification and an outlined button to the home page', () => {
  const html = renderHtml(<NotFoundView />)
  expect(html).toContain("Oops! The page you're looking for doesn't exist.")
  expect(html).toContain(
    "We're sorry, but the page you were trying to reach cannot be found. It might have been removed, had its name changed, or is temporarily unavailable.",
  )
  expect(html).toMatch(/<a href="\/" class="button button-outlined"><span>Home page/)
  expect(html).toContain('<svg')
})

it('the not-found view links to the home page of its language and names the missing path', () => {
  setArabicSite()
  const html = renderHtml(<NotFoundView path="/x" />)
  expect(html).toContain('href="/ar"')
  expect(html).toContain('الصفحة غير موجودة: <bdi id="missing-path">/x</bdi>')
  setEnglishSite()
  expect(renderHtml(<NotFoundView path="/x" />)).toContain('Page Not Found: <bdi id="missing-path">/x</bdi>')
})

it('the not-found view has an empty element for the path if it is not given', () => {
  expect(renderHtml(<NotFoundView />)).toContain('Page Not Found: <bdi id="missing-path"></bdi>')
})
