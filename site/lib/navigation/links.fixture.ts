import { afterEach, beforeEach } from 'vitest'

/** Where the links that a test clicks would have led: path and query. Nothing is followed. Called once a file. */
export function catchLinks(): string[] {
  const followed: string[] = []
  const catchLink = (event: Event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link) return
    event.preventDefault()
    followed.push(link.pathname + link.search)
  }
  beforeEach(() => {
    followed.length = 0
    document.addEventListener('click', catchLink)
  })
  afterEach(() => document.removeEventListener('click', catchLink))
  return followed
}
