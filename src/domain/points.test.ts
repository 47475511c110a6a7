import { describe, expect, test } from 'vitest'
import {
  needsRelation,
  nextPoint,
  POINT_TYPES,
  pointTypeOf,
  problemOfPoints,
  refusalOfPoint,
  withoutPoint,
  withPoint,
  zonesOfPoint,
} from './points.ts'

const point = (name: string, ...related: string[]) => ({ point: name, related })
const POINTS = { Ground: [point('AD1'), point('AT1')], Upstairs: [point('CO1', 'AD1')] }

test('there are 14 types of points, each in its zones', () => {
  expect(POINT_TYPES).toEqual({
    AT: ['sales'],
    ABW: ['sales', 'service'],
    AW: ['sales'],
    AD: ['sales'],
    AL: ['sales'],
    AA: ['sales'],
    BT: ['service'],
    BW: ['service'],
    BD: ['service'],
    BL: ['service'],
    BA: ['service'],
    CO: ['outside'],
    CA: ['outsideActivity'],
    DO: ['competition'],
  })
})

test('a point is a type and a number from 1 to 99', () => {
  expect(['AD1', 'ABW12', 'DO99'].map(pointTypeOf)).toEqual(['AD', 'ABW', 'DO'])
  expect(['AD', 'AD0', 'AD100', 'ad1', 'XX1', 'constructor1', '', '1AD'].map(pointTypeOf)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
  expect([zonesOfPoint('ABW1'), zonesOfPoint('nothing')]).toEqual([['sales', 'service'], []])
})

test('the next point of a type has the first number that no area has', () => {
  expect([nextPoint(POINTS, 'AD'), nextPoint(POINTS, 'BT'), nextPoint({ A: [point('AD2')] }, 'AD')]).toEqual([
    'AD2',
    'BT1',
    'AD1',
  ])
  const all = { A: Array.from({ length: 99 }, (_, at) => point(`AD${at + 1}`)) }
  expect(nextPoint(all, 'AD')).toBe(null)
})

describe('a point that is added', () => {
  test('needs an area and a point', () => {
    expect(refusalOfPoint(POINTS, { area: null, point: 'AD2', related: [] })).toEqual({ reason: 'areaMissing' })
    expect(refusalOfPoint(POINTS, { area: '', point: 'AD2', related: [] })).toEqual({ reason: 'areaMissing' })
    expect(refusalOfPoint(POINTS, { area: 'Ground', point: null, related: [] })).toEqual({ reason: 'pointMissing' })
    expect(refusalOfPoint(POINTS, { area: 'Ground', point: '', related: null })).toEqual({ reason: 'pointMissing' })
    expect(refusalOfPoint(POINTS, { area: 'Ground', point: 'AD2', related: null })).toBe(null)
  })

  test('is refused when any area has it already', () => {
    for (const area of ['Ground', 'Upstairs', 'New'])
      expect(refusalOfPoint(POINTS, { area, point: 'AD1', related: [] })).toEqual({
        reason: 'taken',
        point: 'AD1',
        area: 'Ground',
      })
  })

  test('is related to other points when it is outside or of the competition, and need not be otherwise', () => {
    expect(['CO1', 'DO1', 'CA1', 'AD1', 'ABW1'].map(needsRelation)).toEqual([true, true, false, false, false])
    const refusal = (name: string, ...related: string[]) =>
      refusalOfPoint(POINTS, { area: 'Ground', ...point(name, ...related) })
    expect(refusal('CO2')).toEqual({ reason: 'unrelated', point: 'CO2' })
    expect(refusal('DO1')).toEqual({ reason: 'unrelated', point: 'DO1' })
    expect(refusal('CO2', 'AD1', 'AT1')).toBe(null)
    expect(refusal('CO2', 'CO2')).toEqual({ reason: 'relationUnknown', point: 'CO2', related: 'CO2' })
    expect(refusal('CO2', 'AD9')).toEqual({ reason: 'relationUnknown', point: 'CO2', related: 'AD9' })
  })

  test('is last in its area, also in one that has none yet', () => {
    expect(withPoint(POINTS, 'Ground', point('AD2')).Ground?.map((one) => one.point)).toEqual(['AD1', 'AT1', 'AD2'])
    expect(withPoint({}, 'toString', point('AD1'))).toEqual({ toString: [point('AD1')] })
  })
})

test('a point that is taken away is no relation of others any more, and an area without points is not there', () => {
  expect(withoutPoint(POINTS, 'AD1')).toEqual({ Ground: [point('AT1')], Upstairs: [point('CO1')] })
  expect(withoutPoint(POINTS, 'CO1')).toEqual({ Ground: POINTS.Ground })
})

test('points as a whole are refused for the first thing that is wrong', () => {
  const problem = (points: typeof POINTS | object, areas: readonly string[] | null = null) =>
    problemOfPoints(points as typeof POINTS, areas)
  expect(problem(POINTS)).toBe(null)
  expect(problem(POINTS, ['Ground', 'Upstairs'])).toBe(null)
  expect(problem(POINTS, ['Ground'])).toEqual({ reason: 'areaUnknown', area: 'Upstairs' })
  expect(problem({ A: [point('AD1')], B: [point('AD1')] })).toEqual({ reason: 'taken', point: 'AD1', area: 'A' })
  expect(problem({ A: [point('AD1'), point('AD1')] })).toEqual({ reason: 'taken', point: 'AD1', area: 'A' })
  expect(problem(withoutPoint(POINTS, 'AD1'))).toEqual({ reason: 'unrelated', point: 'CO1' })
  expect(problem({ A: [point('AD1', 'AD2')] })).toEqual({ reason: 'relationUnknown', point: 'AD1', related: 'AD2' })
})
