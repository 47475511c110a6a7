/**
 * `node bench/kernels/run.ts [rounds]`: sums and loading in a Chromium worker, against duckdb-wasm, arquero, row
 * objects and plain loops.
 */
import { inBrowser } from '../lib/browser.ts'
import { report } from '../lib/report.ts'
import type { Section, Target } from '../lib/report.ts'

const SIZES = (process.env.BENCH_ROWS ?? '250000,1000000').split(',').map(Number)
const TARGETS: readonly Target[] = [
  { section: /^100\d{4} hourly/, questions: /./, ours: 'aforo', peer: 'duckdb-wasm', atLeast: 3 },
  { section: /^100\d{4} hourly/, questions: /./, ours: 'aforo', peer: 'arquero', atLeast: 10 },
  { section: /^Load 100\d{4}/, questions: /./, ours: 'aforo, Arrow', peer: 'JSON rows', atLeast: 5 },
]

const sections = await inBrowser<Section[]>('kernels', { sizes: SIZES, rounds: Number(process.argv[2] ?? 9) })
process.exitCode = await report('kernels', sections, TARGETS)
