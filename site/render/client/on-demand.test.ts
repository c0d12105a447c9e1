// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeApi } from '../../features/http/api.fixture'
import { shell } from '../../lib/shell.fixture'
import en from '../../locales/en.json'
import type { DocumentData } from './document-data'
import { openAccountDialog } from './on-demand'

const data: DocumentData = { shell, islands: [], strings: en }

it('two presses while the account dialog loads open one dialog', async () => {
  fakeApi({ 'GET /session': () => ({ body: {} }) })
  await act(() => Promise.all([openAccountDialog('sign-in', data), openAccountDialog('sign-in', data)]))
  expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1)
  vi.unstubAllGlobals()
})
