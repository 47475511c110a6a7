/** From visit sessions to the hours of the traffic (metrics.md 5.1 and 5.3). */
import type { AtomColumn } from '../columns.ts'
import { slotOf } from './business-day.ts'
import type { Session } from './sessions.ts'
import type { PresenceSettings } from './settings.ts'
import type { TillAtom } from '../atoms.ts'

/** A visit of an identified visitor on a business day, at any local of the client. */
export interface Visit {
  readonly visitor: bigint
  readonly local: number
  readonly day: number
}

export type PresenceAtoms = Record<Exclude<AtomColumn, TillAtom | 'outs'>, number>

export interface PresenceHour {
  readonly area: number
  /** Civil day and hour. */
  readonly day: number
  readonly hour: number
  readonly fold: 0 | 1
  /** Epoch s. */
  readonly instant: number
  readonly atoms: PresenceAtoms
}

type Rules = Pick<PresenceSettings, 'local' | 'timeZone' | 'dwellEdgesMin' | 'repetitionEdgesDays' | 'frontMode'>

/**
 * Counts the sessions of one local by civil hour.
 *
 * @param history visits of earlier days, here and at the other locals of the client; more than is needed does no harm
 * @param seen hours that must exist without visitors, as `{ area, at }`: they had sightings
 */
export function hoursOf(
  sessions: readonly Session[],
  history: readonly Visit[],
  rules: Rules,
  seen: readonly { readonly area: number; readonly at: number }[] = [],
): PresenceHour[] {
  const hours = new Map<string, PresenceHour>()
  const hourOf = (area: number, at: number): PresenceAtoms => {
    const { day, hour, fold, instant } = slotOf(rules.timeZone, at)
    const key = `${area} ${instant}`
    let found = hours.get(key)
    if (!found) hours.set(key, (found = { area, day, hour, fold, instant, atoms: noAtoms() }))
    return found.atoms
  }
  const previous = previousVisits(history, rules.local)
  for (const { area, at } of seen) hourOf(area, at)
  for (const session of sessions) addSession(hourOf(session.area, session.at), session, previous, rules)
  return [...hours.values()].sort((a, b) => a.instant - b.instant || a.area - b.area)
}

const noAtoms = (): PresenceAtoms => ({
  far: 0,
  fro: 0,
  ins: 0,
  bounces: 0,
  visits: 0,
  insTimeS: 0,
  visitTimeS: 0,
  insInRange0: 0,
  insInRange1: 0,
  insInRange2: 0,
  insInRange3: 0,
  identifiedVisits: 0,
  localRepRange0: 0,
  localRepRange1: 0,
  localRepRange2: 0,
  localRepRange3: 0,
  clientRepRange0: 0,
  clientRepRange1: 0,
  clientRepRange2: 0,
  clientRepRange3: 0,
})

function addSession(
  atoms: PresenceAtoms,
  { kind, stayS, random, visitor, day }: Session,
  previous: ReturnType<typeof previousVisits>,
  { dwellEdgesMin, repetitionEdgesDays, frontMode }: Rules,
) {
  if (kind === 'far') {
    atoms.far += 1
    return
  }
  if (kind === 'front' || frontMode === 'inclusive') atoms.fro += 1
  if (kind === 'front') return
  atoms.ins += 1
  atoms.insTimeS += stayS
  // Half-open: [0, e0) [e0, e1) [e1, e2) [e2, ...).
  atoms[`insInRange${dwellEdgesMin.filter((edge) => stayS >= edge * 60).length as 0 | 1 | 2 | 3}`] += 1
  if (kind === 'bounce') {
    atoms.bounces += 1
    return
  }
  atoms.visits += 1
  atoms.visitTimeS += stayS
  if (random) return
  atoms.identifiedVisits += 1
  const { here, anywhere } = previous(visitor, day)
  const binOf = (last: number | null) =>
    last === null ? -1 : repetitionEdgesDays.findIndex((edge) => day - last <= edge)
  const local = binOf(here)
  const client = binOf(anywhere)
  if (local >= 0) atoms[`localRepRange${local as 0 | 1 | 2 | 3}`] += 1
  if (client >= 0) atoms[`clientRepRange${client as 0 | 1 | 2 | 3}`] += 1
}

/** Last day before a day on which a visitor came, here and at any local. The same day is no repetition. */
function previousVisits(history: readonly Visit[], local: number) {
  const byVisitor = Map.groupBy(history, ({ visitor }) => visitor)
  return (visitor: bigint, day: number): { here: number | null; anywhere: number | null } => {
    let here: number | null = null
    let anywhere: number | null = null
    for (const visit of byVisitor.get(visitor) ?? []) {
      if (visit.day >= day) continue
      anywhere = Math.max(anywhere ?? visit.day, visit.day)
      if (visit.local === local) here = Math.max(here ?? visit.day, visit.day)
    }
    return { here, anywhere }
  }
}
