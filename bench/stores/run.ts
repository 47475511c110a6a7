/**
 * `node bench/stores/run.ts [changes]`: Compare on 300 stores and two years of daily rows. Each change leaves out
 * another store, as Back to another choice would; what the page's main thread does from the change until all widgets
 * have their answer and are drawn is added up.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { buildIfStale } from '../../scripts/build-if-stale.ts'
import { launchChromium } from '../../scripts/chromium.ts'
import { DRAWN_IN_SOFTWARE } from '../lib/browser.ts'
import { type Tasks, tasksOf, TRACED } from '../lib/trace.ts'
import { settled } from '../../tests/e2e/browser.ts'
import { DAYS, openTwoYears, startManyStores, STORES } from '../../tests/e2e/many-stores-data.ts'

declare global {
  interface Window {
    drawingCount: number
  }
}

const CALLS = 6
/**
 * After the last drawing nothing follows for this long; the page is looked at this rarely, because looking is work too.
 */
const QUIET_MS = 600
const LIMIT_MS = 30_000

interface Change extends Tasks {
  readonly wallMs: number
  readonly mainMs: number
  readonly calls: number
  readonly drawings: number
}

const root = resolve(import.meta.dirname, '../..')
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function untilDrawn(page: Page, answers: () => number): Promise<void> {
  const before = performance.now()
  let drawings = -1
  let since = before
  while (performance.now() - since < QUIET_MS || answers() < CALLS) {
    if (performance.now() - before > LIMIT_MS)
      throw new Error(`The change led to ${answers()} answers; ${CALLS} were expected within ${LIMIT_MS / 1000} s.`)
    await new Promise((done) => {
      setTimeout(done, QUIET_MS / 3)
    })
    const seen = await page.evaluate(() => window.drawingCount)
    if (seen !== drawings || answers() < CALLS) since = performance.now()
    drawings = seen
  }
  await settled(page)
}

async function change(
  browser: Browser,
  page: Page,
  session: CDPSession,
  log: string[],
  search: string,
): Promise<Change> {
  const answers = () => log.filter((line) => line.includes('/api/compare/')).length
  log.length = 0
  await browser.startTracing(page, TRACED)
  const before = await taskMs(session)
  const began = performance.now()
  await page.evaluate((query) => {
    window.drawingCount = 0
    history.pushState(history.state, '', query)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
  }, search)
  await untilDrawn(page, answers)
  const mainMs = (await taskMs(session)) - before
  const wallMs = performance.now() - began - QUIET_MS
  return {
    ...tasksOf(await browser.stopTracing()),
    wallMs,
    mainMs,
    calls: answers(),
    drawings: await page.evaluate(() => window.drawingCount),
  }
}

const changes = Number(process.argv[2] ?? 9)
await buildIfStale(console.error)
const served = await startManyStores()
const browser = await launchChromium({ args: [...DRAWN_IN_SOFTWARE] })
const found: Change[] = []
let canvases = 0
try {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 1500 } })).newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(() => {
    window.drawingCount = 0
    document.addEventListener(
      'aforo:drawn',
      () => {
        window.drawingCount++
      },
      true,
    )
  })
  let compareUrl = ''
  page.on('request', (request) => {
    if (request.url().includes('/api/compare/')) compareUrl = request.url()
  })
  // Figures of all stores are asked with a word in their place; which they are is in the list.
  let list: Promise<readonly { id: number }[]> = Promise.resolve([])
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/api/locals') list = answer.json() as typeof list
  })
  await openTwoYears(page, served)
  await settled(page)
  const { searchParams } = new URL(compareUrl)
  const locals = (await list).map(({ id }) => id)
  if (locals.length < 2) throw new Error(`The list of stores came with ${locals.length}; hundreds were expected.`)
  canvases = await page.locator('[data-widget] canvas').count()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  // The first change warms the page's code.
  for (let turn = 0; turn <= changes; turn++) {
    const one = await change(
      browser,
      page,
      session,
      served.log,
      `?client=${searchParams.get('client')}&locals=${locals.filter((_, at) => at !== turn).join(',')}`,
    )
    if (turn > 0) found.push(one)
    console.error(
      `change ${turn} of ${changes}: ${one.mainMs.toFixed(0)} ms on the main thread (processor ` +
        `${one.cpuMs.toFixed(0)}), longest task ${one.longestMs.toFixed(0)} ms (${one.longestCpuMs.toFixed(0)}), ` +
        `${one.wallMs.toFixed(0)} ms in all`,
    )
  }
} finally {
  await browser.close()
  await served.stop()
}

const of = (value: (one: Change) => number) => median(found.map(value))
const goals = [
  {
    line: `main thread in a change: ${of(({ mainMs }) => mainMs).toFixed(0)} ms, under 100`,
    met: of(({ mainMs }) => mainMs) < 100,
  },
  {
    line: `longest task in a change: ${of(({ longestMs }) => longestMs).toFixed(0)} ms, at most 50`,
    met: of(({ longestMs }) => longestMs) <= 50,
  },
  {
    line: `calls in a change: ${Math.max(...found.map(({ calls }) => calls))}, one per question (${CALLS})`,
    met: found.every(({ calls }) => calls === CALLS),
  },
  {
    line: `drawings of ${canvases} canvases in a change: ${Math.max(...found.map(({ drawings }) => drawings))}`,
    met: found.every(({ drawings }) => drawings === canvases),
  },
]
console.log(
  [
    `## stores, Compare on ${STORES} stores x ${DAYS} days, ${served.rows.toLocaleString('en')} rows`,
    '',
    `Medians of ${found.length} changes of the stores (smallest to largest), traced. On a machine that does other ` +
      'things, read the processor times.',
    '',
    '| | ms |',
    '|---|---|',
    ...(
      [
        ['main thread', ({ mainMs }: Change) => mainMs],
        ['main thread, processor time', ({ cpuMs }: Change) => cpuMs],
        ['longest task', ({ longestMs }: Change) => longestMs],
        ['longest task, processor time', ({ longestCpuMs }: Change) => longestCpuMs],
        ['change to all drawn', ({ wallMs }: Change) => wallMs],
      ] as const
    ).map(
      ([name, value]) =>
        `| ${name} | ${of(value).toFixed(0)} (${Math.min(...found.map(value)).toFixed(0)} to ` +
        `${Math.max(...found.map(value)).toFixed(0)}) |`,
    ),
    '',
    ...goals.map(({ line, met }) => `${met ? 'met   ' : 'MISSED'} ${line}`),
  ].join('\n'),
)
await mkdir(join(root, 'bench/out'), { recursive: true })
await writeFile(
  join(root, 'bench/out/stores.json'),
  `${JSON.stringify({ at: new Date().toISOString(), changes: found, goals }, null, 2)}\n`,
)
process.exitCode = goals.every(({ met }) => met) ? 0 : 1
