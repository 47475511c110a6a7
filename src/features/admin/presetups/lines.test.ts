import { expect, test } from 'vitest'
import { setupText } from './lines.ts'

const t = (key: string) => key.split(':').at(-1) ?? key
const written = (name: string, value: unknown) => setupText({ t, locale: 'en' }, name, value)

test('the history of a pre-setup leaves empty and plain values to the common texts', () => {
  for (const [name, value] of [
    ['footscans', []],
    ['points', {}],
    ['schedules', {}],
    ['installDate', null],
    ['name', 'Sol'],
    ['areas', ['Ground']],
  ] as const)
    expect([name, written(name, value)]).toEqual([name, null])
})

test('the history of a pre-setup writes its lists in words, and none as it is kept', () => {
  expect(
    Object.entries({
      footscans: [{ id: '00:1A:2B:3C:4D:5E', position: 'Door' }],
      schedules: { Ground: { 1: [['10:00', '14:00']] } },
      zoneDistribution: 'floors',
      zoneFloors: { sales: '0' },
      positionsAreaRelation: { Door: 'Ground' },
      outsideType: 'street',
      points: { Ground: [{ point: 'CO1', related: ['AD1'] }] },
      installDate: '2026-11-20',
      smartInstall: false,
    }).map(([name, value]) => `${name}: ${written(name, value)}`),
  ).toEqual([
    'footscans: 00:1A:2B:3C:4D:5E · Door',
    'schedules: Ground, Monday: 10:00–14:00',
    'zoneDistribution: distribution.floors',
    'zoneFloors: site.zone.sales: 0',
    'positionsAreaRelation: Door → Ground',
    'outsideType: outside.street',
    expect.stringContaining('points: Ground: '),
    'installDate: 20-11-2026',
    'smartInstall: ui.no',
  ])
})
