/** One cold load of one contestant, then its filter changes, in a browser context of its own (empty cache). */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { installProbe, type ProbeReport } from './probe.ts'
import { ELSEWHERE, type PageServer, type Sent } from './serve.ts'

/** The page counts as finished when nothing changed for this long. */
const LOAD_QUIET_MS = 700
const CHANGE_QUIET_MS = 350
const LIMIT_MS = 20_000
const CHANGES = 4

export interface Contestant {
  readonly id: string
  readonly name: string
  readonly server: PageServer
  readonly path: string
  /** Canvases and panels it must have, else the run is refused: a blank page would be the fastest of all. */
  readonly expect: { readonly canvases: number; readonly text: readonly string[] }
  /** Prepares the empty context, for example signs in. */
  readonly prepare?: (context: BrowserContext) => Promise<void>
}

export interface Round {
  readonly load: ProbeReport & {
    /** How long the main thread had a core, until the page was at rest; of it in script, and in style and layout. */
    readonly coreMs: number
    readonly scriptMs: number
    readonly layoutMs: number
    readonly jsKb: number
    readonly allKb: number
    readonly heapMb: number
    readonly requests: number
  }
  readonly changes: readonly (ProbeReport & { readonly coreMs: number })[]
  readonly sent: readonly Sent[]
}

const kbOf = (sent: readonly Sent[], kinds: readonly Sent['kind'][]) =>
  sent.reduce((sum, { kind, bytes }) => sum + (kinds.includes(kind) ? bytes : 0), 0) / 1024

async function untilQuiet(page: Page, quietMs: number): Promise<void> {
  await page.waitForFunction((quiet) => window.boardProbe.quietMs() > quiet, quietMs, {
    polling: 100,
    timeout: LIMIT_MS,
  })
}

/**
 * Loads the page cold and waits until it is painted; answers what the probe saw. Throws when the page is not the board.
 */
export async function openBoard(page: Page, contestant: Contestant): Promise<void> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  // From a page of another site, as visitors come: out of a blank tab some would begin in its process and those with an
  // opener policy in one of their own.
  await page.goto(`${contestant.server.address.replace('127.0.0.1', 'localhost')}${ELSEWHERE}`)
  await page.addInitScript(installProbe)
  await page.goto(`${contestant.server.address}${contestant.path}`)
  await page
    .waitForFunction(
      (canvases) => document.querySelectorAll('canvas').length >= canvases && 'boardChange' in window,
      contestant.expect.canvases,
      { polling: 50, timeout: LIMIT_MS },
    )
    .catch((cause: unknown) => {
      throw new Error(`${contestant.name}: the board did not appear. ${faults.join('; ')}`, { cause })
    })
  await untilQuiet(page, LOAD_QUIET_MS)
  const shown = await page.evaluate(() => document.body.innerText)
  const missing = contestant.expect.text.filter((text) => !shown.includes(text))
  if (missing.length > 0 || faults.length > 0)
    throw new Error(
      `${contestant.name}: ${missing.length > 0 ? `the page lacks ${missing.join(', ')}` : ''} ${faults.join('; ')}`,
    )
}

export const newContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1280, height: 1500 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })

export async function measure(browser: Browser, contestant: Contestant): Promise<Round> {
  const context = await newContext(browser)
  try {
    await contestant.prepare?.(context)
    contestant.server.takeSent()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    // Time of a core and not of the clock: it says the same on a machine that has other work.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const taken = async (...names: readonly string[]) => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.reduce((sum, { name, value }) => sum + (names.includes(name) ? value * 1000 : 0), 0)
    }
    await openBoard(page, contestant)
    const report = await page.evaluate(() => window.boardProbe.report())
    const sent = contestant.server.takeSent()
    const [coreMs, scriptMs, layoutMs] = [
      await taken('TaskDuration'),
      await taken('ScriptDuration'),
      await taken('LayoutDuration', 'RecalcStyleDuration'),
    ]
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const changes: Round['changes'][number][] = []
    for (let change = 1; change <= CHANGES; change++) {
      const before = await taken('TaskDuration')
      await page.evaluate((filter) => {
        window.boardProbe.begin()
        window.boardChange?.(filter)
      }, change)
      await untilQuiet(page, CHANGE_QUIET_MS)
      const seen = await page.evaluate(() => window.boardProbe.report())
      if (seen.draws.some((count) => count === 0))
        throw new Error(`${contestant.name}: change ${change} left a canvas as it was (draws ${seen.draws.join(' ')}).`)
      changes.push({ ...seen, coreMs: (await taken('TaskDuration')) - before })
    }
    return {
      load: {
        ...report,
        coreMs,
        scriptMs,
        layoutMs,
        jsKb: kbOf(sent, ['js']),
        allKb: kbOf(sent, ['js', 'css', 'other', 'data']),
        heapMb: usedSize / 1_048_576,
        requests: sent.length,
      },
      changes,
      sent,
    }
  } finally {
    await context.close()
  }
}

/** KB of JS, gzipped, that the login page asks for until it is at rest. */
export async function loginKb(browser: Browser, { server, path }: Contestant): Promise<number> {
  const context = await newContext(browser)
  try {
    server.takeSent()
    const page = await context.newPage()
    await page.addInitScript(installProbe)
    await page.goto(`${server.address}${path}`)
    await page.waitForSelector('input[name="password"]', { timeout: LIMIT_MS })
    await untilQuiet(page, LOAD_QUIET_MS)
    return kbOf(server.takeSent(), ['js'])
  } finally {
    await context.close()
  }
}
