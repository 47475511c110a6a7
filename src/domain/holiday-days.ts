/** The days of a holiday calendar and what is being done to them (spec 1, section 9: calendar day kinds). */
import type { IsoDay } from './days.ts'

export type HolidayKind = 'working' | 'holiday' | 'toAdd' | 'toRemove' | 'fixed'
export const HOLIDAY_KINDS = [
  'working',
  'holiday',
  'toAdd',
  'toRemove',
  'fixed',
] as const satisfies readonly HolidayKind[]

export interface StoredDay {
  readonly day: IsoDay
  readonly name: string
  readonly closed: boolean
}

/** Unsaved changes: names of days to close, and days that open again. */
export interface HolidayDraft {
  readonly add: ReadonlyMap<IsoDay, string>
  readonly remove: ReadonlySet<IsoDay>
}

export const NO_CHANGES: HolidayDraft = { add: new Map(), remove: new Set() }
export const hasChanges = ({ add, remove }: HolidayDraft): boolean => add.size + remove.size > 0

/** A past day cannot be changed; a holiday with the doors open is a working day. */
export function kindOf(day: IsoDay, stored: StoredDay | undefined, draft: HolidayDraft, today: IsoDay): HolidayKind {
  if (day < today) return 'fixed'
  if (stored?.closed === true) return draft.remove.has(day) ? 'toRemove' : 'holiday'
  return draft.add.has(day) ? 'toAdd' : 'working'
}

/**
 * Pressing a day: a working day closes, a holiday opens, and pressing again undoes it. A past day stays.
 */
export function toggled(day: IsoDay, kind: HolidayKind, name: string, draft: HolidayDraft): HolidayDraft {
  const [add, remove] = [new Map(draft.add), new Set(draft.remove)]
  if (kind === 'working') add.set(day, name)
  if (kind === 'toAdd') add.delete(day)
  if (kind === 'holiday') remove.add(day)
  if (kind === 'toRemove') remove.delete(day)
  return { add, remove }
}

/** Official holidays to come that are not kept: what one press adds. */
export const missingOf = (
  official: readonly { readonly day: IsoDay; readonly name: string }[],
  stored: ReadonlyMap<IsoDay, StoredDay>,
  draft: HolidayDraft,
  today: IsoDay,
) =>
  official.filter(
    ({ day }) => kindOf(day, stored.get(day), draft, today) === 'working' && stored.get(day) === undefined,
  )
