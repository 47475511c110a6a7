import type { QuarantinedLine, LineReason } from './quarantine.ts'
import { ImportError } from './import-error.ts'

/** A file with more lines than this of one kind of trouble is not the file that was meant. */
const MAX_BAD = 0.05
const UNREADABLE: ReadonlySet<string> = new Set<LineReason>([
  'TIME_UNREADABLE',
  'HOUR_MISSING',
  'HOUR_UNEXPECTED',
  'COUNT_UNREADABLE',
  'SENSOR_MISSING',
  'CELLS_MISSING',
])
const OUT_OF_TIME: ReadonlySet<string> = new Set<LineReason>(['FUTURE', 'TOO_OLD'])
const SHOWN = 10
const SEVERAL = Symbol('more than one reason')

/** Counts the lines of one file and the invalid ones, by the setting they contradict. */
export function createTally(file: string) {
  const kinds = [UNREADABLE, OUT_OF_TIME, new Set<string>(['OFFSET_WRONG'])].map((reasons) => ({
    reasons,
    lines: 0,
    first: [] as string[],
    only: null as string | typeof SEVERAL | null,
  }))
  const [unreadable, outOfTime, offset] = kinds as [
    (typeof kinds)[number],
    (typeof kinds)[number],
    (typeof kinds)[number],
  ]
  let [lines, skipped] = [0, 0]

  return {
    line() {
      lines += 1
    },
    /** The line is one of a place that is left out. */
    skip() {
      lines -= 1
      skipped += 1
    },
    lines: () => lines,
    bad({ line, reason, cells }: QuarantinedLine) {
      const kind = kinds.find(({ reasons }) => reasons.has(reason))
      if (!kind) return
      kind.lines += 1
      kind.only = kind.only === null || kind.only === reason ? reason : SEVERAL
      if (kind.first.length < SHOWN)
        kind.first.push(`${file}:${line} ${reason} ${Object.values(cells).join(' | ').slice(0, 120)}`)
    },
    /** @throws {ImportError} FILE_NO_ROWS, FILE_GRAIN_CONFLICT, FILE_UNREADABLE, FILE_TIME_RANGE, FILE_OFFSETS_WRONG */
    refuse() {
      if (lines + skipped === 0) throw new ImportError('FILE_NO_ROWS', `${file} has a header and no rows.`)
      const isMany = (kind: { lines: number }) => kind.lines > lines * MAX_BAD
      const most = `at most ${MAX_BAD * 100} % may`
      const stray =
        unreadable.only === 'HOUR_MISSING'
          ? 'a date without an hour, and the others have hours'
          : unreadable.only === 'HOUR_UNEXPECTED'
            ? 'an hour, and the others have a date only'
            : null
      if (isMany(unreadable) && stray !== null) {
        throw new ImportError(
          'FILE_GRAIN_CONFLICT',
          `${file} has ${stray}, on ${unreadable.lines} of ${lines} lines; hours on every line, or a date only on ` +
            'every line (counts of whole days), were expected. ' +
            'A spreadsheet may have dropped the time of midnight: write 00:00 there. Say --lines daily when every ' +
            'line is the count of its day. Nothing was loaded.',
          unreadable.first,
        )
      }
      if (isMany(unreadable))
        throw new ImportError(
          'FILE_UNREADABLE',
          `${file} has ${unreadable.lines} of ${lines} lines that cannot be read; ${most}. Nothing was loaded.`,
          unreadable.first,
        )
      if (isMany(outOfTime)) {
        throw new ImportError(
          'FILE_TIME_RANGE',
          `${file} has ${outOfTime.lines} of ${lines} lines in the future or before 2001; ${most}. The dates may be ` +
            'of another year, or --date-order may be meant. Nothing was loaded.',
          outOfTime.first,
        )
      }
      if (isMany(offset)) {
        throw new ImportError(
          'FILE_OFFSETS_WRONG',
          `${file} has ${offset.lines} of ${lines} lines with an offset from UTC that the time zone does not have ` +
            `then; ${most}. Say --offsets trust when the instant is right, --offsets ignore when the clock time is. ` +
            'Nothing was loaded.',
          offset.first,
        )
      }
    },
  }
}
