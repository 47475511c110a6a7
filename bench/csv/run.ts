/**
 * `node bench/csv/run.ts [rounds]`: 22 columns to bytes in a Chromium worker, against duckdb-wasm's COPY and papaparse.
 */
import { inBrowser } from '../lib/browser.ts'
import { report } from '../lib/report.ts'
import type { Section } from '../lib/report.ts'

const SIZES = (process.env.BENCH_ROWS ?? '217000,1000000').split(',').map(Number)

const sections = await inBrowser<Section[]>('csv', { sizes: SIZES, rounds: Number(process.argv[2] ?? 5) })
process.exitCode = await report('csv', sections, [
  { section: /./, questions: /./, ours: 'aforo', peer: 'duckdb-wasm COPY', atLeast: 2 },
  { section: /./, questions: /./, ours: 'aforo', peer: 'papaparse', atLeast: 6 },
])
