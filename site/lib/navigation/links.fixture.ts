import { afterEach, beforeEach } from 'vitest'

/** Records path and query of the links that a test clicks, instead of following them. Call it once a file. */
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
