/** The browser that prints, seen from outside: what it was given, and as whom it runs. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { browserEnvironment, hasChromium } from '../../chromium.ts'
import { chromiumPrinter } from './printer.ts'

const MARKED = { SECRET_KEY: 'marked-secret-key', SMTP_URL: 'smtp://u:marked-smtp@mail.test', CATALOG_URL: 'postgres://u:marked-catalog@db.test/x', IDP_CLIENT_SECRET: 'marked-idp', AWS_SECRET_ACCESS_KEY: 'marked-aws', NODE_OPTIONS: '--title=marked-options' }
const before = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(MARKED)) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
})

test('the environment of the browser is a list of what it needs, so that a secret of tomorrow is not in it either', () => {
  Object.assign(process.env, MARKED, { SOMETHING_NEW: 'marked-new' })
  const given = browserEnvironment({ env: { FONTCONFIG_PATH: '/fonts' } })
  delete process.env.SOMETHING_NEW
  expect(JSON.stringify(given)).not.toContain('marked')
  expect(given).toMatchObject({ PATH: process.env.PATH, FONTCONFIG_PATH: '/fonts' })
})

interface Seen { readonly environ: string; readonly command: string; readonly uid: number; readonly capabilities: string }

/** Every process below this one. Linux only. */
function descendants(): Seen[] {
  const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return [{ pid, parent: /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? '', uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]), capabilities: /^CapEff:\s+(\S+)/m.exec(status)?.[1] ?? '' }]
    } catch {
      return []
    }
  })
  const below = new Set([String(process.pid)])
  for (let grown = 0; grown !== below.size;) {
    grown = below.size
    for (const { pid, parent } of parents) if (below.has(parent)) below.add(pid)
  }
  below.delete(String(process.pid))
  return parents.filter(({ pid }) => below.has(pid)).flatMap(({ pid, uid, capabilities }) => {
    try {
      return [{ uid, capabilities, environ: readFileSync(`/proc/${pid}/environ`, 'latin1'), command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') }]
    } catch {
      return []
    }
  })
}

describe.skipIf(process.platform !== 'linux' || !hasChromium(null))('the printing browser', () => {
  test('has no secret of the server in its environment, and a sandbox or a user of its own', async () => {
    Object.assign(process.env, MARKED)
    const seen: Seen[] = []
    const warned: string[] = []
    const printer = chromiumPrinter({ chromium: null, publicUrl: 'https://aforo.test', log: { warn: (text: unknown) => { warned.push(String(text)) } } })
    const { pages } = await printer.print({
      path: '/x', lang: 'es', timeZone: 'UTC', head: ['', ''], foot: '', signal: AbortSignal.timeout(60_000),
      ask: async () => {
        seen.push(...descendants().filter(({ command }) => command.includes('--type=') || command.includes('--remote-debugging')))
        return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<!doctype html><html data-report="ready"><p>Page</p></html>') }
      },
    })
    expect(pages).toBe(1)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.filter(({ environ }) => environ.includes('marked'))).toEqual([])
    if (process.getuid?.() === 0) expect([warned, [...new Set(seen.map(({ uid, capabilities }) => `${uid} ${capabilities}`))]]).toEqual([[], [`65534 ${'0'.repeat(16)}`]])
    // Without a sandbox the log says so.
    else expect(seen.some(({ command }) => command.includes('--no-sandbox'))).toBe(warned.length > 0)
  }, 90_000)
})
