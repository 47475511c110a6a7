import type { Reading } from './reading.ts'
import { ImportError } from './import-error.ts'
import type { LineMeaning, Preset } from './preset.ts'
import { FLAG, WHOLE_FROM, type Stage } from './stage.ts'

export interface Meaning {
  readonly lines: LineMeaning
  /** Seconds that one count covers, for `counts`. */
  readonly stepS: number
}

/** Hours with lines at several times are this rare when each line is the count of its hour and a clock drifts. */
const FEW = 0.01
/** Lines in hours of which a part is missing are this rare when the parts are counts of fixed slots. */
const MAX_INCOMPLETE = 0.05
const DAY_S = 86_400
/** Above this a part of the hours says enough. */
const MANY_LINES = 2_000_000

/**
 * The meaning of a line of these files. Hourly lines and complete grids (each quarter, each minute) are counts of their
 * slot. Other times may be passages, parts of an hour or a running count: that is asked.
 *
 * @throws {ImportError} IMPORT_LINES_UNCLEAR
 */
export async function meaningOf(reading: Reading, preset: Preset, stage: Stage): Promise<Meaning> {
  if (
    preset.lines === 'daily' ||
    (reading.hasWholeDays && reading.seconds.size === 0 && (preset.lines ?? 'counts') === 'counts')
  )
    return { lines: 'daily', stepS: DAY_S }
  if (preset.lines !== undefined && preset.lines !== 'counts') return { lines: preset.lines, stepS: 3600 }
  if (reading.seconds.size <= 1) return { lines: 'counts', stepS: 3600 }
  const stepS = [...reading.seconds].reduce(gcd, 3600)
  const shape = await shapeOf(stage, 3600 / stepS, reading.lines > MANY_LINES)
  if (shape.several <= shape.hours * FEW) return { lines: 'counts', stepS: 3600 }
  const isGrid = stepS >= 60
  if (preset.lines === 'counts') return { lines: 'counts', stepS: isGrid ? stepS : 3600 }
  if (isGrid && shape.incompleteLines <= shape.lines * MAX_INCOMPLETE) return { lines: 'counts', stepS }
  const { file, line } = reading.lineAt(shape.firstLine)
  throw new ImportError(
    'IMPORT_LINES_UNCLEAR',
    `Several lines of one place fall into one hour at different times (the first at ${file}:${line}), and nothing ` +
      'says what a line counts. ' +
      'Say --lines parts when each line counts the people since the line before and the hour is their sum, --lines ' +
      'passages when each line is a passage, ' +
      '--lines running when each line is the count of its hour so far, --lines counts when each line is the whole ' +
      'count of its slot and a slot without a line is not known. Nothing was loaded.',
  )
}

interface Shape {
  hours: number
  /** Hours of a stream with lines at more than one time. */
  several: number
  lines: number
  incompleteLines: number
  /** Line of the stage in the first such hour. */
  firstLine: number
}

async function shapeOf(stage: Stage, slots: number, isSample: boolean): Promise<Shape> {
  const shape: Shape = { hours: 0, several: 0, lines: 0, incompleteLines: 0, firstLine: 0 }
  let [hour, stream, second, times, lines, begin] = [-1, -1, -1, 0, 0, 0]
  const close = () => {
    if (stream < 0) return
    shape.hours += 1
    shape.lines += lines
    if (times < slots) shape.incompleteLines += lines
    if (times < 2) return
    shape.several += 1
    shape.firstLine ||= begin
  }
  const rows = stage.read(
    `SELECT hour, stream, second, line FROM line WHERE flags & ${FLAG.skipped} = 0
      AND hour < ${WHOLE_FROM} ${isSample ? 'AND hour % 11 = 3' : ''} ORDER BY hour, stream, second, line`,
  )
  for await (const {
    columns: [hours, streams, seconds, lineNumbers],
    length,
  } of rows) {
    for (let i = 0; i < length; i += 1) {
      if (hours![i] !== hour || streams![i] !== stream) {
        close()
        ;[hour, stream, second, times, lines, begin] = [hours![i]!, streams![i]!, -1, 0, 0, lineNumbers![i]!]
      }
      lines += 1
      if (seconds![i] !== second) times += 1
      second = seconds![i]!
    }
  }
  close()
  return shape
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
