/**
 * A chart that is repeated over 50 locals, while the page scrolls: one question, one frame, and how many pictures a
 * second. `node bench/board/repeat.ts` measures it alone.
 */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../scripts/chromium.ts'
import { buildPage } from './build.ts'
import { newContext } from './measure.ts'
import { servePage } from './serve.ts'

declare global {
  interface Window {
    /** Of `repeat/page.tsx`. */
    repeatBench: {
      readonly asked: readonly string[]
      /** Milliseconds between the frames while the page scrolls to its other end, so many pixels a frame. */
      scroll(pixels: number): Promise<readonly number[]>
    }
  }
}

/** Pixels a frame: a wheel that is turned without haste, and a page that is thrown. */
const SPEEDS = { slow: 12, fast: 60 } as const
const LOCALS = 50
const FRAME_MS = 1000 / 60

export interface Scrolled {
  readonly fps: number
  /** Frames that were not drawn in their time. */
  readonly missed: number
  readonly frames: number
  /** Time for which the main thread had a core, with style, layout and painting. */
  readonly mainMsPerFrame: number
}
export interface Repeated {
  /** Times that the source of the figures was asked. */
  readonly questions: number
  /** Copies that showed their figures in the end. */
  readonly drawn: number
  readonly slow: Scrolled
  readonly fast: Scrolled
}

/** Builds and serves the page, scrolls it down slowly and up fast, as often as the other parts are measured. */
export async function measureRepeat(browser: Browser): Promise<Repeated> {
  const server = await servePage(await buildPage('repeat', join(import.meta.dirname, 'repeat'), true))
  const context = await newContext(browser)
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    // Time that the thread had a core: what others take from it meanwhile is not counted.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(server.address)
    await page.waitForFunction(() => document.querySelector('section[data-state="ready"] canvas') !== null)
    const tasks = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
    }
    const scrolled = async (pixels: number): Promise<Scrolled> => {
      const before = await tasks()
      const intervals = await page.evaluate((of) => window.repeatBench.scroll(of), pixels)
      const main = (await tasks()) - before
      const total = intervals.reduce((sum, one) => sum + one, 0)
      return {
        fps: (1000 * intervals.length) / total,
        missed: intervals.reduce((sum, one) => sum + Math.max(0, Math.round(one / FRAME_MS) - 1), 0),
        frames: intervals.length,
        mainMsPerFrame: main / intervals.length,
      }
    }
    const slow = await scrolled(SPEEDS.slow)
    const fast = await scrolled(SPEEDS.fast)
    const seen = await page.evaluate(() => ({
      questions: window.repeatBench.asked.filter((name) => name === 'bench.days').length,
      drawn: document.querySelectorAll('section[data-state="ready"]').length,
    }))
    return { ...seen, slow, fast }
  } finally {
    await context.close()
    await server.stop()
  }
}

/** As Markdown. */
export const repeatTable = ({ questions, drawn, slow, fast }: Repeated): string =>
  [
    `A chart repeated over ${LOCALS} locals: ${questions} question${questions === 1 ? '' : 's'}, ` +
      `${drawn} copies drawn.`,
    '',
    '| scrolling | frames a second | frames missed | main thread, ms of a core a frame |',
    '|---|---|---|---|',
    ...Object.entries({ slow, fast }).map(([name, { fps, missed, frames, mainMsPerFrame }]) => {
      const scrolling = `${name}, ${SPEEDS[name === 'slow' ? 'slow' : 'fast']} px a frame`
      return `| ${[scrolling, fps.toFixed(1), `${missed} of ${frames}`, mainMsPerFrame.toFixed(1)].join(' | ')} |`
    }),
  ].join('\n')

if (import.meta.main) {
  const browser = await launchChromium()
  try {
    console.log(repeatTable(await measureRepeat(browser)))
  } finally {
    await browser.close()
  }
}
