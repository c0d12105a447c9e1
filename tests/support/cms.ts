import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { program, repository } from './build'

// Sveltia CMS on a folder of its own. Its "work with local repository" asks the browser for a folder; here it gets one of
// the origin's private file system, to which the files are copied, and from which they come back.

const cms = join(dirname(createRequire(import.meta.url).resolve('@sveltia/cms')), '../dist/sveltia-cms.js')

/** A repository of the real content but for its pictures, and the folder that generate cms writes beside it. */
export class Repository {
  constructor(readonly root: string) {
    cpSync(join(repository, 'content'), join(root, 'content'), {
      recursive: true,
      filter: (file) => !/\.(webp|svg)$/.test(file),
    })
    this.git('init', '-q')
    this.git('add', '-A')
    this.git('commit', '-qm', 'Content')
    execFileSync(program('generate'), ['cms'], { cwd: root })
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=An editor', '-c', 'user.email=editor@wayfare.example']
    return execFileSync('git', ['-C', this.root, ...who, ...args], { encoding: 'utf8' })
  }

  /** What git says has changed of content: the lines that went and came, without their places. */
  changes(): string[] {
    const diff = this.git('diff', '-U0', '--', 'content').split('\n')
    return diff.filter((line) => /^[-+]/.test(line)).map((line) => line.replace(/^(\+\+\+|---) [ab]\//, '$1 '))
  }

  texts(): Record<string, string> {
    const files = readdirSync(join(this.root, 'content'), { recursive: true, encoding: 'utf8' })
    const texts = files.map((file) => join('content', file)).filter((file) => statSync(join(this.root, file)).isFile())
    return Object.fromEntries(texts.map((file) => [file, readFileSync(join(this.root, file), 'utf8')]))
  }

  /** Brings back what the CMS has written. */
  async copyFromBrowser(page: Page): Promise<void> {
    const texts = await page.evaluate(filesInBrowser)
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(this.root, file), text)
  }
}

/** Serves the page of the CMS; resolves to its address. */
export async function servePage(root: string): Promise<{ server: Server; address: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url.slice(1).replace(/\?.*/, '')
    const file = name === 'sveltia-cms.js' ? cms : join(root, 'admin', name)
    const type = { html: 'text/html', js: 'text/javascript', yml: 'text/yaml' }[name.replace(/.*\./, '')]
    try {
      const data = readFileSync(file)
      response.writeHead(200, { 'Content-Type': `${type ?? 'application/octet-stream'}; charset=utf-8` }).end(data)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}/` }
}

/** Opens the CMS on a copy of the repository. */
export async function openLocalRepository(page: Page, address: string, repository: Repository): Promise<void> {
  // What it asks of other hosts, such as its fonts, is not needed.
  await page.route(
    (url) => url.hostname !== 'localhost',
    (route) => route.abort(),
  )
  await page.addInitScript(() => {
    const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('repository')
    Object.assign(window, { showDirectoryPicker: folder })
  })
  await page.goto(address)
  await page.evaluate(writeInBrowser, repository.texts())
  await page.getByRole('button', { name: /local repository/i }).click()
  await page.getByText('Products', { exact: true }).first().waitFor()
}

async function writeInBrowser(texts: Record<string, string>): Promise<void> {
  const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('repository', { create: true })
  await top.getDirectoryHandle('.git', { create: true })
  for (const [path, text] of Object.entries(texts)) {
    const names = path.split('/')
    const name = names.pop() ?? ''
    let folder = top
    for (const part of names) folder = await folder.getDirectoryHandle(part, { create: true })
    const writable = await (await folder.getFileHandle(name, { create: true })).createWritable()
    await writable.write(text)
    await writable.close()
  }
}

async function filesInBrowser(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  type Folder = FileSystemDirectoryHandle & { entries(): AsyncIterable<[string, FileSystemHandle]> }
  const read = async (folder: FileSystemDirectoryHandle, path: string) => {
    for await (const [name, handle] of (folder as Folder).entries()) {
      if (name === '.git') continue
      if (handle.kind === 'directory') await read(handle as FileSystemDirectoryHandle, `${path}${name}/`)
      else texts[path + name] = await (await (handle as FileSystemFileHandle).getFile()).text()
    }
  }
  await read(await (await navigator.storage.getDirectory()).getDirectoryHandle('repository'), '')
  return texts
}
