/** Files of people inside by the minute: what a line is, and that every line and person is in one of the sums. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_FORMATS, type MinuteFormat } from './minute-formats.ts'
import { apiReportOfMinutes } from './minute-report.ts'
import { describeMinutes } from './describe-minutes.ts'
import { readMinutes, type ReadMinutesOptions } from './minutes.ts'
import { isSeatFile } from './seats.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'aforo-minutes-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FORMAT: MinuteFormat = {
  name: 'people-inside',
  about: '',
  localType: 'office',
  room: 'room',
  people: 'n',
  presence: false,
  time: { column: 'ts' },
}
type Options = Partial<ReadMinutesOptions>
let files = 0
const file = (text: string, name = 'a.csv') => {
  const path = join(folder, `${(files += 1)}-${name}`)
  writeFileSync(path, text)
  return { path, name }
}
async function read(texts: string | readonly string[], options: Options = {}) {
  const { read: found, stage } = await readMinutes({
    files: (typeof texts === 'string' ? [texts] : texts).map((text, i) => file(text, `${'abc'[i]}.csv`)),
    format: FORMAT,
    zone: 'Europe/Madrid',
    within: folder,
    ...options,
  })
  const rows = await stage.run('SELECT room, instant::DOUBLE, people FROM minute ORDER BY ALL')
  const kept: string[] = []
  for await (const of of stage.quarantined())
    kept.push(...of.map(({ file: name, line, reason }) => `${name}:${line} ${reason}`))
  stage.close()
  const { minutes, repeated, contradicted, empty, skipped, lines, people } = found
  expect(minutes + repeated + contradicted + empty + skipped + kept.length).toBe(lines)
  expect(people.stored + people.apart).toBeLessThanOrEqual(people.read)
  return {
    ...found,
    kept,
    at: rows.map(([room, instant, of]) => [
      found.rooms[Number(room)]!.room,
      new Date(Number(instant) * 1000).toISOString().slice(0, 16),
      Number(of),
    ]),
  }
}
const refusal = (...args: Parameters<typeof read>) =>
  read(...args).then(
    () => 'taken',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
const HEAD = 'ts,room,n\n'
const dayOf = (iso: string) => Date.parse(iso) / 86_400_000

describe('a line', () => {
  test('is the people of a room in a minute, by the clock of the room', async () => {
    const found = await read(`${HEAD}2026-02-02T00:30,A,3\n2026-02-02T00:31,A,4\n2026-02-03 10:00,B,0\n`)
    expect(found).toMatchObject({
      at: [
        ['A', '2026-02-01T23:30', 3],
        ['A', '2026-02-01T23:31', 4],
        ['B', '2026-02-03T09:00', 0],
      ],
      kind: 'minutes',
      files: ['a.csv'],
      format: 'people-inside',
      localType: 'office',
      presence: false,
      zone: 'Europe/Madrid',
      lines: 3,
      minutes: 3,
      people: { read: 7, stored: 7, apart: 0 },
      repeated: 0,
      contradicted: 0,
      empty: 0,
      skipped: 0,
      renamed: 0,
      rooms: [
        { room: 'A', lines: 2, minutes: 2, firstDay: dayOf('2026-02-02'), lastDay: dayOf('2026-02-02') },
        { room: 'B', lines: 1, minutes: 1, firstDay: dayOf('2026-02-03'), lastDay: dayOf('2026-02-03') },
      ],
      skippedRooms: [],
      seats: [],
      apart: [],
      kept: [],
    })
  })

  test('of empty cells is none, as in files of hours', async () => {
    const found = await read(`${HEAD}2026-02-02T10:00,A,3\n,,\n , ,\t\n`)
    expect([found.lines, found.kept]).toEqual([1, []])
  })

  test('is at the nearest minute, with any seconds of the clock', async () => {
    const { at } = await read(`${HEAD}2026-02-02T10:00:29,A,1\n2026-02-02T10:00:30,A,2\n2026-02-02T10:59:59,A,3\n`)
    expect(at.map(([, minute, people]) => [minute, people])).toEqual([
      ['2026-02-02T09:00', 1],
      ['2026-02-02T09:01', 2],
      ['2026-02-02T10:00', 3],
    ])
  })

  test('with an offset is the instant it says', async () => {
    expect((await read(`${HEAD}2026-02-02T10:00Z,A,1\n2026-02-02T10:00+05:30,A,2\n`)).at).toEqual([
      ['A', '2026-02-02T04:30', 2],
      ['A', '2026-02-02T10:00', 1],
    ])
  })

  test('has a date and a clock in two columns, or in one, in the chosen order', async () => {
    const two = { ...FORMAT, time: { date: 'day', clock: 'hour' }, dateOrder: 'mdy' as const }
    expect((await read('day,hour,room,n\n02/03/2026,7:05,A,1\n2026-02-04T12:00,8,A,2\n', { format: two })).at).toEqual([
      ['A', '2026-02-03T06:05', 1],
      ['A', '2026-02-04T07:00', 2],
    ])
    expect((await read(`${HEAD}02/03/2026 10:00,A,1\n`, { format: { ...FORMAT, dateOrder: 'mdy' } })).at[0]![1]).toBe(
      '2026-02-03T09:00',
    )
    expect((await read(`${HEAD}02/03/2026 10:00,A,1\n`)).at[0]![1]).toBe('2026-03-02T09:00')
    const wrong = await read('day,hour,room,n\n2026-02-03,7,A,1\n2026-02-03,x,A,2\nsoon,7,A,3\n', { format: two })
    expect(wrong.kept).toEqual(['a.csv:3 TIME_UNREADABLE', 'a.csv:4 TIME_UNREADABLE'])
  })

  test('is of the one room of a file without a column of rooms', async () => {
    const { room: _, ...one } = FORMAT
    expect((await read('ts,n\n2026-02-02T10:00,1\n', { format: one })).at).toEqual([['room', '2026-02-02T09:00', 1]])
  })

  test('without people says nothing, and is counted', async () => {
    const found = await read(`${HEAD}2026-02-02T10:00,A,3\n2026-02-02T10:01,A,\n`)
    expect([found.empty, found.lines, found.minutes]).toEqual([1, 2, 1])
  })
})

describe('a line is quarantined', () => {
  test.each<[string, string, string, number]>([
    ['with fewer cells than it needs', '2026-02-02T10:01,A', 'CELLS_MISSING', 0],
    ['without a room', '2026-02-02T10:01,,5', 'SENSOR_MISSING', 5],
    ['with invalid people', '2026-02-02T10:01,A,many', 'COUNT_UNREADABLE', 0],
    ['of half a person', '2026-02-02T10:01,A,2.5', 'COUNT_UNREADABLE', 0],
    ['of a negative number of people', '2026-02-02T10:01,A,-2', 'NEGATIVE', 0],
    ['of more than any hall holds', '2026-02-02T10:01,A,200001', 'ABSURD', 200_001],
    ['of no time', 'soon,A,5', 'TIME_UNREADABLE', 5],
    ['in an hour that the clocks skip', '2026-03-29T02:10,A,5', 'TIME_SKIPPED', 5],
  ])('%s', async (_, line, reason, people) => {
    const found = await read(`${HEAD}2026-02-02T10:00,A,200000\n${line}\n`)
    expect([found.kept, found.people, found.apart]).toEqual([
      [`a.csv:3 ${reason}`],
      { read: 200_000 + people, stored: 200_000, apart: people },
      [{ reason, lines: 1, first: [`a.csv:3  ${line.split(',').join(' | ')}`] }],
    ])
  })

  test('with more than presence, from a sensor that can only report presence', async () => {
    const presence = { ...FORMAT, presence: true }
    const found = await read(`${HEAD}2026-02-02T10:00,A,1\n2026-02-02T10:01,A,0\n2026-02-02T10:02,A,2\n`, {
      format: presence,
    })
    expect([found.kept, found.minutes, found.presence]).toEqual([['a.csv:4 ABSURD'], 2, true])
  })

  test('but not for its thousands: three digits behind a sign are some, as in files of hours', async () => {
    const people = async (cells: readonly string[], presence = false) => {
      const lines = cells.map((cell, i) => `2026-02-02T10:0${i},A,"${cell}"\n`).join('')
      const { at, kept } = await read(HEAD + lines, { format: { ...FORMAT, presence } })
      return [at.map(([, , of]) => of), kept.map((line) => line.split(' ')[1])]
    }
    expect(await people(['1,000', '1.204', '12,345', '1.2.3', '0,204', '1,204.500', '1204,000'])).toEqual([
      [1000, 1204, 12_345, 1204],
      ['COUNT_UNREADABLE', 'COUNT_UNREADABLE', 'COUNT_UNREADABLE'],
    ])
    // Presence is one at most, in every notation.
    expect(await people(['1.000', '0,000'], true)).toEqual([[1, 0], []])
  })

  test('but not for the way its number is written', async () => {
    const { at } = await read(`${HEAD}2026-02-02T10:00,A,3.0\n2026-02-02T10:01,A,"4,00"\n2026-02-02T10:02,A, 5 \n`)
    expect(at.map(([, , people]) => people)).toEqual([3, 4, 5])
  })
})

describe('lines of one minute', () => {
  test('that say the same are one, those that contradict it are replaced by the later one', async () => {
    const lines = ['A,3', 'A,3', 'A,5', 'B,7', 'A,4'].map((line) => `2026-02-02T10:00,${line}\n`)
    const found = await read(`${HEAD}${lines.join('')}`)
    expect(found).toMatchObject({
      at: [
        ['A', '2026-02-02T09:00', 4],
        ['B', '2026-02-02T09:00', 7],
      ],
      minutes: 2,
      repeated: 1,
      contradicted: 2,
      people: { read: 22, stored: 11, apart: 0 },
    })
    expect(found.rooms.map(({ lines, minutes }) => [lines, minutes])).toEqual([
      [4, 1],
      [1, 1],
    ])
  })

  test('may be in two files', async () => {
    expect(await read([`${HEAD}2026-02-02T10:00,A,3\n`, `${HEAD}2026-02-02T10:00,a,3\n`])).toMatchObject({
      minutes: 1,
      repeated: 1,
      files: ['a.csv', 'b.csv'],
      rooms: [{ room: 'A', lines: 2 }],
    })
  })
})

describe('rooms', () => {
  const TEXT = `${HEAD}2026-02-02T10:00,A,3\n2026-02-02T10:01,B,4\n2026-02-02T10:02,b ,5\n2026-02-02T10:03,C,6\n`

  test('that are left out are counted by themselves', async () => {
    const found = await read(TEXT, { skips: ['B'] })
    expect([found.skipped, found.skippedRooms, found.people.read, found.lines]).toEqual([
      2,
      [
        ['B', 1],
        ['b', 1],
      ],
      9,
      4,
    ])
  })

  test('have another name where that is chosen, and may be left out', async () => {
    const found = await read(TEXT, { renames: { b: 'A', C: 'North' } })
    expect([found.renamed, found.rooms.map(({ room, lines }) => [room, lines])]).toEqual([
      3,
      [
        ['A', 3],
        ['North', 1],
      ],
    ])
    expect((await read(TEXT, { renames: { b: 'A' }, skips: ['a'] })).skipped).toBe(3)
  })

  test('have the seats of a file of seats', async () => {
    const seats = async (...texts: readonly string[]) =>
      (await read(TEXT, { seatFiles: texts.map((text) => file(text, 'seats.csv')) })).seats
    expect(await seats('room,seats\nA,84\n B ,32\nC,0\nD,x\n,7\nE,1.5\nF,-3\n')).toEqual([
      ['A', 84],
      ['B', 32],
    ])
    expect(await seats('n,Sala,x,Plazas\n1,A,9,5\n', 'name,capacity\nA,6\n')).toEqual([['A', 6]])
    expect(await seats('seats,name,room\n5,x,A\n')).toEqual([['A', 5]])
  })
})

test('a file of seats has a room and seats, under any name', () => {
  for (const seats of 'seats,Capacity,plazas,Aforo,lugares,Lotação,Místa,kapacita,places,aforament,posti,Capienza'.split(
    ',',
  ))
    expect([seats, isSeatFile(['x', seats, 'room'])]).toEqual([seats, true])
  for (const room of 'Room,sala,Místnost,sensor,local,place,name,code'.split(','))
    expect([room, isSeatFile([room, 'x', 'seats'])]).toEqual([room, true])
  for (const header of [['room', 'x'], ['x', 'seats'], ['seats'], []]) expect(isSeatFile(header)).toBe(false)
})

describe('is refused, with nothing left behind', () => {
  test.each<[string, string, Options, string]>([
    [
      'a file that lacks columns',
      'ts,x\n1,2\n',
      {},
      'FILE_COLUMNS_MISSING: a.csv has no column n, room; it has ts, x. Nothing was loaded.',
    ],
    [
      'a file that lacks its time',
      'room,n\nA,2\n',
      {},
      'FILE_COLUMNS_MISSING: a.csv has no column ts; it has room, n. Nothing was loaded.',
    ],
    [
      'a file that lacks its clock',
      'day,room,n\n2026-02-02,A,2\n',
      { format: { ...FORMAT, time: { date: 'day', clock: 'hour' } } },
      'FILE_COLUMNS_MISSING: a.csv has no column hour; it has day, room, n. Nothing was loaded.',
    ],
    [
      'a file that lacks its weekday',
      'room,day_id,time,occupants\nA,1,10:00,2\n',
      { format: MINUTE_FORMATS.get('sdu-rooms')! },
      'FILE_COLUMNS_MISSING: a.csv has no column weekday; it has room, day_id, time, occupants. Nothing was loaded.',
    ],
    ['no file', '', { files: [] }, 'IMPORT_OPTION_INVALID: No file was given.'],
    [
      'no time zone',
      HEAD,
      { zone: undefined },
      'IMPORT_ZONE_UNKNOWN: The time zone is ""; an IANA name was expected, for example --time-zone Europe/Madrid.',
    ],
    [
      'a time zone that there is not',
      HEAD,
      { zone: 'Mars/Olympus' },
      'IMPORT_ZONE_UNKNOWN: The time zone is "Mars/Olympus"; an IANA name was expected, for example --time-zone ' +
        'Europe/Madrid.',
    ],
    [
      'a file of which no line can be taken',
      `${HEAD}soon,A,3\n`,
      {},
      'IMPORT_NOTHING_TAKEN: No line of a.csv has people inside that can be taken. Nothing was loaded.',
    ],
    [
      'a file with more days than there are dates',
      'room,day_id,time,weekday,occupants\nA,0,10:00,0,1\nA,1,10:00,0,1\nA,2,10:00,0,1\n',
      { format: MINUTE_FORMATS.get('sdu-rooms')! },
      'FILE_DAYS_UNPLACED: a.csv has more days of weekday 0 than the 15 days from 2017-03-22 on. Nothing was loaded.',
    ],
  ])('%s', async (_, text, options, words) => {
    expect(await refusal(text, options)).toBe(words)
    expect(readdirSync(folder).filter((name) => name.startsWith('aforo-import-'))).toEqual([])
  })
})

describe('days whose dates are hidden', () => {
  const hidden = (...lines: readonly string[]) =>
    read(`room,day_id,time,weekday,occupants\n${lines.join('\n')}\n`, {
      format: MINUTE_FORMATS.get('sdu-rooms')!,
      zone: undefined,
    })

  test('get those of their weekday in the order in which they come, every room the same', async () => {
    // The first day is Wednesday 22 March 2017; Monday is 0.
    const { at, zone } = await hidden('A,5,10:00,2,1', 'A,3,10:00,0,2', 'B,5,11:00,2,3', 'A,9,10:00,2,4')
    expect(zone).toBe('Europe/Copenhagen')
    expect(at).toEqual([
      ['A', '2017-03-22T09:00', 1],
      ['A', '2017-03-27T08:00', 2],
      ['A', '2017-03-29T08:00', 4],
      ['B', '2017-03-22T10:00', 3],
    ])
  })

  test('of one number and two weekdays are two days', async () => {
    expect((await hidden('A,5,10:00,2,1', 'A,5,10:00,3,2')).at.map(([, day]) => day)).toEqual([
      '2017-03-22T09:00',
      '2017-03-23T09:00',
    ])
  })

  test('have a number, a weekday and a clock', async () => {
    const { kept } = await hidden('A,5,10:00,2,1', 'A,,10:00,2,1', 'A,5,10:00,7,1', 'A,5,x,2,1', 'A,5,10:00,12,1')
    expect(kept.map((line) => line.split(' ')[1])).toEqual(Array(4).fill('TIME_UNREADABLE'))
  })
})

test('progress is reported in files', async () => {
  const reports: unknown[] = []
  await read([`${HEAD}2026-02-02T10:00,A,3\n`, `${HEAD}2026-02-02T10:01,A,3\n2026-02-02T10:02,A,3\n`], {
    onProgress: (...args) => reports.push(args),
  })
  expect(reports).toEqual([
    ['reading', 1, 2, 1],
    ['reading', 2, 2, 3],
    ['sorting', 0, 0, 3],
  ])
})

describe('the read lines are reported', () => {
  const TEXT = `${HEAD}2026-02-02T10:00,A,3
2026-02-02T10:00,A,3
2026-02-03T10:00,B,5
2026-02-03T10:00,B,4
2026-02-02T10:01,A,
2026-02-02T10:01,A,-1
2026-02-02T10:01,C,1
`
  const options = { skips: ['C'], renames: { b: 'North' } }

  test('to the page and to programs', async () => {
    const found = await read(TEXT, options)
    expect(apiReportOfMinutes(found)).toEqual({
      lines: 7,
      taken: 2,
      minutes: 1,
      meaning: 'inside',
      merged: { duplicates: 1, contradictions: 1, skippedHour: 0, partsOfHour: 0 },
      contradicting: null,
      renamed: 2,
      nulls: 1,
      skipped: 1,
      apart: [{ reason: 'NEGATIVE', lines: 1, first: ['a.csv:7  2026-02-02T10:01 | A | -1'] }],
      columns: [],
      sums: [{ atom: 'people', read: 15, stored: 7, outvoted: 8, apart: 0 }],
      firstDay: '2026-02-02',
      lastDay: '2026-02-03',
      gaps: [],
      stored: null,
    })
    const columns = [{ column: 'n', use: 'presence' }]
    const loaded = { added: 1, changed: 2, unchanged: 3, newLocals: 4 }
    expect(apiReportOfMinutes({ ...found, presence: true, rooms: [] }, loaded, columns)).toMatchObject({
      meaning: 'presence',
      sums: [{ atom: 'presence' }],
      columns,
      firstDay: null,
      lastDay: null,
      stored: { added: 1, unchanged: 3, corrected: 2, refused: 0, newLocals: 4 },
    })
  })

  test('to the person at the terminal', async () => {
    const found = { ...(await read(TEXT, options)), client: 'City' }
    expect(describeMinutes(found)).toEqual([
      'City: 2 rooms, 2 minutes of 7 lines',
      '  merged       1 lines that repeat a minute, 1 that contradict an earlier one and replace it',
      '  quarantined  1 NEGATIVE',
      '  not stored   dry run',
    ])
    expect(
      describeMinutes({ ...found, repeated: 0, contradicted: 0, apart: [] }, { added: 1, changed: 2, unchanged: 3 }),
    ).toEqual(['City: 2 rooms, 2 minutes of 7 lines', '  stored       1 new, 2 changed, 3 known already'])
  })
})
