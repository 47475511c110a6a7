/**
 * A night of the cases of which the gate has time for few: kills, hostile requests, damaged files, documents and orders
 * of imports by chance. Each file says its figures and, when something broke, the seed that brings it back.
 * `npm run drill -- cases [--part 1]`, a part of a night in per cent for a shorter one.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Drill } from '../drill.ts'

const root = resolve(import.meta.dirname, '../..')

/** File, its project, and the setting that asks for more of it with what a night has time for. */
const NIGHT: readonly (readonly [file: string, project: string, setting: string, cases: number])[] = [
  ['tests/crash/crash-loop.test.ts', 'server', 'AFORO_KILLS', 1000],
  ['tests/crash/ingest-loop.test.ts', 'server', 'AFORO_INGEST_KILLS', 200],
  ['server/facts/imports.test.ts', 'server', 'UNDO_RUNS', 500],
  ['server/facts/merged-imports.test.ts', 'server', 'UNDO_RUNS', 200],
  ['server/modules/ingest/order.test.ts', 'server', 'AFORO_ORDER_RUNS', 2000],
  ['server/modules/uploads/corpus.test.ts', 'server', 'UPLOAD_MUTATIONS', 20_000],
  ['server/fuzz.test.ts', 'server', 'FUZZ_RUNS', 5000],
  ['tests/layouts/fuzz.test.ts', 'patient', 'FUZZ_RUNS', 20_000],
]

async function run(args: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: { part: { type: 'string', default: '100' } } })
  const failed = NIGHT.flatMap(([file, project, setting, cases]) => {
    const runs = Math.max(1, Math.round((cases * Number(values.part)) / 100))
    console.log(`${file}: ${setting}=${runs}`)
    const { status } = spawnSync(resolve(root, 'node_modules/.bin/vitest'), ['run', '--project', project, file], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FC_SEED: process.env['FC_SEED'] ?? 'random', [setting]: String(runs) },
    })
    return status === 0 ? [] : [file]
  })
  console.log(failed.length === 0 ? 'All of them held.' : `Broke: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

export const drill: Drill = {
  about: 'a night of kills, hostile requests, damaged files and orders of imports, of which the gate tries few',
  run,
}
