/** Rules of a pre-setup (spec 2, sections 3 to 5), the same for the page and the server. */
import type { PresetupDraft } from '#schemas/generated/api/presetup-draft.ts'
import { DEFAULT_MAC } from './hubble.ts'
import { type PointProblem, problemOfPoints } from './points.ts'
import { type DayShift, findOverlap, isEmptyShift, splitAtMidnight } from './schedule.ts'

export const OUTSIDE_TYPES = ['street', 'mall', 'retailPark', 'station', 'other'] as const
/** Those that tell zones apart. */
export const ZONE_DISTRIBUTIONS = ['positions', 'floors'] as const

/** The part that each step of the form saves. */
export const PRESETUP_PARTS = {
  place: ['name', 'client', 'local', 'installDate', 'sealDate', 'smartInstall'],
  footscans: ['footscans'],
  people: ['user', 'phoneMacs'],
  schedule: ['areas', 'schedules'],
  zones: ['zoneDistribution', 'zoneFloors', 'positionsAreaRelation', 'outsideType'],
  points: ['points'],
} as const satisfies Readonly<Record<string, readonly (keyof PresetupDraft)[]>>
export type PresetupPart = keyof typeof PRESETUP_PARTS

/** All that a pre-setup says. */
export type Setup = Required<Omit<PresetupDraft, 'key' | 'updatedAt'>>

export const EMPTY_SETUP: Setup = {
  name: '',
  client: null,
  local: null,
  user: null,
  phoneMacs: [],
  footscans: [],
  areas: [],
  schedules: {},
  zoneDistribution: 'none',
  zoneFloors: {},
  positionsAreaRelation: {},
  outsideType: null,
  points: {},
  installDate: null,
  sealDate: null,
  smartInstall: false,
}

type Footscans = Setup['footscans']
export type Week = Setup['schedules'][string]

/** Where its devices are, each place once, in the order in which they were entered. */
export const positionsOf = (footscans: Footscans): string[] => [
  ...new Set(footscans.map(({ position }) => position.trim()).filter((position) => position !== '')),
]

/** With two places or more it must be said how their zones are distinguished. */
export const needsDistribution = ({ footscans }: Pick<Setup, 'footscans'>): boolean => positionsOf(footscans).length > 1

/** With one place there is nothing to tell apart, and what is of a place that is gone goes with it. */
export function settledSetup<S extends Setup>(given: S): S {
  const setup = {
    ...given,
    footscans: given.footscans.map(({ id, position }) => ({ id, position: position.trim() })),
    phoneMacs: [...new Set(given.phoneMacs)],
  }
  const positions = positionsOf(setup.footscans)
  const positionsAreaRelation = Object.fromEntries(
    Object.entries(setup.positionsAreaRelation).filter(([position]) => positions.includes(position)),
  )
  return needsDistribution(setup)
    ? { ...setup, positionsAreaRelation }
    : { ...setup, positionsAreaRelation, zoneDistribution: 'none', zoneFloors: {} }
}

export type SetupProblem =
  | PointProblem
  /** `where`: the place of the other one. */
  | { readonly reason: 'macTwice'; readonly mac: string; readonly where: string }
  | { readonly reason: 'macOfNone'; readonly mac: string }
  | { readonly reason: 'areaTwice'; readonly area: string }
  | { readonly reason: 'shiftEmpty'; readonly area: string; readonly day: number; readonly opening: string }
  | {
      readonly reason: 'shiftsOverlap'
      readonly area: string
      readonly day: number
      readonly first: string
      readonly second: string
    }
  | { readonly reason: 'distributionMissing' | 'outsideTypeMissing' | 'nameShort' }

/** A name may be left out; else it has three characters, as all names. */
const isShort = (name: string) => name.length > 0 && name.trim().length < 3

const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at)

function problemOfFootscans(footscans: Footscans): SetupProblem | null {
  const macs = footscans.map(({ id }) => id)
  if (macs.includes(DEFAULT_MAC)) return { reason: 'macOfNone', mac: DEFAULT_MAC }
  const mac = twice(macs)
  return mac === undefined ? null : { reason: 'macTwice', mac, where: footscans[macs.indexOf(mac)]?.position ?? '' }
}

const unknownArea = (named: readonly string[], areas: readonly string[]): SetupProblem | null => {
  const area = named.find((one) => !areas.includes(one))
  return area === undefined ? null : { reason: 'areaUnknown', area }
}

/** Shifts of one area as rows, split at midnight as opening hours are. */
export const shiftsOfWeek = (week: Week): DayShift[] =>
  Object.entries(week).flatMap(([day, shifts]) =>
    shifts.flatMap(([begin = '', end = '']) =>
      splitAtMidnight({ begin, end, days: [Number(day)] }).flatMap((shift) =>
        shift.days.map((weekDay) => ({ local: 0, area: null, weekDay, opening: shift.begin, closing: shift.end })),
      ),
    ),
  )

const written = ({ opening, closing }: DayShift) => `${opening}–${closing}`

function problemOfWeek(area: string, week: Week): SetupProblem | null {
  const rows = shiftsOfWeek(week)
  const empty = rows.find(isEmptyShift)
  if (empty !== undefined) return { reason: 'shiftEmpty', area, day: empty.weekDay, opening: empty.opening }
  const overlap = findOverlap(rows)
  if (overlap === null) return null
  const { first, second } = overlap
  return { reason: 'shiftsOverlap', area, day: first.weekDay, first: written(first), second: written(second) }
}

function problemOfSchedule({ areas, schedules }: Pick<Setup, 'areas' | 'schedules'>): SetupProblem | null {
  const area = twice(areas)
  if (area !== undefined) return { reason: 'areaTwice', area }
  const unknown = unknownArea(Object.keys(schedules), areas)
  if (unknown !== null) return unknown
  for (const [name, week] of Object.entries(schedules)) {
    const problem = problemOfWeek(name, week)
    if (problem !== null) return problem
  }
  return null
}

/** Required for saving the zones: how several places are distinguished, and the outside. */
export function problemOfZones(setup: Setup): SetupProblem | null {
  if (needsDistribution(setup) && setup.zoneDistribution === 'none') return { reason: 'distributionMissing' }
  if (setup.outsideType === null) return { reason: 'outsideTypeMissing' }
  return unknownArea(Object.values(setup.positionsAreaRelation), setup.areas)
}

/** The first thing that is wrong with a part, beside the others as they are; null when nothing is. */
export function problemOfPart(setup: Setup, part: PresetupPart): SetupProblem | null {
  switch (part) {
    case 'place':
      return isShort(setup.name) ? { reason: 'nameShort' } : null
    case 'footscans':
      return problemOfFootscans(setup.footscans)
    case 'people':
      return setup.phoneMacs.includes(DEFAULT_MAC) ? { reason: 'macOfNone', mac: DEFAULT_MAC } : null
    case 'schedule':
      return problemOfSchedule(setup)
    case 'zones':
      return problemOfZones(setup)
    case 'points':
      return problemOfPoints(setup.points, setup.areas)
  }
}

/**
 * Problems that prevent saving, in all parts: a deleted area that others refer to is found too. Zones
 * are required only when they are saved.
 */
export function problemOfSetup(setup: Setup, { withZones }: { readonly withZones: boolean }): SetupProblem | null {
  for (const part of ['place', 'footscans', 'people', 'schedule', 'points'] as const) {
    const problem = problemOfPart(setup, part)
    if (problem !== null) return problem
  }
  return withZones ? problemOfZones(setup) : unknownArea(Object.values(setup.positionsAreaRelation), setup.areas)
}

/** The parts that are not complete yet, in the order of the form: nothing is missing when it may be finished. */
export function missingParts(setup: Setup): PresetupPart[] {
  const isOpen = Object.values(setup.schedules).some((week) => shiftsOfWeek(week).length > 0)
  const done: Readonly<Record<PresetupPart, boolean>> = {
    place: setup.local !== null,
    footscans: setup.footscans.length > 0,
    // Leaving no phone out of the counts is a choice, too.
    people: true,
    schedule: isOpen,
    zones: problemOfZones(setup) === null,
    points: Object.values(setup.points).some((own) => own.length > 0),
  }
  return (Object.keys(PRESETUP_PARTS) as PresetupPart[]).filter(
    (part) => !done[part] || problemOfPart(setup, part) !== null,
  )
}
