import { describe, expect, test } from 'vitest'
import { fromRows, toRows } from '#domain/frame-build'
import type { Cell, Column } from '#domain/frame'
import { ATOM_COLUMNS } from '../../facts/columns.ts'
import { HOUR_STATE } from '../../facts/hour-state.ts'
import type { HourState } from '../../facts/hour-state.ts'
import { hourlyRows } from './hourly-rows.ts'

const COLUMNS = [
  'client',
  'local',
  'area',
  'day',
  'hour',
  'fold',
  'instant',
  ...ATOM_COLUMNS,
  'expected',
  'observed',
  'estimatedIns',
  'state',
  'learntAt',
].map((id): Column => ({ id, type: 'int', role: 'measure' }))
const LOCAL = { id: 7, client: 3, name: 'Sol', timeZone: 'Europe/Madrid' }
const LEARNT = Date.UTC(2026, 9, 25, 23, 30)

interface Row {
  area?: number
  hour: number
  fold?: number
  state?: HourState
  learntAt?: number
  atoms?: Partial<Record<(typeof ATOM_COLUMNS)[number], number>>
}

const stored = (rows: readonly Row[]) =>
  fromRows(
    COLUMNS,
    rows.map(({ area = 1, hour, fold = 0, state = 'final', learntAt = LEARNT, atoms = {} }): Cell[] => [
      3,
      7,
      area,
      20_751,
      hour,
      fold,
      0,
      ...ATOM_COLUMNS.map((atom) => atoms[atom] ?? null),
      null,
      null,
      null,
      HOUR_STATE[state],
      learntAt,
    ]),
  )

/** The named columns of each hour. */
function read(rows: readonly Row[], ...columns: string[]) {
  const frame = hourlyRows(stored(rows), LOCAL)
  return toRows(frame).map((row) => columns.map((id) => row[frame.columns.findIndex((column) => column.id === id)]))
}

describe('the hours of a local', () => {
  test('without any row are an empty table with all its columns', () => {
    const frame = hourlyRows(stored([]), LOCAL)
    expect([frame.rows, frame.columns.length]).toEqual([0, 28])
  })

  test('leave out what was counted outside the opening hours', () => {
    expect(
      read(
        [
          { hour: 3, state: 'outside', atoms: { ins: 2 } },
          { hour: 10, atoms: { ins: 5 } },
        ],
        'hour',
        'ins',
      ),
    ).toEqual([[10, 5]])
  })

  test('add the areas up; what no area reported stays unknown and is not zero', () => {
    const areas = [
      { area: 1, hour: 10, atoms: { ins: 5, visits: 4, tickets: 0 } },
      { area: 2, hour: 10, atoms: { ins: 3 } },
    ]
    expect(read(areas, 'hour', 'ins', 'visits', 'tickets', 'far')).toEqual([[10, 8, 4, 0, null]])
  })

  test('give stays as means over the people, in whole seconds, and none where the place was empty', () => {
    const rows = [
      { area: 1, hour: 10, atoms: { ins: 2, insTimeS: 100, visits: 1, visitTimeS: 95 } },
      { area: 2, hour: 10, atoms: { ins: 1, insTimeS: 11, visits: 0, visitTimeS: 0 } },
      { hour: 11, atoms: { ins: 0, insTimeS: 0 } },
    ]
    expect(read(rows, 'hour', 'insTimeS', 'visitTimeS')).toEqual([
      [10, 37, 95],
      [11, null, null],
    ])
  })

  test('keep the repeated hour of the autumn switch apart', () => {
    expect(
      read(
        [
          { hour: 2, fold: 0, atoms: { ins: 1 } },
          { hour: 2, fold: 1, atoms: { ins: 4 } },
        ],
        'hour',
        'fold',
        'ins',
      ),
    ).toEqual([
      [2, 0, 1],
      [2, 1, 4],
    ])
  })

  test('have the worst state of their areas', () => {
    expect(
      read(
        [
          { area: 1, hour: 10 },
          { area: 2, hour: 10, state: 'missing' },
          { hour: 11, state: 'closed' },
        ],
        'hour',
        'state',
      ),
    ).toEqual([
      [10, 'missing'],
      [11, 'closed'],
    ])
  })

  test('say on which day of the local they were learnt', () => {
    // 23:30 in UTC is the next day in Madrid; the latest area counts.
    expect(
      read(
        [
          { area: 1, hour: 10 },
          { area: 2, hour: 10, learntAt: LEARNT - 86_400_000 },
        ],
        'exeDate',
      ),
    ).toEqual([[20_752]])
  })
})

test('each column says what it is: ids, days and hours, whole numbers of people and seconds', () => {
  const { columns } = hourlyRows(stored([]), LOCAL)
  expect(columns.slice(0, 8)).toEqual([
    { id: 'client', type: 'int', role: 'dim', unit: 'id' },
    { id: 'local', type: 'int', role: 'dim', unit: 'id' },
    { id: 'name', type: 'text', role: 'dim' },
    { id: 'exeDate', type: 'day', role: 'dim', unit: 'day' },
    { id: 'day', type: 'day', role: 'dim', unit: 'day' },
    { id: 'hour', type: 'int', role: 'dim', unit: 'hour' },
    { id: 'fold', type: 'int', role: 'dim' },
    { id: 'state', type: 'text', role: 'dim' },
  ])
  const measures = columns.slice(8)
  expect(measures.every(({ type, role }) => type === 'int' && role === 'measure')).toBe(true)
  expect(measures.flatMap(({ id, unit }) => (unit === 'seconds' ? [id] : []))).toEqual(['insTimeS', 'visitTimeS'])
  expect(measures.filter(({ unit }) => unit === 'count').map(({ id }) => id)).toEqual(
    [
      'far fro ins bounces visits tickets',
      'insInRange0 insInRange1 insInRange2 insInRange3',
      'localRepRange0 localRepRange1 localRepRange2 localRepRange3',
      'clientRepRange0 clientRepRange1 clientRepRange2 clientRepRange3',
    ]
      .join(' ')
      .split(' '),
  )
})
