import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linesOf, type Reading } from './reading.ts'
import { meaningOf } from './line-meaning.ts'
import { presetNamed, type LineMeaning } from './preset.ts'
import { createStage, FLAG, wholeDayOf, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage(['ins'], existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
})
afterAll(() => stage.close())
beforeEach(() => stage.run('DELETE FROM line'))

/** A line: hour of the first day, minute, stream; its number is its place in the list, from 2 on. */
type Line = readonly [hour: number, minute: number, stream?: number, flags?: number]
async function meaning(
  lines: readonly Line[],
  { preset, isDays = false, of = lines.length }: { preset?: LineMeaning; isDays?: boolean; of?: number } = {},
) {
  await stage.run('DELETE FROM line')
  const rows = lines.map(
    ([hour, minute, stream = 0, flags = 0], i) =>
      `(${isDays ? wholeDayOf(hour) : 20_000 * 24 + hour}, ${stream}, ${Math.round(minute * 60)}, ${flags}, ` +
      `${i + 2}, 1)`,
  )
  if (rows.length > 0) await stage.run(`INSERT INTO line VALUES ${rows.join(', ')}`)
  const seconds = new Set(isDays ? [] : lines.map(([, minute]) => Math.round(minute * 60)))
  const reading = { seconds, hasWholeDays: isDays, lines: of, lineAt: linesOf([{ file: 'a.csv', base: 0 }]) }
  return meaningOf(
    reading as Partial<Reading> as Reading,
    { ...presetNamed('hourly'), ...(preset && { lines: preset }) },
    stage,
  )
}
const refusal = (...args: Parameters<typeof meaning>) =>
  meaning(...args).then(
    ({ lines, stepS }) => `${lines} of ${stepS}`,
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )
const HOURS = 'counts of 3600'
const grid = (hours: number, ...minutes: readonly number[]): Line[] =>
  Array.from({ length: hours }, (_, hour) => minutes.map((minute): Line => [hour, minute])).flat()

describe('each line is the count of its hour', () => {
  test('when all are at one time of the hour, at any minute, and when there are none', async () => {
    expect([await refusal(grid(3, 0)), await refusal(grid(3, 17)), await refusal([])]).toEqual([HOURS, HOURS, HOURS])
    expect(await refusal([...grid(3, 0), ...grid(3, 0)])).toBe(HOURS)
  })

  test('when a clock drifts: hours with several times are one in a hundred at most', async () => {
    const drift = Array.from({ length: 200 }, (_, hour): Line => [hour, hour % 7])
    expect(await refusal([...drift, [0, 9], [1, 9]])).toBe(HOURS)
    expect(await refusal([...drift, [0, 9], [1, 9], [2, 9]])).toMatch(/^IMPORT_LINES_UNCLEAR/)
    // Two counters at their own times are no several times.
    expect(await refusal(grid(3, 0).concat(grid(3, 30).map(([hour, minute]) => [hour, minute, 1])))).toBe(HOURS)
  })
})

describe('each line is the count of its slot', () => {
  test('when all slots are there, of any length of whole minutes', async () => {
    expect([
      await refusal(grid(3, 0, 15, 30, 45)),
      await refusal(grid(3, 0, 30)),
      await refusal(grid(3, 0, 20, 40)),
      await refusal(grid(3, ...Array.from({ length: 60 }, (_, minute) => minute))),
    ]).toEqual(['counts of 900', 'counts of 1800', 'counts of 1200', 'counts of 60'])
  })

  test('when one in twenty lines is in an hour of which a part is missing, not when more are', async () => {
    const whole = grid(20, 0, 30)
    expect(await refusal([...whole, [20, 0], [21, 0]])).toBe('counts of 1800')
    expect(await refusal([...whole, [20, 0], [21, 0], [22, 0]])).toMatch(/^IMPORT_LINES_UNCLEAR/)
    // A line twice is at one time, and lines of a skipped hour are in the hour after it.
    expect(await refusal([...whole, ...whole])).toBe('counts of 1800')
    expect(await refusal([...whole, [3, 0, 0, FLAG.skipped], [40, 0, 0, FLAG.skipped], [41, 0, 0, FLAG.skipped]])).toBe(
      'counts of 1800',
    )
  })

  test('when it is chosen, also where parts are missing; of less than a minute it is the hour', async () => {
    expect(await refusal([...grid(3, 0, 30), [3, 0], [4, 0]], { preset: 'counts' })).toBe('counts of 1800')
    expect(await refusal(grid(3, 0, 0.5), { preset: 'counts' })).toBe(HOURS)
    expect(await refusal(grid(3, 0), { preset: 'counts' })).toBe(HOURS)
  })

  test('not when the slots are shorter than a minute: these may be passages', async () => {
    const every = Array.from({ length: 120 }, (_, half) => half / 2)
    expect(await refusal(grid(2, ...every))).toMatch(/^IMPORT_LINES_UNCLEAR/)
  })
})

test('other times are asked about, with the first hour that has several of them', async () => {
  expect(
    await refusal([
      [0, 3],
      [1, 0],
      [1, 7],
      [2, 7],
      [2, 9],
    ]),
  ).toBe(
    'IMPORT_LINES_UNCLEAR: Several lines of one place fall into one hour at different times (the first at a.csv:3), ' +
      'and nothing says what a line counts. Say --lines parts when each line counts the people since the line ' +
      'before and the hour is their sum, --lines passages when each line is a passage, --lines running when each ' +
      'line is the count of its hour so far, --lines counts when each line is the whole count of its slot and a ' +
      'slot without a line is not known. Nothing was loaded.',
  )
})

test('the report of lines is right for any of their times', async () => {
  for (const preset of ['parts', 'passages', 'running'] as const)
    expect(await refusal(grid(3, 0, 30), { preset })).toBe(`${preset} of 3600`)
  expect(await refusal(grid(3, 0), { preset: 'daily' })).toBe('daily of 86400')
})

test('lines without hours are days, unless they are marked as parts of them', async () => {
  const days: Line[] = [
    [20_000, 0],
    [20_001, 0],
  ]
  expect([
    await refusal(days, { isDays: true }),
    await refusal(days, { isDays: true, preset: 'counts' }),
    await refusal(days, { isDays: true, preset: 'passages' }),
  ]).toEqual(['daily of 86400', 'daily of 86400', 'passages of 3600'])
})

test('of more than two million lines one hour in eleven says enough', async () => {
  // The others have times that would be asked about; these are identified by their third hour of eleven.
  const lines = Array.from({ length: 44 }, (_, hour): Line[] =>
    (20_000 * 24 + hour) % 11 === 3
      ? [
          [hour, 0],
          [hour, 30],
        ]
      : [[hour, 0]],
  ).flat()
  expect(await refusal(lines, { of: 2_000_001 })).toBe('counts of 1800')
  expect(await refusal(lines, { of: 2_000_000 })).toMatch(/^IMPORT_LINES_UNCLEAR/)
})
