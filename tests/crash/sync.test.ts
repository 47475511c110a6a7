import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const hasStrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-V']).status === 0 &&
  spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

// Where the tool is missing the crash loop still runs; it cannot see the difference between written and synced.
test.runIf(hasStrace)(
  'between a batch and its acknowledgement the log of the store is synced to the disk',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'aforo-sync-'))
    try {
      const trace = join(folder, 'trace')
      const child = spawnSync(
        'strace',
        [
          '-f',
          '-o',
          trace,
          '-e',
          'trace=fsync,fdatasync,write',
          process.execPath,
          join(import.meta.dirname, 'writer.ts'),
          join(folder, 'facts.duckdb'),
          '0,0,0,0,0,0,0,0',
          '3',
        ],
        { encoding: 'utf8' },
      )
      expect(child.stdout).toContain('done')
      const events = readFileSync(trace, 'utf8')
        .split('\n')
        .flatMap((line) => {
          if (/ f(data)?sync\(/.test(line) || / f(data)?sync resumed/.test(line)) return ['sync']
          const ack = /write\(1, "ack \d (\d+)/.exec(line)
          return ack ? [`batch ${ack[1]}`] : /write\(1, "ready/.test(line) ? ['ready'] : []
        })
      // One sync answers all the writers of a group; before the first answer to each round of batches there is one.
      for (const round of [0, 1, 2]) {
        const first = events.indexOf(`batch ${round}`)
        const before = events.slice(0, first).lastIndexOf('sync')
        const previous = round === 0 ? events.indexOf('ready') : events.indexOf(`batch ${round - 1}`)
        expect({ round, synced: before > previous }).toEqual({ round, synced: true })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)
