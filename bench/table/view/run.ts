/**
 * Rendering of long tables on react-window, ours over columns against one by hand over row objects, turn by turn: first
 * row, frames while scrolling slowly and fast, sorting, memory. `node bench/table/view/run.ts [rows]`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { CDPSession, Page } from 'playwright-core'
import { build, type InlineConfig, preview } from 'vite'
import { launchChromium } from '../../../scripts/chromium.ts'
import { DRAWN_IN_SOFTWARE } from '../../lib/browser.ts'
import type { TableApi } from './page.tsx'

const PEERS = ['ours', 'react-window'] as const
type Peer = (typeof PEERS)[number]
const SLOW_PX = 120
const FAST_PX = 4000
const FRAMES = 180
const ROUNDS = 5

interface Run {
  firstRowMs: number
  heapMB: number
  slow: Frames
  fast: Frames
  sortMs: number[]
  firstSorted: string[]
}
interface Frames {
  fps: number
  missed: number
  blanks: number
  mainMsPerFrame: number
}

const root = resolve(import.meta.dirname, '..', '..', '..')
const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
const call = <K extends keyof TableApi>(
  page: Page,
  name: K,
  ...given: Parameters<TableApi[K]>
): Promise<Awaited<ReturnType<TableApi[K]>>> =>
  page.evaluate(
    ([key, list]) =>
      (globalThis as unknown as { api: Record<string, (...all: unknown[]) => unknown> }).api[key]?.(...list),
    [name, given] as const,
  ) as Promise<Awaited<ReturnType<TableApi[K]>>>

async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return (usedSize + backingStorageSize) / 2 ** 20
}

async function tasks(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function scroll(page: Page, cdp: CDPSession, pixels: number): Promise<Frames> {
  const before = await tasks(cdp)
  const { intervals, blanks } = await call(page, 'scroll', pixels, FRAMES)
  const main = (await tasks(cdp)) - before
  const total = intervals.reduce((sum, one) => sum + one, 0)
  return {
    fps: (1000 * intervals.length) / total,
    missed: intervals.reduce((sum, one) => sum + Math.max(0, Math.round(one / (1000 / 60)) - 1), 0),
    blanks,
    mainMsPerFrame: main / FRAMES,
  }
}

async function measure(page: Page, peer: Peer, rows: number): Promise<Run> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('HeapProfiler.enable')
  await call(page, 'prepare', peer, rows)
  const empty = await heap(cdp)
  const firstRowMs = await call(page, 'mount', peer)
  await page.waitForTimeout(300)
  const slow = await scroll(page, cdp, SLOW_PX)
  const fast = await scroll(page, cdp, FAST_PX)
  await call(page, 'top')
  await page.waitForTimeout(100)
  const sorted = [await call(page, 'sort'), await call(page, 'sort')]
  const heapMB = (await heap(cdp)) - empty
  await call(page, 'unmount')
  return {
    firstRowMs,
    heapMB,
    slow,
    fast,
    sortMs: sorted.map(({ ms }) => ms),
    firstSorted: sorted.map(({ first }) => first),
  }
}

/** Runs the bench; returns the exit code (1 when a target is missed). */
export async function tableView(rows = 1_000_000): Promise<number> {
  const outDir = join(root, 'bench', 'out', 'table-view-page')
  const config: InlineConfig = {
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    base: './',
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom'] },
  }
  await build({
    ...config,
    build: { outDir, emptyOutDir: true, target: 'es2023', modulePreload: false, chunkSizeWarningLimit: 100_000 },
  })
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const browser = await launchChromium({ args: [...DRAWN_IN_SOFTWARE, '--js-flags=--max-old-space-size=8192'] })
  const runs: Record<Peer, Run[]> = { ours: [], 'react-window': [] }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const peer of PEERS) {
        const page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
        page.on('pageerror', (error) => console.error(`bench: ${error.message}`))
        await page.goto(server.resolvedUrls?.local[0] ?? '')
        runs[peer].push(await measure(page, peer, rows))
        await page.close()
      }
    }
  } finally {
    await browser.close()
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
  return report(runs, rows)
}

async function report(runs: Record<Peer, Run[]>, rows: number): Promise<number> {
  const of = (peer: Peer, value: (run: Run) => number) => median(runs[peer].map(value))
  const lines: [string, (run: Run) => number, number][] = [
    ['first row, ms', ({ firstRowMs }) => firstRowMs, 1],
    ['heap added with one sort, MB', ({ heapMB }) => heapMB, 1],
    [`slow (${SLOW_PX} px a frame): fps`, ({ slow }) => slow.fps, 0],
    ['slow: main thread ms a frame', ({ slow }) => slow.mainMsPerFrame, 2],
    ['slow: missed frames', ({ slow }) => slow.missed, 0],
    [`fast (${FAST_PX} px a frame): fps`, ({ fast }) => fast.fps, 0],
    ['fast: missed frames', ({ fast }) => fast.missed, 0],
    ['fast: frames with a hole', ({ fast }) => fast.blanks, 0],
    ['fast: main thread ms a frame', ({ fast }) => fast.mainMsPerFrame, 2],
    ['sort ascending to painted, ms', ({ sortMs }) => sortMs[0] ?? Number.NaN, 1],
    ['then descending, ms', ({ sortMs }) => sortMs[1] ?? Number.NaN, 1],
  ]
  const rowsOut = lines.map(([name, value, digits]) => ({
    name,
    ours: of('ours', value),
    peer: of('react-window', value),
    digits,
  }))
  console.log(
    [
      `## table view, ${rows.toLocaleString('en')} rows, 8 columns of 24 px rows, medians of ${ROUNDS} turns`,
      '',
      '| | ours | react-window 2, row objects |',
      '|---|---|---|',
      ...rowsOut.map(
        ({ name, ours, peer, digits }) => `| ${name} | ${ours.toFixed(digits)} | ${peer.toFixed(digits)} |`,
      ),
      '',
    ].join('\n'),
  )
  const found = (name: string) => rowsOut.find((row) => row.name === name) as { ours: number; peer: number }
  const [rising, falling] = ['sort ascending to painted, ms', 'then descending, ms'].map(
    (name) => found(name).peer / found(name).ours,
  ) as [number, number]
  const targets = [
    {
      line:
        `60 frames a second while scrolling: ${found(`slow (${SLOW_PX} px a frame): fps`).ours.toFixed(1)} ` +
        `slow, ${found(`fast (${FAST_PX} px a frame): fps`).ours.toFixed(1)} fast`,
      met:
        found(`slow (${SLOW_PX} px a frame): fps`).ours >= 58 && found(`fast (${FAST_PX} px a frame): fps`).ours >= 58,
    },
    {
      line: `no hole in any frame: ${found('fast: frames with a hole').ours}`,
      met: found('fast: frames with a hole').ours === 0,
    },
    {
      line: `sort at least 8 x: ${rising.toFixed(1)} x ascending, ${falling.toFixed(1)} x descending`,
      met: Math.min(rising, falling) >= 8,
    },
    {
      line: `at most 10 MB over the columns: ${found('heap added with one sort, MB').ours.toFixed(1)} MB`,
      met: found('heap added with one sort, MB').ours <= 10,
    },
    {
      line:
        `same order: ${runs.ours[0]?.firstSorted.join(', ')} and ` +
        `${runs['react-window'][0]?.firstSorted.join(', ')}`,
      met: runs.ours.every(({ firstSorted }) => firstSorted.join() === runs['react-window'][0]?.firstSorted.join()),
    },
  ]
  for (const { line, met } of targets) console.log(`${met ? 'met   ' : 'MISSED'} ${line}`)
  const out = join(root, 'bench', 'out')
  await mkdir(out, { recursive: true })
  await writeFile(
    join(out, 'table-view.json'),
    `${JSON.stringify({ at: new Date().toISOString(), rows, table: rowsOut, runs, targets }, null, 2)}\n`,
  )
  return targets.every(({ met }) => met) ? 0 : 1
}

if (import.meta.main) process.exitCode = await tableView(Number(process.argv[2] ?? 1_000_000))
