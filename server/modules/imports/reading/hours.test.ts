/** How lines become hours: each line is in one of the sums, and decisions are reported. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NULL, type AtomColumn } from '../../../facts/columns.ts'
import { createQuarantine } from './quarantine.ts'
import { linesOf, type Reading } from './reading.ts'
import { mergeHours } from './hours.ts'
import type { Meaning } from './line-meaning.ts'
import { presetNamed, type DuplicateRule, type Preset } from './preset.ts'
import { createStage, FLAG, wholeDayOf, type Stage } from './stage.ts'

type Width = 'ins' | 'both' | 'visits'
const ATOMS: Readonly<Record<Width, readonly AtomColumn[]>> = {
  ins: ['ins'],
  both: ['ins', 'outs'],
  visits: ['ins', 'visits'],
}
/** Every hour is written and read: in memory, where there is a folder of it, a disk does not hold the tests up. */
const WITHIN = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const stages = new Map<Width, Stage>()
beforeAll(async () => {
  for (const width of Object.keys(ATOMS) as Width[]) stages.set(width, await createStage(ATOMS[width], WITHIN))
})
afterAll(() => {
  for (const stage of stages.values()) stage.close()
})

const DAY = Date.UTC(2025, 8, 1) / 86_400_000
const ZONE = 'Europe/Madrid'
/** A line: its hour of the first of September, its minute, its counts (null = not reported). */
interface Line {
  readonly at: number
  readonly minute?: number
  readonly second?: number
  readonly day?: number
  readonly isDay?: true
  readonly stream?: number
  readonly flags?: number
  readonly is: readonly (number | null)[]
}
interface Options {
  readonly meaning?: Meaning
  readonly rule?: DuplicateRule
  readonly preset?: Partial<Preset>
  readonly width?: Width
  readonly faults?: readonly number[]
  /** Lines of the files; more than those in the stage represent others. */
  readonly of?: number
}
const HOURS: Meaning = { lines: 'counts', stepS: 3600 }
const QUARTERS: Meaning = { lines: 'counts', stepS: 900 }
const NAMES = { places: ['Sol', 'Callao'], areas: ['', 'north'] }
const STREAMS = [
  { place: 0, area: 0 },
  { place: 1, area: 1 },
  { place: 0, area: 1 },
]

async function merge(lines: readonly Line[], options: Options = {}) {
  const { meaning = HOURS, rule, width = 'ins', faults = [], of = 1000 } = options
  const stage = stages.get(width)!
  const atoms = ATOMS[width]
  await stage.run('DELETE FROM line; DELETE FROM slot; DELETE FROM fault; DELETE FROM kept_apart')
  const out = stage.writer('line', 5 + atoms.length)
  for (const [i, line] of lines.entries()) {
    const { at, minute = 0, second = 0, day = DAY, stream = 0, flags = 0, is } = line
    const row = [line.isDay ? wholeDayOf(day) : day * 24 + at, stream, minute * 60 + second, flags, i + 2]
    for (const [c, value] of [...row, ...is.map((one) => one ?? NULL)].entries()) out.columns[c]![i] = value
    out.length += 1
  }
  await out.flush()
  for (const line of faults) await stage.run(`INSERT INTO fault VALUES (${line})`)
  const quarantine = createQuarantine()
  const merging = await mergeHours(
    {
      ...NAMES,
      atoms,
      streams: STREAMS,
      zone: ZONE,
      lines: of,
      hasFullScale: faults.length > 0,
      lineAt: linesOf([{ file: 'a.csv', base: 0 }]),
    } as Partial<Reading> as Reading,
    { ...presetNamed('hourly'), ...(rule && { duplicates: rule }), ...options.preset },
    meaning,
    stage,
    quarantine,
  )
  const columns = atoms.map((atom) => `"${atom}"`).join(', ')
  const slots = await stage.run(`SELECT day, hour, stream, fold, line, instant, ${columns} FROM slot ORDER BY rowid`)
  const numbers = slots.map((row) => row.map(Number))
  const value = (one: number) => (one === NULL ? null : one)
  const kept: string[] = []
  for await (const rows of stage.quarantined())
    kept.push(...rows.map(({ line, reason, cells }) => `${line} ${reason} ${Object.values(cells).join(' ')}`))
  return {
    merging,
    apart: quarantine.reasons(),
    /** Hour, pass and counts. */
    hours: numbers.map(([, hour, , fold, , , ...is]) => [hour! + fold! / 10, ...is.map(value)]),
    /** Line of the file that an hour is reported to come from. */
    from: numbers.map(([, , , , line]) => line),
    slots: numbers.map(([day, hour, stream, fold, , instant]) => ({ day, hour, stream, fold, instant })),
    kept: kept.toSorted(),
    sums: merging.sums,
    merged: Object.fromEntries(Object.entries(merging.merged).filter(([, n]) => n > 0)),
  }
}
const line = (at: number, ...is: readonly (number | null)[]): Line => ({ at, is })
/** Every line is in one of the sums. */
function expectAll({ merging, kept }: Awaited<ReturnType<typeof merge>>, lines: readonly Line[]) {
  const { duplicates, contradictions, skippedHour, partsOfHour } = merging.merged
  expect(merging.taken + duplicates + contradictions + skippedHour + partsOfHour + kept.length).toBe(lines.length)
  const { stored, outvoted, apart } = merging.sums
  for (const [a] of stored.entries())
    expect(stored[a]! + outvoted[a]! + apart[a]!).toBe(lines.reduce((sum, { is }) => sum + (is[a] ?? 0), 0))
}

describe('two lines of one hour', () => {
  const cases: readonly [string, DuplicateRule | undefined, number, object, number][] = [
    ['the later one holds by default', undefined, 9, { contradictions: 1 }, 3],
    ['the later one holds', 'last', 9, { contradictions: 1 }, 3],
    ['the earlier one holds', 'first', 4, { contradictions: 1 }, 2],
    ['the one with more people holds', 'max', 9, { contradictions: 1 }, 3],
    ['they are added up', 'sum', 13, { duplicates: 1 }, 2],
  ]
  test.each(cases)('%s', async (_, rule, people, merged, from) => {
    const lines = [line(10, 4), line(10, 9)]
    const found = await merge(lines, rule === undefined ? {} : { rule })
    expect([found.hours, found.merged, found.from]).toEqual([[[10, people]], merged, [from]])
    expect(found.sums).toEqual({ stored: [people], outvoted: [13 - people], apart: [0] })
    expectAll(found, lines)
  })

  test('that say the same are one line twice, and the first of them is it', async () => {
    for (const rule of ['last', 'first', 'max'] as const) {
      const found = await merge([line(10, 4), line(10, 4), line(10, 4)], { rule })
      expect([found.hours, found.merged, found.from, found.sums.outvoted]).toEqual([
        [[10, 4]],
        { duplicates: 2 },
        [2],
        [8],
      ])
    }
  })

  test('of which one says nothing is what the other says', async () => {
    for (const lines of [
      [line(10, null), line(10, 4)],
      [line(10, 4), line(10, null)],
    ])
      for (const rule of ['last', 'first', 'max', 'sum'] as const) {
        const found = await merge(lines, { rule })
        expect([found.hours, found.merged, found.sums.outvoted]).toEqual([[[10, 4]], { duplicates: 1 }, [0]])
      }
  })

  test('of more people or fewer are judged by all that they count', async () => {
    const lines = [line(10, 5, 6), line(10, 7, 1)]
    const found = await merge(lines, { rule: 'max', width: 'both' })
    expect([found.hours, found.from]).toEqual([[[10, 5, 6]], [2]])
    expectAll(found, lines)
    expect((await merge([line(10, 5, null), line(10, 3, 1)], { rule: 'max', width: 'both' })).hours).toEqual([
      [10, 5, 1],
    ])
  })

  test('with entries in one and exits in the other are parts of one hour', async () => {
    const lines = [line(10, 5, null), line(10, null, 3)]
    const found = await merge(lines, { width: 'both' })
    expect([found.hours, found.merged, found.sums.outvoted]).toEqual([[[10, 5, 3]], { partsOfHour: 1 }, [0, 0]])
    expectAll(found, lines)
    expect((await merge([line(10, null, null), line(10, null, 3)], { width: 'both' })).merged).toEqual({
      duplicates: 1,
    })
    expect((await merge([line(10, 5, 3), line(10, null, 3)], { width: 'both' })).merged).toEqual({ duplicates: 1 })
    expect((await merge([line(10, 5, 3), line(10, null, 4)], { width: 'both' })).merged).toEqual({ contradictions: 1 })
  })

  test('are of one place, one counter and one hour only', async () => {
    const lines = [line(10, 4), { ...line(10, 9), stream: 2 }, line(11, 5), { ...line(10, 6), day: DAY + 1 }]
    const found = await merge(lines)
    expect(found.slots.map(({ day, hour, stream }) => [day! - DAY, hour, stream])).toEqual([
      [0, 10, 0],
      [0, 10, 2],
      [0, 11, 0],
      [1, 10, 0],
    ])
    expect(found.merged).toEqual({})
  })

  test('at different minutes are of one hour where a line is the count of its hour', async () => {
    expect(await merge([line(10, 4), { ...line(10, 4), minute: 59 }])).toMatchObject({
      hours: [[10, 4]],
      merged: { duplicates: 1 },
    })
  })
})

describe('lines that contradict each other', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => [line(10 + i, 4), line(10 + i, 9)]).flat()

  test('may be one in a hundred; more stop the import, unless it is chosen which of them holds', async () => {
    expect((await merge(lines(3), { of: 300 })).merged).toEqual({ contradictions: 3 })
    const refused = merge(lines(3), { of: 299 })
    await expect(refused).rejects.toMatchObject({
      code: 'FILE_CONTRADICTORY',
      message:
        '3 of 299 lines contradict another line of the same place and time; at most 1 % may. A column that tells ' +
        'counters apart may be missing (--map area=...), or the lines are parts of an hour or passages (--lines ' +
        'parts, --lines passages). When one of two lines is right, say which: --duplicates last, first or max. ' +
        'Nothing was loaded.',
      lines: [0, 1, 2].map((i) => `a.csv:${3 + 2 * i} = 9, a.csv:${2 + 2 * i} = 4: Sol, 2025-09-01T${10 + i}:00`),
    })
    for (const rule of ['last', 'first', 'max'] as const)
      expect((await merge(lines(3), { of: 3, rule })).merging.contradicting.rule).toBe(rule)
  })

  test('are shown five of them, each with place, counter, time and what they say', async () => {
    const { first } = (await merge(lines(7))).merging.contradicting
    expect([first.length, first[4]]).toEqual([5, 'a.csv:11 = 9, a.csv:10 = 4: Sol, 2025-09-01T14:00'])
    const two = await merge(
      [
        { ...line(0, 4, null), stream: 1 },
        { ...line(0, 5, 7), stream: 1 },
      ],
      { width: 'both' },
    )
    expect(two.merging.contradicting).toEqual({
      rule: 'last',
      first: ['a.csv:3 = 5 | 7, a.csv:2 = 4 | –: Callao north, 2025-09-01T00:00'],
    })
  })
})

describe('an hour that comes twice', () => {
  const repeated = (minute: number, ...is: readonly number[]): Line => ({ at: 2, minute, is, flags: FLAG.repeated })

  test('has its second line as its second pass, and a third line is of that', async () => {
    const lines = [repeated(0, 4), repeated(0, 9), repeated(0, 9)]
    const found = await merge(lines)
    expect([found.hours, found.merged]).toEqual([
      [
        [2, 4],
        [2.1, 9],
      ],
      { duplicates: 1 },
    ])
    expectAll(found, lines)
    expect(await merge(lines.slice(0, 2), { preset: { repeatedHour: 'once' } })).toMatchObject({
      hours: [[2, 9]],
      merged: { contradictions: 1 },
    })
    expect(await merge([repeated(0, 4)])).toMatchObject({ hours: [[2, 4]] })
  })

  test('has the pass that its line says', async () => {
    const day = Date.UTC(2025, 9, 26) / 86_400_000
    const second = { at: 2, day, is: [5], flags: FLAG.secondPass }
    const found = await merge([second])
    expect([found.hours, found.slots[0]!.instant]).toEqual([[[2.1, 5]], Date.UTC(2025, 9, 26, 1) / 1000])
    const both = await merge([{ at: 2, day, is: [4] }, second, { ...second, is: [7] }])
    expect([both.hours, both.merged, both.slots[0]!.instant]).toEqual([
      [
        [2, 4],
        [2.1, 7],
      ],
      { contradictions: 1 },
      Date.UTC(2025, 9, 26, 0) / 1000,
    ])
    // Other hours are no second pass of themselves.
    expect((await merge([line(10, 4), line(10, 4)])).merged).toEqual({ duplicates: 1 })
  })

  test('has its quarters in both passes', async () => {
    const quarters = [0, 15, 30, 45].flatMap((minute) => [repeated(minute, 1), repeated(minute, 2)])
    const found = await merge(quarters, { meaning: QUARTERS })
    expect([found.hours, found.merged]).toEqual([
      [
        [2, 4],
        [2.1, 8],
      ],
      { partsOfHour: 6 },
    ])
    expectAll(found, quarters)
  })
})

describe('an hour that the clocks skip', () => {
  const skipped = (minute: number, is: number): Line => ({ at: 3, minute, is: [is], flags: FLAG.skipped })

  test('is added to the hour after it', async () => {
    const lines = [line(3, 4), skipped(0, 5)]
    const found = await merge(lines)
    expect([found.hours, found.merged, found.from]).toEqual([[[3, 9]], { skippedHour: 1 }, [2]])
    expectAll(found, lines)
  })

  test('is that hour where there is no other', async () => {
    const one = await merge([skipped(0, 5)])
    expect([one.hours, one.merged]).toEqual([[[3, 5]], {}])
    const lines = [skipped(0, 5), skipped(30, 6)]
    const two = await merge(lines, { meaning: { lines: 'counts', stepS: 1800 } })
    expect([two.hours, two.merged]).toEqual([[[3, 11]], { skippedHour: 1 }])
    expectAll(two, lines)
  })

  test('contradicts itself only', async () => {
    expect((await merge([line(3, 4), skipped(0, 5), skipped(0, 6)])).merged).toEqual({
      skippedHour: 1,
      contradictions: 1,
    })
  })
})

describe('counts of quarters', () => {
  const quarter = (minute: number, ...is: readonly (number | null)[]): Line => ({ at: 10, minute, is })
  const all = (...values: readonly (readonly (number | null)[])[]) => values.map((is, i) => quarter(i * 15, ...is))

  test('make an hour when all four are there', async () => {
    const lines = all([1], [2], [3], [4])
    const found = await merge(lines, { meaning: QUARTERS })
    expect([found.hours, found.merged, found.from]).toEqual([[[10, 10]], { partsOfHour: 3 }, [2]])
    expectAll(found, lines)
    // A clock that is some seconds late is in the same quarter.
    const late = [quarter(0, 1), { ...quarter(15, 2), second: 59 }, quarter(44, 3), quarter(45, 4), quarter(59, 4)]
    expect(await merge(late, { meaning: QUARTERS })).toMatchObject({
      hours: [[10, 10]],
      merged: { partsOfHour: 3, duplicates: 1 },
    })
  })

  test('of which one is missing, or one is not known, make none: the hour is not known', async () => {
    const lines = all([1], [2], [3])
    const found = await merge(lines, { meaning: QUARTERS })
    expect([found.hours, found.merged, found.sums]).toEqual([[], {}, { stored: [0], outvoted: [0], apart: [6] }])
    expect(found.kept).toEqual([
      '2 HOUR_INCOMPLETE 2025-09-01T10:00 Sol 1',
      '3 HOUR_INCOMPLETE 2025-09-01T10:15 Sol 2',
      '4 HOUR_INCOMPLETE 2025-09-01T10:30 Sol 3',
    ])
    expectAll(found, lines)
    expect((await merge(all([1], [2], [null], [4]), { meaning: QUARTERS })).kept.length).toBe(4)
  })

  test('of which none is known make an hour that is not known', async () => {
    const found = await merge(all([null], [null], [null], [null]), { meaning: QUARTERS })
    expect([found.hours, found.merging.nulls, found.kept]).toEqual([[[10, null]], 1, []])
  })

  test('with a hole in their exits keep their entries, and the exits are quarantined', async () => {
    const lines = all([1, 5], [2, null], [3, 6], [4, 7])
    const found = await merge(lines, { meaning: QUARTERS, width: 'both' })
    expect([found.hours, found.sums, found.kept]).toEqual([
      [[10, 10, null]],
      { stored: [10, 0], outvoted: [0, 0], apart: [0, 18] },
      [],
    ])
    expectAll(found, lines)
    expect(
      (await merge(all([1, 5], [2, 1], [3, 6], [null, 7]), { meaning: QUARTERS, width: 'both' })).kept.length,
    ).toBe(4)
    expect(
      (await merge(all([1, 1], [2, null], [3, 1], [4, 1]), { meaning: QUARTERS, width: 'visits' })).kept.length,
    ).toBe(4)
  })
})

describe('lines that are parts of an hour', () => {
  const part = (minute: number, ...is: readonly (number | null)[]): Line => ({ at: 10, minute, is })
  const PARTS: Meaning = { lines: 'parts', stepS: 3600 }

  test('are added up, those of one time being one', async () => {
    const lines = [part(3, 1), part(17, 2), part(17, 2), part(17, 5), part(59, 4)]
    const found = await merge(lines, { meaning: PARTS })
    expect([found.hours, found.merged, found.from, found.sums]).toEqual([
      [[10, 10]],
      { partsOfHour: 2, duplicates: 1, contradictions: 1 },
      [2],
      { stored: [10], outvoted: [4], apart: [0] },
    ])
    expectAll(found, lines)
  })

  test('are not known where none of them is', async () => {
    expect((await merge([part(3, null), part(17, null)], { meaning: PARTS })).hours).toEqual([[10, null]])
    expect((await merge([part(3, null), part(17, 0)], { meaning: PARTS })).hours).toEqual([[10, 0]])
  })

  test('are of the pass of their hour', async () => {
    const lines = [part(3, 1), { ...part(3, 2), flags: FLAG.secondPass }, { ...part(9, 4), flags: FLAG.secondPass }]
    const found = await merge(lines, { meaning: PARTS })
    expect([found.hours, found.merged]).toEqual([
      [
        [10, 1],
        [10.1, 6],
      ],
      { partsOfHour: 1 },
    ])
    expect((await merge([{ ...part(3, 1), flags: FLAG.skipped }, part(3, 2)], { meaning: PARTS })).hours).toEqual([
      [10, 3],
    ])
  })

  test('and passages are added up whenever they are', async () => {
    const lines = [part(3, 1), part(17, 1), part(17, 1), part(17, 1)]
    const found = await merge(lines, { meaning: { lines: 'passages', stepS: 3600 } })
    expect([found.hours, found.merged]).toEqual([[[10, 4]], { partsOfHour: 3 }])
    expectAll(found, lines)
  })

  test('of a day without hours are added up too', async () => {
    const lines: Line[] = [4, 4, 5].map((is) => ({ at: 0, isDay: true, is: [is] }))
    const found = await merge(lines, { meaning: PARTS })
    expect([found.hours, found.merged]).toEqual([[[24, 13]], { partsOfHour: 2 }])
  })
})

describe('a running count', () => {
  const RUNNING: Meaning = { lines: 'running', stepS: 3600 }
  const at = (minute: number, ...is: readonly (number | null)[]): Line => ({ at: 10, minute, is })

  test('is what its last line says', async () => {
    const lines = [at(0, 1), at(20, 4), at(40, 4), at(59, 7)]
    const found = await merge(lines, { meaning: RUNNING })
    expect([found.hours, found.merged, found.from, found.sums]).toEqual([
      [[10, 7]],
      { partsOfHour: 3 },
      [5],
      { stored: [7], outvoted: [9], apart: [0] },
    ])
    expectAll(found, lines)
  })

  test('that falls contradicts the line before, and the last one holds', async () => {
    const lines = [at(0, 5), at(20, 3), at(40, 4)]
    const found = await merge(lines, { meaning: RUNNING })
    expect([found.hours, found.merged, found.merging.contradicting.first]).toEqual([
      [[10, 4]],
      { contradictions: 1, partsOfHour: 1 },
      ['a.csv:3 = 3, a.csv:2 = 5: Sol, 2025-09-01T10:00'],
    ])
    expectAll(found, lines)
    expect((await merge([at(0, 5, 5), at(20, 6, 4)], { meaning: RUNNING, width: 'both' })).merged).toEqual({
      contradictions: 1,
    })
  })

  test('that says nothing changes nothing', async () => {
    expect(await merge([at(0, 5), at(20, null), at(40, 6)], { meaning: RUNNING })).toMatchObject({
      hours: [[10, 6]],
      merged: { partsOfHour: 2 },
      sums: { stored: [6], outvoted: [5], apart: [0] },
    })
    expect((await merge([at(0, 5), at(20, null)], { meaning: RUNNING })).hours).toEqual([[10, 5]])
    expect((await merge([at(0, null)], { meaning: RUNNING })).hours).toEqual([[10, null]])
  })

  test('begins again in the second pass of its hour', async () => {
    const found = await merge([at(0, 5), { ...at(1, 2), flags: FLAG.secondPass }, at(20, 6)], { meaning: RUNNING })
    expect([found.hours, found.merged]).toEqual([
      [
        [10, 6],
        [10.1, 2],
      ],
      { partsOfHour: 1 },
    ])
  })
})

describe('a day without hours', () => {
  const whole = (...is: readonly (number | null)[]): Line => ({ at: 0, isDay: true, is })
  const DAILY: Meaning = { lines: 'daily', stepS: 86_400 }

  test('is one line; others of it repeat or contradict it', async () => {
    const lines = [whole(4), whole(4), whole(9), whole(null)]
    const found = await merge(lines, { meaning: DAILY })
    expect([found.hours, found.merged, found.merging.contradicting.first]).toEqual([
      [[24, 9]],
      { duplicates: 2, contradictions: 1 },
      ['a.csv:4 = 9, a.csv:2 = 4: Sol, 2025-09-01'],
    ])
    expectAll(found, lines)
  })

  test('ends with its last hour, and may have the people of 24', async () => {
    const [madrid] = (await merge([whole(4_800_000)], { meaning: DAILY })).slots
    expect(madrid).toEqual({ day: DAY, hour: 24, stream: 0, fold: 0, instant: Date.UTC(2025, 8, 1, 21) / 1000 })
    expect((await merge([whole(4_800_001)], { meaning: DAILY })).kept).toEqual(['2 ABSURD 2025-09-01 Sol 4800001'])
  })
})

describe('what the store would refuse is quarantined', () => {
  test('more people than an hour can have, also when parts of it make them', async () => {
    const most = await merge([line(10, 200_000), line(11, 200_001)])
    expect([most.hours, most.kept, most.sums]).toEqual([
      [[10, 200_000]],
      ['3 ABSURD 2025-09-01T11:00 Sol 200001'],
      { stored: [200_000], outvoted: [0], apart: [200_001] },
    ])
    expect(most.apart).toEqual([{ reason: 'ABSURD', lines: 1, first: ['a.csv:3  2025-09-01T11:00 | Sol | 200001'] }])
    const parts: Meaning = { lines: 'parts', stepS: 3600 }
    const both = await merge(
      [0, 1].map((minute) => ({ at: 10, minute, is: [2_000_000_000, 3] })),
      { meaning: parts, width: 'both' },
    )
    expect([both.kept, both.merging.taken]).toEqual([['2 ABSURD 2025-09-01T10:00 Sol 4000000000 6'], 0])
    expect((await merge([line(10, 1, 200_001)], { width: 'both' })).kept).toEqual([
      '2 ABSURD 2025-09-01T10:00 Sol 1 200001',
    ])
  })

  test('more who stayed than came in', async () => {
    const found = await merge([line(10, 3, 4), line(11, 4, 3), line(12, null, 4)], { width: 'visits' })
    expect([found.kept, found.hours]).toEqual([
      ['2 VISITS_ABOVE_INS 2025-09-01T10:00 Sol 3 4'],
      [
        [11, 4, 3],
        [12, null, 4],
      ],
    ])
  })

  test('and counts at the full scale of a counter, with their second and their counter', async () => {
    const lines = [{ ...line(10, 4095), minute: 7, second: 9, stream: 1 }, line(11, 3)]
    const found = await merge(lines, { faults: [2] })
    expect([found.kept, found.hours, found.sums]).toEqual([
      ['2 SENTINEL 2025-09-01T10:07:09 Callao north 4095'],
      [[11, 3]],
      { stored: [3], outvoted: [0], apart: [4095] },
    ])
    expectAll(found, lines)
    expect((await merge([line(10, null, 4095)], { width: 'both', faults: [2] })).kept).toEqual([
      '2 SENTINEL 2025-09-01T10:00 Sol  4095',
    ])
  })
})

describe('what is known of places', () => {
  test('is from their first count on; exits beside entries do not set the opening day', async () => {
    const days = (...lines: readonly (readonly [day: number, stream: number, ...is: (number | null)[]])[]) =>
      lines.map(([day, stream, ...is]): Line => ({ at: 10, day: DAY + day, stream, is }))
    const of = async (lines: readonly Line[], width: Width = 'ins') => {
      const { firstDays, streams, firstDay, lastDay, nulls, taken } = (await merge(lines, { width })).merging
      return {
        first: [...firstDays].map(([place, day]) => [place, day === null ? null : day - DAY]),
        streams: [...streams],
        days: [firstDay, lastDay].map((day) => (day === null ? null : day - DAY)),
        nulls,
        taken,
      }
    }
    expect(await of(days([0, 0, null], [1, 0, 4], [2, 0, 5], [3, 1, null]))).toEqual({
      first: [
        [0, 1],
        [1, null],
      ],
      streams: [0, 1],
      days: [0, 3],
      nulls: 2,
      taken: 4,
    })
    expect(await of(days([0, 0, null, 3], [1, 0, 4, null]), 'both')).toMatchObject({ first: [[0, 1]], nulls: 1 })
    expect(await of(days([2, 2, 5], [0, 0, 4]))).toMatchObject({ first: [[0, 0]], days: [0, 2] })
    expect(await of([])).toEqual({ first: [], streams: [], days: [null, null], nulls: 0, taken: 0 })
    // A place whose hours are all known only as whole days after them keeps the day of its hours.
    const mixed: Line[] = [
      { at: 10, day: DAY + 5, is: [1] },
      { at: 0, isDay: true, day: DAY + 2, is: [1] },
    ]
    expect(await of(mixed)).toMatchObject({ first: [[0, 2]], days: [2, 5] })
  })

  test('has thousands of hours, each with its instant', async () => {
    const lines = Array.from({ length: 3000 }, (_, i): Line => ({ at: i % 24, day: DAY + Math.floor(i / 24), is: [i] }))
    const found = await merge(lines)
    expect(found.hours.length).toBe(3000)
    expect(found.slots.map(({ instant }) => instant).slice(0, 3)).toEqual(
      [0, 1, 2].map((hour) => Date.UTC(2025, 7, 31, 22 + hour) / 1000),
    )
  })
})
