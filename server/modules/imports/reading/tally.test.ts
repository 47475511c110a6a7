/** A file of which too many lines do not fit is not the file that was meant. */
import { describe, expect, test } from 'vitest'
import { createTally } from './tally.ts'

const refusal = (run: () => void) => {
  try {
    run()
    return null
  } catch (error) {
    const { code, message, lines } = error as { code: string; message: string; lines: readonly string[] }
    return { code, message, lines }
  }
}
/** A file of so many lines, of which some are wrong. */
function file(lines: number, wrong: Readonly<Record<string, number>>, skipped = 0) {
  const tally = createTally('a.csv')
  for (let i = 0; i < lines + skipped; i += 1) tally.line()
  for (let i = 0; i < skipped; i += 1) tally.skip()
  for (const [reason, n] of Object.entries(wrong))
    for (let i = 0; i < n; i += 1)
      tally.bad({ file: 'a.csv', line: i + 2, reason, cells: { ts: 'soon', n: 'x'.repeat(200) } })
  expect(tally.lines()).toBe(lines)
  return refusal(() => tally.refuse())
}

describe('at most one line in twenty may', () => {
  test.each([
    ['TIME_UNREADABLE', 'FILE_UNREADABLE'],
    ['COUNT_UNREADABLE', 'FILE_UNREADABLE'],
    ['SENSOR_MISSING', 'FILE_UNREADABLE'],
    ['CELLS_MISSING', 'FILE_UNREADABLE'],
    ['HOUR_MISSING', 'FILE_GRAIN_CONFLICT'],
    ['HOUR_UNEXPECTED', 'FILE_GRAIN_CONFLICT'],
    ['FUTURE', 'FILE_TIME_RANGE'],
    ['TOO_OLD', 'FILE_TIME_RANGE'],
    ['OFFSET_WRONG', 'FILE_OFFSETS_WRONG'],
  ])('be %s: more are %s', (reason, code) => {
    expect([file(100, { [reason]: 5 }), file(100, { [reason]: 6 })?.code]).toEqual([null, code])
  })

  test('be wrong in one way or another of its kind, lines of places that are left out not counted', () => {
    expect(file(100, { TIME_UNREADABLE: 3, COUNT_UNREADABLE: 3 })?.code).toBe('FILE_UNREADABLE')
    expect(file(100, { FUTURE: 3, TOO_OLD: 3 })?.code).toBe('FILE_TIME_RANGE')
    expect(file(100, { TIME_UNREADABLE: 5, FUTURE: 5, OFFSET_WRONG: 5 })).toBe(null)
    expect(file(20, { TIME_UNREADABLE: 2 }, 80)?.code).toBe('FILE_UNREADABLE')
    // Some have no hour, and others are wrong in another way: it is no matter of hours and days.
    expect(file(100, { HOUR_MISSING: 5, TIME_UNREADABLE: 1 })?.code).toBe('FILE_UNREADABLE')
    expect(file(100, { HOUR_MISSING: 3, HOUR_UNEXPECTED: 3 })?.code).toBe('FILE_UNREADABLE')
  })

  test('and of others as many as there are', () => {
    expect(file(100, { NEGATIVE: 100, ABSURD: 100, TIME_SKIPPED: 100, DIRECTION_UNKNOWN: 100 })).toBe(null)
  })
})

test('a file without rows is refused, and one whose rows are all left out is not', () => {
  expect(file(0, {})).toEqual({ code: 'FILE_NO_ROWS', message: 'a.csv has a header and no rows.', lines: [] })
  expect(file(0, {}, 3)).toBe(null)
})

test('the sentence says how many, how many may, and what can be said; ten lines are shown', () => {
  const shown = (reason: string) =>
    Array.from({ length: 10 }, (_, i) => `a.csv:${i + 2} ${reason} ${`soon | ${'x'.repeat(200)}`.slice(0, 120)}`)
  expect(file(100, { TIME_UNREADABLE: 12 })).toEqual({
    code: 'FILE_UNREADABLE',
    message: 'a.csv has 12 of 100 lines that cannot be read; at most 5 % may. Nothing was loaded.',
    lines: shown('TIME_UNREADABLE'),
  })
  const grain = (what: string) =>
    `a.csv has ${what}, on 12 of 100 lines; hours on every line, or a date only on every line (counts of whole ` +
    'days), were expected. A spreadsheet may have dropped the time of midnight: write 00:00 there. Say --lines ' +
    'daily when every line is the count of its day. Nothing was loaded.'
  expect(file(100, { HOUR_MISSING: 12 })).toEqual({
    code: 'FILE_GRAIN_CONFLICT',
    message: grain('a date without an hour, and the others have hours'),
    lines: shown('HOUR_MISSING'),
  })
  expect(file(100, { HOUR_UNEXPECTED: 12 })?.message).toBe(grain('an hour, and the others have a date only'))
  expect(file(100, { FUTURE: 12 })).toEqual({
    code: 'FILE_TIME_RANGE',
    message:
      'a.csv has 12 of 100 lines in the future or before 2001; at most 5 % may. The dates may be of another year, ' +
      'or --date-order may be meant. Nothing was loaded.',
    lines: shown('FUTURE'),
  })
  expect(file(100, { OFFSET_WRONG: 12 })).toEqual({
    code: 'FILE_OFFSETS_WRONG',
    message:
      'a.csv has 12 of 100 lines with an offset from UTC that the time zone does not have then; at most 5 % may. ' +
      'Say --offsets trust when the instant is right, --offsets ignore when the clock time is. Nothing was loaded.',
    lines: shown('OFFSET_WRONG'),
  })
})
