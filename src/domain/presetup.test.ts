import { describe, expect, test } from 'vitest'
import {
  EMPTY_SETUP,
  missingParts,
  needsDistribution,
  positionsOf,
  problemOfPart,
  problemOfSetup,
  type Setup,
  settledSetup,
} from './presetup.ts'

const MACS = ['3C:22:FB:00:00:01', '3C:22:FB:00:00:02', '3C:22:FB:00:00:03'] as const
const footscan = (at: number, position: string) => ({ id: MACS[at] ?? '', position })
const WHOLE: Setup = {
  ...EMPTY_SETUP,
  client: 1,
  local: 2,
  footscans: [footscan(0, 'Entrance'), footscan(1, 'Stairs'), footscan(2, 'Entrance')],
  areas: ['Ground', 'Upstairs'],
  schedules: {
    Ground: {
      1: [
        ['10:00', '14:00'],
        ['17:00', '21:00'],
      ],
    },
  },
  zoneDistribution: 'floors',
  zoneFloors: { sales: '0' },
  positionsAreaRelation: { Entrance: 'Ground', Stairs: 'Upstairs' },
  outsideType: 'mall',
  points: { Ground: [{ point: 'AD1', related: [] }] },
}
const setup = (more: Partial<Setup>): Setup => ({ ...WHOLE, ...more })

describe('positions', () => {
  test('are those of the devices, each once, without the spaces around them', () => {
    expect(positionsOf(WHOLE.footscans)).toEqual(['Entrance', 'Stairs'])
    expect(positionsOf([footscan(0, ' Entrance '), footscan(1, 'Entrance'), footscan(2, ' ')])).toEqual(['Entrance'])
  })

  test('of which there are two or more make the zone distribution mandatory', () => {
    expect(needsDistribution(WHOLE)).toBe(true)
    expect(problemOfPart(setup({ zoneDistribution: 'none' }), 'zones')).toEqual({ reason: 'distributionMissing' })
    const one = setup({ footscans: [footscan(0, 'Entrance'), footscan(2, 'Entrance')], zoneDistribution: 'none' })
    expect([needsDistribution(one), problemOfPart(one, 'zones')]).toEqual([false, null])
  })

  test('with a single one of them the zone distribution is none, and the others are removed', () => {
    expect(settledSetup(setup({ footscans: [footscan(1, 'Stairs ')] }))).toEqual(
      setup({
        footscans: [footscan(1, 'Stairs')],
        zoneDistribution: 'none',
        zoneFloors: {},
        positionsAreaRelation: { Stairs: 'Upstairs' },
      }),
    )
    expect(settledSetup(WHOLE)).toEqual(WHOLE)
  })
})

test('the outside is always required', () => {
  expect(problemOfPart(setup({ outsideType: null }), 'zones')).toEqual({ reason: 'outsideTypeMissing' })
  expect(problemOfPart({ ...EMPTY_SETUP, outsideType: null }, 'zones')).toEqual({ reason: 'outsideTypeMissing' })
})

test('a device is there once, and no device has zeros for a MAC; a telephone that is named twice is one', () => {
  const footscans = [footscan(0, 'Entrance'), footscan(0, 'Stairs')]
  expect(problemOfPart(setup({ footscans }), 'footscans')).toEqual({
    reason: 'macTwice',
    mac: MACS[0],
    where: 'Entrance',
  })
  const zeros = '00:00:00:00:00:00'
  const none = { reason: 'macOfNone', mac: zeros }
  expect(problemOfPart(setup({ footscans: [{ id: zeros, position: 'A' }] }), 'footscans')).toEqual(none)
  expect(problemOfPart(setup({ phoneMacs: [zeros] }), 'people')).toEqual(none)
  expect(settledSetup(setup({ phoneMacs: [MACS[0], MACS[1], MACS[0]] })).phoneMacs).toEqual([MACS[0], MACS[1]])
})

describe('the schedule of an area', () => {
  const week = (...shifts: string[][]) => setup({ schedules: { Ground: { 7: shifts } } })

  test('has shifts that do not overlap, and that are open for a minute at least', () => {
    expect(problemOfPart(week(['09:00', '14:00'], ['14:00', '20:00']), 'schedule')).toBe(null)
    expect(problemOfPart(week(['09:00', '14:00'], ['13:59', '20:00']), 'schedule')).toEqual({
      reason: 'shiftsOverlap',
      area: 'Ground',
      day: 7,
      first: '09:00–14:00',
      second: '13:59–20:00',
    })
    expect(problemOfPart(week(['09:00', '09:00']), 'schedule')).toEqual({
      reason: 'shiftEmpty',
      area: 'Ground',
      day: 7,
      opening: '09:00',
    })
  })

  test('continues after midnight on the next day, where it may meet another shift', () => {
    const monday = { 1: [['01:00', '03:00']] }
    const night = setup({ schedules: { Ground: { 7: [['22:00', '02:00']], ...monday } } })
    expect(problemOfPart(night, 'schedule')).toMatchObject({ reason: 'shiftsOverlap', day: 1 })
    expect(problemOfPart(week(['22:00', '00:00']), 'schedule')).toBe(null)
  })

  test('is of an area that is there, and two areas have two names', () => {
    expect(problemOfPart(setup({ areas: ['Upstairs'] }), 'schedule')).toEqual({ reason: 'areaUnknown', area: 'Ground' })
    expect(problemOfPart(setup({ areas: ['Ground', 'Ground'] }), 'schedule')).toEqual({
      reason: 'areaTwice',
      area: 'Ground',
    })
  })
})

test('every reference to a deleted area is found', () => {
  const gone = (more: Partial<Setup>) =>
    problemOfSetup(
      { ...WHOLE, schedules: {}, positionsAreaRelation: {}, points: {}, areas: [], ...more },
      {
        withZones: false,
      },
    )
  const unknown = { reason: 'areaUnknown', area: 'Ground' }
  expect(gone({})).toBe(null)
  expect(gone({ schedules: WHOLE.schedules })).toEqual(unknown)
  expect(gone({ points: WHOLE.points })).toEqual(unknown)
  expect(gone({ positionsAreaRelation: { Entrance: 'Ground' } })).toEqual(unknown)
})

test('zones are required when they are saved, not before', () => {
  const open = setup({ zoneDistribution: 'none', outsideType: null })
  expect(problemOfSetup(open, { withZones: false })).toBe(null)
  expect(problemOfSetup(open, { withZones: true })).toEqual({ reason: 'distributionMissing' })
  expect(problemOfSetup(WHOLE, { withZones: true })).toBe(null)
})

test('a name may be left out, and has three characters otherwise', () => {
  const problem = (name: string) => problemOfPart(setup({ name }), 'place')
  expect(['', 'Sol', ' Sol '].map(problem)).toEqual([null, null, null])
  expect(['So', '   ', ' S '].map(problem)).toEqual(Array.from({ length: 3 }, () => ({ reason: 'nameShort' })))
})

test('a pre-setup with its local, a device, a shift, its zones and a point is complete; excluded people are optional', () => {
  expect(missingParts(WHOLE)).toEqual([])
  expect(missingParts(EMPTY_SETUP)).toEqual(['place', 'footscans', 'schedule', 'zones', 'points'])
  expect(missingParts(setup({ schedules: { Ground: { 1: [] } }, points: { Ground: [] } }))).toEqual([
    'schedule',
    'points',
  ])
  expect(missingParts(setup({ zoneDistribution: 'none' }))).toEqual(['zones'])
})
