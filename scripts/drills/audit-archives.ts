/**
 * How long entries of the audit log wait while old ones are archived, and while the chain is verified over the
 * archives, on a throw-away SQLite catalog: `npm run drill -- audit-archives [ENTRIES]`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SYSTEM_CLOCK } from '../../server/lib/clock.ts'
import { createCatalog } from '../../server/open-catalog.ts'
import { archiveReader } from '../../server/modules/audit/archive-file.ts'
import { auditArchives } from '../../server/modules/audit/archives.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import type { Catalog } from '../../server/catalog.ts'
import type { Drill } from '../drill.ts'
import { percentile } from '../drill-load.ts'

const AT_ONCE = 5000
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const entry = (n: number, at: number) => ({
  action: 'session.open' as const,
  target: `user${n}@example.com`,
  details: { address: `192.0.2.${n % 250}`, agent },
  at,
})

/** Appends again and again while the work goes on, and says how long each took. */
async function beside<T>(catalog: Catalog, what: string, work: () => Promise<T>): Promise<T> {
  const finished = new AbortController()
  const waits: number[] = []
  const began = performance.now()
  const done = work().finally(() => {
    finished.abort()
  })
  while (!finished.signal.aborted) {
    const from = performance.now()
    await catalog.audit.append(SYSTEM_SCOPE, entry(0, SYSTEM_CLOCK.now()))
    waits.push(performance.now() - from)
    await pause(2)
  }
  const result = await done
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(waits, share).toFixed(1))
  console.log(
    `${what}: ${((performance.now() - began) / 1000).toFixed(1)} s; ${waits.length} appends meanwhile, p50 ${p50} ` +
      `ms, p99 ${p99} ms, at most ${longest} ms`,
  )
  return result
}

async function run([given = '100000']: readonly string[]): Promise<0 | 1> {
  const entries = Number(given)
  const directory = mkdtempSync(join(tmpdir(), 'aforo-drill-'))
  const folder = join(directory, 'audit')
  const catalog = await createCatalog({ catalogUrl: `sqlite:${join(directory, 'catalog.sqlite')}` })
  try {
    for (let first = 0; first < entries; first += AT_ONCE) {
      await catalog.transaction(async ({ audit }) => {
        for (let n = first; n < Math.min(first + AT_ONCE, entries); n++) await audit.append(SYSTEM_SCOPE, entry(n, n))
      })
    }
    await beside(catalog, 'nothing else', () => pause(1500))
    const made = await beside(catalog, 'archiving', () =>
      auditArchives({ catalog, clock: SYSTEM_CLOCK, folder, keptDays: 400 }).runMaintenance(),
    )
    console.log(
      `${made.length} archives, ${Math.round(made.reduce((sum, { bytes }) => sum + bytes, 0) / entries)} bytes an ` +
        'entry',
    )
    const found = await beside(catalog, 'verifying', () => catalog.audit.verify(undefined, archiveReader(folder)))
    console.log(found.whole ? `whole: ${found.entries} entries` : `BROKEN: ${found.why}`)
    return found.whole && made.length > 0 ? 0 : 1
  } finally {
    await catalog.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

export const drill: Drill = {
  about: 'how long the audit log waits while old entries are archived, and while archives are verified',
  run,
}
