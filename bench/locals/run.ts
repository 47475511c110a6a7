/**
 * `node bench/locals/run.ts [rounds]`: the administrators' list of 50,000 locals in a real browser, loaded through the
 * import of a CSV file, 10,000 at a time: from a key to the rows that it leaves, from a press on a column to its order,
 * the bytes of the first answer, the time of an import.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../scripts/chromium.ts'
import { type DemoServer, startDemo } from '../../scripts/demo-server.ts'
import { PASSWORD } from '../../tests/e2e/browser.ts'
import { DRAWN_IN_SOFTWARE } from '../lib/browser.ts'

declare global {
  interface Window {
    /** From each input to the frame that shows its rows. */
    repaints: number[]
  }
}

const FILES = 5
const LINES = 10_000
const LIST = '/users/admin/locals'
const CLIENT = 'Bench of locals'
/** Text that is typed, key by key, and deleted: each key changes the first page. */
const TYPED = '12345'
/** Between two inputs, so that one has ended before the next. */
const PAUSE_MS = 300
const GOALS = { keyMs: 50, sortMs: 100, firstKB: 100, importMs: 10_000 }

const root = resolve(import.meta.dirname, '../..')
const rounds = Number(process.argv[2] ?? 5)
const atShare = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
const middle = (values: readonly number[]) => atShare(values, 0.5)

async function signIn({ address }: DemoServer): Promise<string> {
  const answer = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { username: 'admin', password: PASSWORD, grant_type: 'password' },
  })
  if (!answer.ok) throw new Error(`admin cannot sign in: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Checks and loads a file of new locals, as the dialog of the page does; returns the time of both together. */
async function load({ address }: DemoServer, token: string, file: number): Promise<number> {
  const lines = Array.from({ length: LINES }, (_, at) => {
    const n = file * LINES + at
    return `${CLIENT};B-${n};Tienda ${(n * 7919) % (FILES * LINES)};Europe/Madrid;ES;46001;València`
  })
  const body = ['client;code;name;time_zone;country_code;zip_code;locality', ...lines].join('\r\n')
  const began = performance.now()
  for (const path of ['/check', '']) {
    const answer = await fetch(`${address}/api/management/locals/import${path}`, {
      method: 'POST',
      headers: { access_token: token, 'content-type': 'text/csv' },
      body,
    })
    const said = (await answer.json()) as { added: number }
    if (said.added !== LINES)
      throw new Error(
        `The import${path} answered ${answer.status} ${JSON.stringify(said).slice(0, 300)}; ${LINES} added locals ` +
          'were expected.',
      )
  }
  return performance.now() - began
}

/** Measures in the page: from the input, as the browser saw it, to the first frame after the rows have changed. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    window.repaints = []
    let since: number | null = null
    for (const kind of ['keydown', 'pointerdown'])
      addEventListener(kind, ({ timeStamp }) => (since = timeStamp), { capture: true })
    new MutationObserver((changes) => {
      if (since === null) return
      const isOfRows = ({ target }: MutationRecord) =>
        (target instanceof Element ? target : target.parentElement)?.closest('tbody') != null
      if (!changes.some(isOfRows)) return
      const began = since
      since = null
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => window.repaints.push(performance.now() - began))
        port1.start()
        port2.postMessage(null)
      })
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Does something to the page and waits for the frame that shows it. */
async function repaint(page: Page, act: () => Promise<void>): Promise<number> {
  const before = await page.evaluate(() => window.repaints.length)
  await act()
  await page.waitForFunction((count) => window.repaints.length > count, before)
  await page.waitForTimeout(PAUSE_MS)
  return page.evaluate((at) => window.repaints[at] ?? Number.NaN, before)
}

interface Measured {
  readonly keys: number[]
  readonly sorts: number[]
  readonly firstBytes: number
  readonly locals: number
}

async function measure({ address }: DemoServer, token: string): Promise<Measured> {
  const browser = await launchChromium({ args: [...DRAWN_IN_SOFTWARE] })
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage()
    page.setDefaultTimeout(60_000)
    await page.addInitScript((given) => {
      localStorage.setItem('access_token', given)
      localStorage.setItem('aforo.locale', 'en')
    }, token)
    await watch(page)
    const first = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/management/locals')
    const complete = page.waitForResponse(
      async (answer) =>
        new URL(answer.url()).searchParams.has('after') &&
        ((await answer.json()) as { next: number | null }).next === null,
    )
    await page.goto(`${address}${LIST}`)
    const { responseBodySize } = await (await first).request().sizes()
    const { total } = (await (await first).json()) as { total: number }
    await complete
    // Preparations are finished; the page waits for its reader as long.
    await page.waitForTimeout(3000)
    const search = page.getByRole('searchbox')
    const [keys, sorts]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      await search.focus()
      for (const key of TYPED) keys.push(await repaint(page, () => page.keyboard.press(key)))
      for (const _ of TYPED) keys.push(await repaint(page, () => page.keyboard.press('Backspace')))
      const code = page.getByRole('columnheader').getByRole('button', { name: 'Code', exact: true })
      for (let turn = 0; turn < 3; turn += 1) sorts.push(await repaint(page, () => code.click()))
    }
    return { keys, sorts, firstBytes: responseBodySize, locals: total }
  } finally {
    await browser.close()
  }
}

const demo = await startDemo()
const imports: number[] = []
let measured: Measured
try {
  const token = await signIn(demo)
  const made = await fetch(`${demo.address}/api/clients`, {
    method: 'POST',
    headers: { access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: CLIENT }),
  })
  if (!made.ok) throw new Error(`The client was not made: ${made.status} ${await made.text()}`)
  for (let file = 0; file < FILES; file += 1) {
    imports.push(await load(demo, token, file))
    console.error(`import ${file + 1} of ${FILES}: ${imports.at(-1)?.toFixed(0)} ms`)
  }
  measured = await measure(demo, token)
} finally {
  await demo.stop()
}

const { keys, sorts, firstBytes, locals } = measured
const goals = [
  {
    line: `from a key to its rows: ${middle(keys).toFixed(0)} ms, at most ${GOALS.keyMs}`,
    met: middle(keys) <= GOALS.keyMs,
  },
  {
    line: `from a press to the order: ${middle(sorts).toFixed(0)} ms, at most ${GOALS.sortMs}`,
    met: middle(sorts) <= GOALS.sortMs,
  },
  {
    line: `first rows: one answer of ${(firstBytes / 1000).toFixed(1)} KB, at most ${GOALS.firstKB}`,
    met: firstBytes <= GOALS.firstKB * 1000,
  },
  {
    line:
      `${LINES.toLocaleString('en')} locals checked and loaded: ${(Math.max(...imports) / 1000).toFixed(1)} s, ` +
      `under ${GOALS.importMs / 1000}`,
    met: Math.max(...imports) < GOALS.importMs,
  },
]
const row = (name: string, values: readonly number[]) =>
  `| ${name} | ${middle(values).toFixed(0)} | ${atShare(values, 0.9).toFixed(0)} | ` +
  `${Math.min(...values).toFixed(0)} | ${Math.max(...values).toFixed(0)} |`
console.log(
  [
    `## locals, the list of ${locals.toLocaleString('en')} in Chromium`,
    '',
    '| ms | median | 90th of 100 | smallest | largest |',
    '|---|---|---|---|---|',
    row(`a key, ${keys.length} times`, keys),
    row(`an order, ${sorts.length} times`, sorts),
    row(`a file of ${LINES.toLocaleString('en')}, checked and loaded`, imports),
    '',
    ...goals.map(({ line, met }) => `${met ? 'met   ' : 'MISSED'} ${line}`),
  ].join('\n'),
)
await mkdir(join(root, 'bench/out'), { recursive: true })
await writeFile(
  join(root, 'bench/out/locals.json'),
  `${JSON.stringify({ at: new Date().toISOString(), imports, ...measured, goals }, null, 2)}\n`,
)
process.exitCode = goals.every(({ met }) => met) ? 0 : 1
