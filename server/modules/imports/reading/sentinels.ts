import { COMPANION_HOURS, faultLimit } from '../../../facts/checks.ts'
import { NULL } from '../../../facts/columns.ts'
import type { Reading } from './reading.ts'
import type { Preset } from './preset.ts'
import { WHOLE_FROM, type Stage } from './stage.ts'

const AROUND_DAYS = 7

/**
 * Puts the lines into `fault` whose count is a full scale of the preset and far above the same stream's other counts of
 * that week, and beside them, within a day, counts of the same stream at the full scale of another width.
 */
export async function findFaults({ atoms, hasFullScale }: Reading, { fullScale }: Preset, stage: Stage): Promise<void> {
  if (!hasFullScale) return
  const scales = fullScale.join(', ')
  for (const atom of atoms) {
    await stage.run(
      `CREATE OR REPLACE TABLE suspect AS SELECT line, hour, stream, "${atom}" AS value FROM line
        WHERE "${atom}" IN (${scales}) AND hour < ${WHOLE_FROM}`,
    )
    await judgeSurroundings(stage, atom, scales)
    await stage.run(
      `CREATE OR REPLACE TABLE found AS SELECT s.line, s.hour, s.stream, a.above FROM suspect s
        JOIN around a ON a.stream = s.stream AND a.day = s.hour // 24 WHERE s.value > a.above`,
    )
    await stage.run(`INSERT INTO fault SELECT line FROM found UNION
      SELECT l.line FROM line l JOIN found f ON f.stream = l.stream AND l.hour BETWEEN f.hour - ${COMPANION_HOURS}
        AND f.hour + ${COMPANION_HOURS}
      WHERE l.hour < ${WHOLE_FROM} AND l."${atom}" > 0 AND l."${atom}" & (l."${atom}" + 1) = 0
        AND l."${atom}" > f.above`)
  }
  await stage.run('CREATE OR REPLACE TABLE fault AS SELECT DISTINCT line FROM fault')
}

/** The limit of counts of each suspect day, by the same rule as in the store. */
async function judgeSurroundings(stage: Stage, atom: string, scales: string) {
  await stage.run('CREATE OR REPLACE TABLE around (stream INTEGER, day INTEGER, above INTEGER)')
  const writer = stage.writer('around', 3)
  const [streams, days, above] = writer.columns as [Int32Array, Int32Array, Int32Array]
  let [stream, day, values] = [-1, 0, [] as number[]]
  const close = () => {
    if (stream < 0) return
    const limit = faultLimit(values)
    if (limit === Infinity) return
    streams[writer.length] = stream
    days[writer.length] = day
    above[writer.length] = limit
    writer.length += 1
  }
  const near = stage.read(`
    WITH day AS (SELECT DISTINCT stream, hour // 24 AS day FROM suspect),
      near AS (SELECT stream, day, day + d AS other FROM day CROSS JOIN range(-${AROUND_DAYS}, ${AROUND_DAYS + 1}) t(d))
    SELECT n.stream, n.day::INTEGER, l."${atom}" FROM near n JOIN line l ON l.stream = n.stream
      AND l.hour // 24 = n.other
    WHERE l."${atom}" <> ${NULL} AND l."${atom}" NOT IN (${scales}) ORDER BY 1, 2`)
  for await (const {
    columns: [ofStream, ofDay, value],
    length,
  } of near) {
    for (let i = 0; i < length; i += 1) {
      if (ofStream![i] !== stream || ofDay![i] !== day) {
        close()
        ;[stream, day, values] = [ofStream![i]!, ofDay![i]!, []]
      }
      values.push(value![i]!)
    }
    if (writer.length > writer.capacity / 2) await writer.flush()
  }
  close()
  await writer.flush()
}
