import { describe, expect, it } from 'vitest'
import vectors from '../../../internal/core/redirect/testdata/redirects.json'
import { redirectOf, safeTarget, type RedirectAnswer, type RedirectRules } from './redirects'

interface Vector {
  name: string
  deployment: RedirectRules
  path: string
  want: RedirectAnswer
}

describe('redirects', () => {
  it.each(vectors as Vector[])('$name', ({ deployment, path, want }) => {
    expect(redirectOf(path, deployment)).toEqual(want)
  })

  it('never lead to another redirect, except to one that an editor wrote', () => {
    for (const { deployment, path } of vectors as Vector[]) {
      const answer = redirectOf(path, deployment)
      if (!answer || !('to' in answer) || !answer.to.startsWith('/')) continue
      expect(redirectOf(answer.to.split('#')[0] ?? '', { ...deployment, redirects: [] }), answer.to).toBeNull()
    }
  })

  it('lead to allowed hosts by HTTPS, and never to a blob address', () => {
    expect(safeTarget('https://a.example/x', ['a.example'])).toEqual({ to: 'https://a.example/x', external: true })
    expect(safeTarget('blob:https://a.example/x', ['a.example'])).toBeNull()
  })
})
