import { expect, test } from 'vitest'
import { mergedPart } from './presetup-merge.ts'

test('devices of both are there once; where a device is in two positions, it is in the one that was entered here', () => {
  const [a, b, c] = ['02:00:00:00:00:0A', '02:00:00:00:00:0B', '02:00:00:00:00:0C'] as const
  expect(
    mergedPart(
      'footscans',
      {
        footscans: [
          { id: a, position: 'Door' },
          { id: b, position: 'Stairs' },
        ],
      },
      {
        footscans: [
          { id: b, position: 'Lift' },
          { id: c, position: 'Lift' },
        ],
      },
    ),
  ).toEqual({
    footscans: [
      { id: a, position: 'Door' },
      { id: b, position: 'Lift' },
      { id: c, position: 'Lift' },
    ],
  })
})

test('telephones and areas of both are there once, with the week and the user that were entered here', () => {
  expect(mergedPart('people', { user: 3, phoneMacs: ['a', 'b'] }, { user: null, phoneMacs: ['b', 'c'] })).toEqual({
    user: 3,
    phoneMacs: ['a', 'b', 'c'],
  })
  expect(
    mergedPart(
      'schedule',
      { areas: ['Ground', 'Cellar'], schedules: { Ground: { 1: [['09:00', '14:00']] }, Cellar: { 2: [] } } },
      { areas: ['Ground'], schedules: { Ground: { 1: [['10:00', '20:00']] } } },
    ),
  ).toEqual({
    areas: ['Ground', 'Cellar'],
    schedules: { Ground: { 1: [['10:00', '20:00']] }, Cellar: { 2: [] } },
  })
})

test('a point is in one area: the one that was entered here', () => {
  const point = (name: string) => ({ point: name, related: [] })
  expect(
    mergedPart(
      'points',
      { points: { Ground: [point('AD1'), point('AD2')] } },
      { points: { Cellar: [point('AD2'), point('AT1')] } },
    ),
  ).toEqual({ points: { Ground: [point('AD1')], Cellar: [point('AD2'), point('AT1')] } })
})

test('zones and dates are one choice', () => {
  expect(mergedPart('zones', { outsideType: 'street' }, { outsideType: 'mall' })).toBe(null)
  expect(mergedPart('place', { name: 'One' }, { name: 'Two' })).toBe(null)
})
