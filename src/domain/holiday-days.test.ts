import { expect, test } from 'vitest'
import { hasChanges, kindOf, missingOf, NO_CHANGES, toggled } from './holiday-days.ts'
import type { HolidayDraft, StoredDay } from './holiday-days.ts'

const TODAY = '2026-11-20'
const CHRISTMAS: StoredDay = { day: '2026-12-25', name: 'Navidad', closed: true }
const OPEN: StoredDay = { day: '2026-12-08', name: 'Inmaculada', closed: false }

test('a day is working, holiday, to be added, to be removed, or non modifiable because it is in the past', () => {
  const draft: HolidayDraft = { add: new Map([['2026-12-24', 'Nochebuena']]), remove: new Set(['2026-12-26']) }
  const kind = (day: string, stored?: StoredDay) => kindOf(day, stored, draft, TODAY)
  expect([
    kind('2026-11-20'),
    kind(CHRISTMAS.day, CHRISTMAS),
    kind('2026-12-24'),
    kind('2026-12-26', { ...CHRISTMAS, day: '2026-12-26' }),
    kind('2026-11-19'),
    kind('2026-11-19', CHRISTMAS),
    kind(OPEN.day, OPEN),
  ]).toEqual(['working', 'holiday', 'toAdd', 'toRemove', 'fixed', 'fixed', 'working'])
})

test('pressing a day closes or opens it, pressing again undoes it, and a past day stays', () => {
  const added = toggled('2026-12-24', 'working', 'Cierre', NO_CHANGES)
  expect([[...added.add], hasChanges(added)]).toEqual([[['2026-12-24', 'Cierre']], true])
  expect(hasChanges(toggled('2026-12-24', 'toAdd', '', added))).toBe(false)
  const removed = toggled('2026-12-25', 'holiday', '', NO_CHANGES)
  expect([...removed.remove]).toEqual(['2026-12-25'])
  expect(hasChanges(toggled('2026-12-25', 'toRemove', '', removed))).toBe(false)
  expect(hasChanges(toggled('2026-01-06', 'fixed', 'Reyes', NO_CHANGES))).toBe(false)
})

test('official holidays to come are offered unless they are kept, chosen already, or were opened on purpose', () => {
  const official = [
    { day: '2026-11-01', name: 'Todos los Santos' },
    { day: '2026-12-06', name: 'Constitución' },
    { day: '2026-12-07', name: 'Sustituto' },
    OPEN,
    CHRISTMAS,
  ]
  const stored = new Map([
    [CHRISTMAS.day, CHRISTMAS],
    [OPEN.day, OPEN],
  ])
  expect(missingOf(official, stored, toggled('2026-12-07', 'working', 'x', NO_CHANGES), TODAY)).toEqual([
    { day: '2026-12-06', name: 'Constitución' },
  ])
})
