import type { LineQuarantine } from './quarantine.ts'
import type { Reading } from './reading.ts'
import { ImportError } from './import-error.ts'
import type { Meaning } from './line-meaning.ts'
import type { Preset } from './preset.ts'
import { sortedLines } from './sorted-lines.ts'
import type { Stage } from './stage.ts'
import { createMerger } from './merger.ts'
import type { Merging } from './merger.ts'

/** More contradicting lines than this and it cannot be said which of them is right. */
const MAX_CONTRADICTING = 0.01

/**
 * Makes hours of the lines in the stage, one hour of one stream at a time: lines of one slot become one, parts of an
 * hour are added up, and a skipped civil time is added to the hour that followed it. An hour of which a part is missing
 * is not known, so its parts are quarantined.
 *
 * @throws {ImportError} FILE_CONTRADICTORY when too many lines contradict each other and no rule was given
 */
export async function mergeHours(
  reading: Reading,
  preset: Preset,
  meaning: Meaning,
  stage: Stage,
  quarantine: LineQuarantine,
): Promise<Merging> {
  const merger = createMerger(reading, preset, meaning, stage, quarantine)
  const atoms = reading.atoms.map((atom) => `"${atom}"`).join(', ')
  const inTime = meaning.lines === 'counts' ? '' : 'second, '
  const sorted = {
    columns: `hour, stream, second, flags, line, ${atoms}`,
    from: `line ${reading.hasFullScale ? 'ANTI JOIN fault USING (line)' : ''}`,
    by: `hour, stream, ${inTime}line`,
  }
  await stage.run('BEGIN')
  for await (const { columns, length } of sortedLines(stage, sorted)) {
    merger.add(columns, length)
    await merger.flush()
  }
  if (reading.hasFullScale) {
    for await (const { columns, length } of stage.read(
      `SELECT hour, stream, second, flags, line, ${atoms} FROM line SEMI JOIN fault USING (line) ORDER BY line`,
    )) {
      merger.addFaults(columns, length)
      await quarantine.flush(stage)
    }
  }
  const merging = await merger.end()
  await stage.run('COMMIT')
  refuseContradictions(merging, reading, preset)
  return merging
}

function refuseContradictions({ merged, contradicting }: Merging, { lines }: Reading, preset: Preset) {
  if (preset.duplicates !== undefined || merged.contradictions <= lines * MAX_CONTRADICTING) return
  throw new ImportError(
    'FILE_CONTRADICTORY',
    `${merged.contradictions} of ${lines} lines contradict another line of the same place and time; at most ` +
      `${MAX_CONTRADICTING * 100} % may. A column that tells counters apart may be missing (--map area=...), ` +
      'or the lines are parts of an hour or passages (--lines parts, --lines passages). When one of two lines is ' +
      'right, say which: --duplicates last, first or max. Nothing was loaded.',
    contradicting.first,
  )
}
