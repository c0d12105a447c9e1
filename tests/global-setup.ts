import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { serveContent } from './support/server'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what tests make; it goes at the end. */
    scratch: string
    /** The builds folder of the real content, which the server serves. */
    builds: string
    port: number
    browser: string
  }
}

const chromiumArguments = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

/** Builds and serves the real content once, and starts the one browser of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await serveContent()
  const browser = await chromium.launchServer({
    // Without the window that nobody sees: tests take two thirds of the time.
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: chromiumArguments,
  })
  project.provide('scratch', server.scratch)
  project.provide('builds', server.builds)
  project.provide('port', server.port)
  project.provide('browser', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await server.stop()
  }
}
