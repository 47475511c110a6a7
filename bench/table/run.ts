/** `node bench/table/run.ts [rounds]`: sorting a column of a large table, against row objects with `sort`. */
import { inBrowser } from '../lib/browser.ts'
import { report } from '../lib/report.ts'
import type { Section } from '../lib/report.ts'

const SIZES = (process.env.BENCH_ROWS ?? '100000,1000000').split(',').map(Number)

const sections = await inBrowser<Section[]>('table', { sizes: SIZES, rounds: Number(process.argv[2] ?? 5) })
process.exitCode = await report('table', sections, [
  { section: /1000008/, questions: /./, ours: 'aforo', peer: 'row objects + sort', atLeast: 8 },
])
