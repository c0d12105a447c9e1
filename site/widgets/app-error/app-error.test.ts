// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { onUncaughtError, showAppError } from './app-error'

it('two unhandled errors show one alert, which has a retry button', () => {
  showAppError({ message: 'Some thing went wrong', retry: 'Try Again' })
  showAppError({ message: 'Another', retry: 'Try Again' })
  const alerts = [...document.querySelectorAll('[role="alert"]')]
  expect(alerts.map((alert) => alert.firstChild?.textContent)).toEqual(['Some thing went wrong'])
  expect(alerts[0]?.querySelector('button')?.textContent).toBe('Try Again')
})

it('errors of the site are reported, aborted requests and errors of foreign scripts are not', () => {
  const run = vi.fn()
  onUncaughtError(run)
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('ours') }))
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  const rejected = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason })
  window.dispatchEvent(rejected(new Error('promised')))
  window.dispatchEvent(rejected(new DOMException('stopped', 'AbortError')))
  expect(run.mock.calls.map(([error]) => (error as Error).message)).toEqual(['ours', 'promised'])
})
