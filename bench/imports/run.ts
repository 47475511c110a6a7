/**
 * `node bench/imports/run.ts [lines …]`: files of distinct hours of 1,000 counters, and of five minutes of 100
 * counters, are imported and weighed, each in
 * a process of its own. Goals: 300,000 lines a second, all included, and at most 500 MB of memory.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMPORT_NODE_OPTIONS, PROCESS_ENV } from '../../server/lib/process-env.ts'
import { writeCounts } from './files.ts'

const SHAPES = [
  { name: 'hours of 1,000 counters', counters: 1000, minutes: 60 },
  { name: 'five minutes of 100 counters', counters: 100, minutes: 5 },
]
const [MIN_LINES_A_SECOND, MAX_MB] = [300_000, 500]
const given = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number)
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)

interface Part {
  seconds: number
  cpu: number
  maxMb: number
}

interface Output {
  lines: number
  parts: Record<string, Part>
  sums: readonly number[]
}

let missed = 0
for (const { name, ...shape } of SHAPES.filter((one) => only === undefined || one.name.includes(only))) {
  for (const lines of given.length > 0 ? given : [1_000_000]) {
    const folder = mkdtempSync(join(process.env.BENCH_TMP ?? tmpdir(), 'aforo-bench-imports-'))
    try {
      const file = join(folder, 'counts.csv')
      writeCounts(file, { lines, ...shape })
      const { stdout, status } = spawnSync(
        process.execPath,
        [...IMPORT_NODE_OPTIONS, join(import.meta.dirname, 'process.ts'), file, join(folder, 'data')],
        { env: { ...PROCESS_ENV, ...process.env }, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
      )
      if (status !== 0) throw new Error(`The import ended with ${status}.`)
      const { lines: read, parts, sums } = JSON.parse(stdout) as Output
      // Later memory is the server's, as the import has ended; it is printed all the same.
      const counted = Object.entries(parts).filter(([part]) => part !== 'ten minutes later')
      const seconds = counted.reduce((sum, [, part]) => sum + part.seconds, 0)
      const cpu = counted.reduce((sum, [, part]) => sum + part.cpu, 0)
      const maxMb = Math.max(...counted.map(([, part]) => part.maxMb))
      console.log(
        `${read} lines, ${name}: ${seconds.toFixed(1)} s, ${Math.round(read / seconds)} lines a second, ` +
          `${((cpu / read) * 1e6).toFixed(2)} us of CPU a line, ${maxMb} MB`,
      )
      for (const [part, { seconds: took, cpu: used, maxMb: high }] of Object.entries(parts))
        console.log(
          `  ${part.padEnd(18)} ${took.toFixed(2).padStart(8)} s ${used.toFixed(2).padStart(8)} s of CPU, ${high} ` +
            'MB so far',
        )
      console.log(`  hours, expected, observed, estimated people, estimated hours: ${sums.join(', ')}`)
      const dry = read / parts.read!.seconds
      console.log(`  a dry run ends after reading: ${Math.round(dry)} lines a second, ${parts.read!.maxMb} MB`)
      const isMet = Math.min(dry, read / seconds) >= MIN_LINES_A_SECOND && maxMb <= MAX_MB
      if (!isMet) missed += 1
      console.log(`${isMet ? 'met   ' : 'MISSED'} ${MIN_LINES_A_SECOND} lines a second, ${MAX_MB} MB`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
process.exitCode = missed > 0 ? 1 : 0
