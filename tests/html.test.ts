import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { languages, languagesOf, pathIn, storefronts, type Deployment } from './support/storefronts'
import { kinds, pagesOf, rootOf } from './support/tree'

const run = promisify(execFile)
const vnu = join(dirname(createRequire(import.meta.url).resolve('vnu-jar/package.json')), 'build/dist/vnu.jar')

/** Without the optimising compiler Java takes half as long for so few documents; the schemas need a deep stack. */
const shortRun = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m']

interface Finding {
  type: string
  subType?: string
  url: string
  lastLine?: number
  message: string
  extract?: string
}

/** Findings of the validator that are accepted, each with the reason. */
const allowed: { message: RegExp; because: string }[] = [
  {
    message: /^A “link” element with a “blocking” attribute must have a “rel” attribute whose value is “stylesheet”/,
    because: 'the HTML Standard has rel=expect block as well; it does nothing else',
  },
]

test('one page of each kind and state is valid HTML in every language and layout', async () => {
  const files = storefronts.flatMap(filesOf)
  expect(files.length).toBeGreaterThanOrEqual(kinds.length * languages.length * storefronts.length)
  const vnuArguments = ['-jar', vnu, '--exit-zero-always', '--format', 'json', ...files]
  const { stderr } = await run('java', [...shortRun, ...vnuArguments], { maxBuffer: 64 << 20 })
  const { messages } = JSON.parse(stderr) as { messages: Finding[] }
  const findings = messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .filter(({ message }) => !allowed.some((one) => one.message.test(message)))
  expect(
    findings.map(({ url, message, extract }) => `${url.replace(/.*\/public\//, '')}: ${message} ${extract ?? ''}`),
  ).toEqual([])
})

/** Returns the first page of each kind, and one product of each state that looks different. */
function filesOf(deployment: Deployment): string[] {
  const first = new Map<string, string>()
  for (const { path, payload } of pagesOf(deployment)) {
    const { kind, locale } = payload
    const state =
      payload.kind === 'product'
        ? [payload.product.status, payload.product.availabilityType, payload.product.pricingPer]
        : []
    const look = [kind, locale, ...state].join(' ')
    if (!first.has(look)) first.set(look, join(rootOf(deployment), path, 'index.html'))
  }
  return [
    ...first.values(),
    ...languagesOf(deployment).map((language) => join(rootOf(deployment), pathIn(language, '/404.html'))),
  ]
}
