import { describe, expect, test } from 'vitest'
import type { DayShift } from './schedule.ts'
import { affectedBy, rowsFor, scheduleView, targetOf } from './schedule-scope.ts'
import type { SchedulePlaces, ScheduleTarget } from './schedule-scope.ts'

const ONE: SchedulePlaces = { locals: [{ id: 1 }], areas: [{ local: 1, area: 10 }] }
const PLACES: SchedulePlaces = {
  locals: [{ id: 1 }, { id: 2 }],
  areas: [
    { local: 1, area: 10 },
    { local: 1, area: 11 },
  ],
}
const CLIENT: ScheduleTarget = { scope: 'CLIENT', client: 5 }
const LOCAL: ScheduleTarget = { scope: 'LOCAL', client: 5, local: 1 }
const POSITION: ScheduleTarget = { scope: 'POSITION', client: 5, local: 1, area: 10 }
const row = (
  local: number,
  area: number | null,
  opening = '10:00:00',
  closing = '20:00:00',
  weekDay = 1,
): DayShift => ({ local, area, weekDay, opening, closing })
const MONDAY = [{ weekDay: 1, opening: '10:00', closing: '20:00' }]

describe('the scope', () => {
  test('is CLIENT with a client, LOCAL with a local or the only local of a client, POSITION with an area, and LOCAL again with all areas', () => {
    expect(targetOf({ client: 5, local: null, area: null }, PLACES)).toEqual(CLIENT)
    expect(targetOf({ client: 5, local: 1, area: null }, PLACES)).toEqual(LOCAL)
    expect(targetOf({ client: 5, local: null, area: null }, { ...PLACES, locals: [{ id: 1 }] })).toEqual(LOCAL)
    expect(targetOf({ client: 5, local: 1, area: 10 }, PLACES)).toEqual(POSITION)
    expect(targetOf({ client: 5, local: null, area: 11 }, { ...PLACES, locals: [{ id: 1 }] })).toEqual({
      ...POSITION,
      area: 11,
    })
  })

  test('is none without a client, and a choice that belongs elsewhere is ignored', () => {
    expect(targetOf({ client: null, local: 1, area: 10 }, PLACES)).toBe(null)
    expect(targetOf({ client: 5, local: 99, area: 10 }, PLACES)).toEqual(CLIENT)
    expect(targetOf({ client: 5, local: 2, area: 10 }, PLACES)).toEqual({ ...LOCAL, local: 2 })
  })
})

describe('a client', () => {
  test('without locals says so, and one without any hours too', () => {
    expect(scheduleView(CLIENT, [], { locals: [], areas: [] })).toEqual({
      statuses: ['noLocals'],
      week: [],
      follows: false,
    })
    expect(scheduleView(CLIENT, [], PLACES)).toEqual({ statuses: ['localsWithout'], week: [], follows: false })
  })

  test('whose locals have the same week shows it, in any order and with or without seconds', () => {
    const rows = [
      row(1, null, '16:00', '20:00'),
      row(1, null, '10:00', '14:00'),
      row(2, null, '10:00:00', '14:00:00'),
      row(2, null, '16:00:00', '20:00:00'),
    ]
    expect(scheduleView(CLIENT, rows, PLACES)).toEqual({
      statuses: [],
      week: [
        { weekDay: 1, opening: '10:00', closing: '14:00' },
        { weekDay: 1, opening: '16:00', closing: '20:00' },
      ],
      follows: false,
    })
  })

  test('whose locals differ, or one of whose locals has positions that differ, has no week to show', () => {
    for (const rows of [
      [row(1, null)],
      [row(1, null), row(2, null, '10:00', '21:00')],
      [row(1, null), row(2, null), row(1, 10, '11:00', '12:00')],
    ]) {
      expect(scheduleView(CLIENT, rows, PLACES)).toEqual({ statuses: ['localsDiffer'], week: null, follows: false })
    }
  })
})

describe('a local', () => {
  test('without positions or hours says so', () => {
    expect(scheduleView({ ...LOCAL, local: 2 }, [], PLACES)).toEqual({
      statuses: ['noPositions', 'localWithout'],
      week: [],
      follows: false,
    })
    expect(scheduleView({ ...LOCAL, local: 2 }, [row(2, null)], PLACES)).toEqual({
      statuses: ['noPositions'],
      week: MONDAY,
      follows: false,
    })
    expect(scheduleView(LOCAL, [row(2, null)], PLACES)).toEqual({
      statuses: ['localWithout'],
      week: [],
      follows: false,
    })
  })

  test('shows the week its positions have, their own or its own, and says when they differ', () => {
    expect(scheduleView(LOCAL, [row(1, null)], PLACES)).toEqual({ statuses: [], week: MONDAY, follows: false })
    expect(scheduleView(LOCAL, [row(1, 10), row(1, 11)], PLACES)).toEqual({
      statuses: [],
      week: MONDAY,
      follows: false,
    })
    expect(scheduleView(LOCAL, [row(1, null), row(1, 11, '09:00', '20:00')], PLACES)).toEqual({
      statuses: ['positionsDiffer'],
      week: null,
      follows: false,
    })
  })
})

test('a position shows its own hours, else those of its local, else that it has none', () => {
  expect(scheduleView(POSITION, [row(1, 10, '09:00', '10:00'), row(1, null)], PLACES)).toEqual({
    statuses: [],
    week: [{ weekDay: 1, opening: '09:00', closing: '10:00' }],
    follows: false,
  })
  expect(scheduleView(POSITION, [row(1, null), row(1, 11, '09:00', '10:00')], PLACES)).toEqual({
    statuses: [],
    week: MONDAY,
    follows: true,
  })
  expect(scheduleView(POSITION, [row(1, 11), row(2, null)], PLACES)).toEqual({
    statuses: ['positionWithout'],
    week: [],
    follows: false,
  })
})

test('an edit of a client is for all its locals, one of a local for all its positions, one of a position for that position alone', () => {
  expect([CLIENT, LOCAL, { ...LOCAL, local: 2 }, POSITION].map((target) => affectedBy(target, PLACES))).toEqual([
    'locals',
    'positions',
    null,
    null,
  ])
  expect([CLIENT, LOCAL].map((target) => affectedBy(target, ONE))).toEqual([null, null])
  expect(rowsFor(CLIENT, MONDAY, PLACES.locals)).toEqual([1, 2].map((local) => ({ local, area: null, ...MONDAY[0] })))
  expect(rowsFor(LOCAL, MONDAY, PLACES.locals)).toEqual([{ local: 1, area: null, ...MONDAY[0] }])
  expect(rowsFor(POSITION, MONDAY, PLACES.locals)).toEqual([{ local: 1, area: 10, ...MONDAY[0] }])
})
