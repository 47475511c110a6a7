/** Rules of a line or two without a test file: names, file names, occupancy, moved days, downloads. */
import { expect, test } from 'vitest'
import { dayOffset } from './day-offset.ts'
import { dayNumber } from './days.ts'
import { DOWNLOAD_TYPES, downloadColumns, downloadFileName } from './download.ts'
import { hhmmss, isClock } from './download-csv.ts'
import { exportNameOf, fileNameOf } from './file-name.ts'
import { median } from './median.ts'
import { demoClientName, demoLocalName, distinctNames, ranks } from './names.ts'
import { driftOf, inferredCapacity, insideOf, minutesOf, staleAfterS } from './occupancy.ts'
import { levelAfter } from './occupancy-level.ts'

test('venues that are called alike, but for capitals and spaces, have their brand behind their name', () => {
  const local = (id: number, name: string, client = 1) => ({ id, name, client })
  expect(
    distinctNames([local(1, 'Gran Vía'), local(2, ' gran vía', 2), local(3, 'Sol')], (client) => `B${client}`).map(
      ({ name }) => name,
    ),
  ).toEqual(['Gran Vía (B1)', ' gran vía (B2)', 'Sol'])
})

test('a demo user sees numbered brands, and four cities before numbered locals', () => {
  expect([1, 2, 3, 4, 5].map(demoLocalName)).toEqual(['Barcelona', 'Madrid', 'Nueva York', 'Londres', 'Demo Local 5'])
  expect(demoClientName(3)).toBe('Demo Client 3')
  expect([...ranks([{ id: 30 }, { id: 4 }, { id: 12 }])]).toEqual([
    [4, 1],
    [12, 2],
    [30, 3],
  ])
})

test('a file is called by letters and digits, without accents, and by its days', () => {
  expect([
    fileNameOf(' Café «Ñandú» 7! '),
    fileNameOf('¡!'),
    fileNameOf('x'.repeat(120)).length,
    fileNameOf('日本'),
  ]).toEqual(['Cafe_Nandu_7', 'aforo', 100, '日本'])
  const period = (begin: string, end: string) => exportNameOf({ dashboard: 'A b', widget: 'C', period: { begin, end } })
  expect([
    exportNameOf({ dashboard: 'A b', widget: 'C' }),
    period('2026-01-01', '2026-01-02'),
    period('2026-01-01', '2026-01-01'),
  ]).toEqual(['A_b_C', 'A_b_C_2026-01-01_2026-01-02', 'A_b_C_2026-01-01'])
})

test('the middle of an odd number of values is one of them, of an even number between two', () => {
  expect([median([3]), median([9, 1, 2]), median([4, 1, 3, 2])]).toEqual([3, 2, 2.5])
})

test('the drift of doors is the median of the last days, at most 15 %, and none while few are known', () => {
  const days = (count: number, outs: number) => Array.from({ length: count }, () => ({ ins: 100, outs }))
  expect([driftOf([]), driftOf([{ ins: 0, outs: 9 }])]).toEqual([0, 0])
  const enough = 60
  expect([
    driftOf(days(enough, 90)),
    driftOf(days(enough, 110)),
    driftOf(days(enough, 50)),
    driftOf(days(enough, 150)),
  ]).toEqual([0.1, -0.1, 0.15, -0.15])
})

test('people inside are entries less exits less the drift, and never below 0', () => {
  expect(insideOf({ ins: 100, outs: 40 }, 0.1)).toEqual({ people: 50, raw: 60, drift: 10 })
  expect(insideOf({ ins: 100, outs: 140 }, 0)).toEqual({ people: 0, raw: -40, drift: 0 })
  expect(insideOf({ ins: 25, outs: 0 }, -0.1)).toEqual({ people: 27, raw: 25, drift: -2 })
})

test('a capacity is taken from the most that was seen, and a door is silent after twice its time', () => {
  expect([
    inferredCapacity(100),
    inferredCapacity(101),
    inferredCapacity(0),
    inferredCapacity(-1),
    inferredCapacity(null),
  ]).toEqual([120, 122, null, null, null])
  expect(staleAfterS(100_000)).toBe(200_000)
  expect(staleAfterS(1)).toBe(staleAfterS(2))
})

test('a level goes up at its edge and down only some points below it; an unknown value changes nothing', () => {
  const edges = { mid: 50, high: 80 }
  const after = (...shares: (number | null)[]) => levelAfter(shares, edges)
  expect([after(), after(null), after(49.9), after(50), after(79.9), after(80), after(99.9), after(100)]).toEqual([
    null,
    null,
    'low',
    'mid',
    'mid',
    'high',
    'high',
    'over',
  ])
  expect([after(80, null), after(80, 79), after(80, 10), after(100, 60), after(50, 20, 50)]).toEqual([
    'high',
    'high',
    'low',
    'mid',
    'mid',
  ])
})

test('crossings are spread evenly over the minutes they took, and none lies outside', () => {
  const minute = 60_000
  const ins = (from: number, to: number) =>
    minutesOf([{ from, to, ins: 10, outs: 20 }], 0, 3 * minute).map((one) => [one.ins, one.outs])
  expect(ins(minute, 2 * minute)).toEqual([
    [0, 0],
    [10, 20],
    [0, 0],
  ])
  expect(ins(minute / 2, 1.5 * minute)).toEqual([
    [5, 10],
    [5, 10],
    [0, 0],
  ])
  expect(ins(-minute, minute)).toEqual([
    [5, 10],
    [0, 0],
    [0, 0],
  ])
  expect(ins(2 * minute, 4 * minute)).toEqual([
    [0, 0],
    [0, 0],
    [5, 10],
  ])
  expect([ins(minute, minute), ins(-1, -1), ins(3 * minute, 3 * minute)]).toEqual([
    [
      [0, 0],
      [10, 20],
      [0, 0],
    ],
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  ])
  expect([minutesOf([], 0, minute + 1).length, minutesOf([], minute, 0)]).toEqual([2, []])
})

test('days move to their weekdays by three at most, also those of the same date; less than a week stays', () => {
  const span = (begin: string, length: number) => ({ from: dayNumber(begin), to: dayNumber(begin) + length - 1 })
  expect(dayOffset(span('2026-11-16', 7), span('2025-11-17', 7))).toBe(0)
  expect([
    dayOffset(span('2026-11-16', 7), span('2025-11-16', 7)),
    dayOffset(span('2026-11-16', 6), span('2025-11-18', 7)),
    dayOffset(span('2026-11-16', 7), span('2025-11-18', 6)),
  ]).toEqual([1, 0, 0])
  const offsets = Array.from({ length: 7 }, (_, at) =>
    dayOffset(span('2026-11-16', 7), { from: dayNumber('2025-11-17') + at, to: dayNumber('2025-11-17') + at + 6 }),
  )
  expect(offsets).toEqual([0, -1, -2, -3, 3, 2, 1])
  expect(dayOffset(span('2026-11-16', 7), span('2025-12-16', 7))).not.toBe(0)
})

test('a download has the columns of its kind, by local with whose they are', () => {
  const ids = (...args: Parameters<typeof downloadColumns>) => downloadColumns(...args).map(({ id }) => id)
  const ranges = (name: string) => [0, 1, 2, 3].map((at) => `${name}${at}`)
  const repetitions = [...ranges('localRepRange'), ...ranges('clientRepRange')]
  const summary = [
    'frontal',
    'insides',
    'visits',
    'tickets',
    'total',
    'captureRate',
    'conversionRate',
    'insideDurationHHMMSS',
    'visitDurationHHMMSS',
    ...ranges('insidesInRange'),
    ...repetitions,
  ]
  expect(ids('rows')).toEqual([
    'client',
    'local',
    'name',
    'exeDate',
    'date',
    'time',
    'far',
    'fro',
    'ins',
    'bounces',
    'visits',
    'tickets',
    'insTimeS',
    'visitTimeS',
    ...ranges('insInRange'),
    ...repetitions,
  ])
  expect([ids('daily'), ids('hourly'), ids('hourly', true)]).toEqual([
    ['date', ...summary],
    ['date', 'time', ...summary],
    ['local', 'name', 'date', 'time', ...summary],
  ])
  const byId = Object.fromEntries(
    [...downloadColumns('rows'), ...downloadColumns('daily')].map(({ id, type, role, unit }) => [
      id,
      [type, role, unit],
    ]),
  )
  expect(['client', 'name', 'date', 'time', 'visits', 'insTimeS', 'captureRate'].map((id) => byId[id])).toEqual([
    ['int', 'dim', 'id'],
    ['text', 'dim', undefined],
    ['day', 'dim', 'day'],
    ['int', 'dim', 'seconds'],
    ['int', 'measure', 'count'],
    ['int', 'measure', 'seconds'],
    ['float', 'measure', 'percent'],
  ])
  expect(
    downloadColumns('rows')
      .concat(downloadColumns('daily'))
      .filter(isClock)
      .map(({ id }) => id),
  ).toEqual(['time', 'insideDurationHHMMSS', 'visitDurationHHMMSS'])
})

test('lengths are written as hours, minutes and seconds, and files are called by days, kind and format', () => {
  expect([hhmmss(0), hhmmss(59.6), hhmmss(3661), hhmmss(360_000)]).toEqual([
    '00:00:00',
    '00:01:00',
    '01:01:01',
    '100:00:00',
  ])
  const name = (format: 'csv' | 'xlsx' | 'arrow') =>
    downloadFileName({
      begin: '2026-11-01',
      end: '2026-11-20',
      content: 'daily',
      format,
    })
  expect([name('csv'), name('xlsx'), name('arrow')]).toEqual([
    'data_export_2026-11-01_2026-11-20_daily.csv',
    'data_export_2026-11-01_2026-11-20_daily.xlsx',
    'data_export_2026-11-01_2026-11-20_daily.arrows',
  ])
  expect(DOWNLOAD_TYPES).toEqual({
    csv: 'text/csv; charset=utf-8',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    arrow: 'application/vnd.apache.arrow.stream',
  })
})
