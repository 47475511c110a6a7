/**
 * Figures are of one kind of traffic: people, or what a client counts instead. A query that
 * does not name a kind is answered so; one with `notArea` names it.
 */
import type { Frame } from '#domain/frame'
import { columnIndex, numbersOf, takeRows } from '#domain/frame-build'
import { mainKind, TRAFFIC_KINDS, type Traffic, type TrafficChoice, type TrafficKind } from '#domain/traffic-kinds'
import type { Repositories } from './catalog.ts'
import type { FactStore } from './facts/store.ts'

/** A count without an area is of the whole local: its people. */
const WHOLE_LOCAL = 0

export interface TrafficOf {
  /** Areas that the choice leaves out; empty where everything counts. */
  readonly notArea: readonly number[]
  /** The kinds of the answer; null where a client counts people only. */
  readonly traffic: Traffic | null
}

export interface TrafficKinds {
  of(client: number, choice?: TrafficChoice): Promise<TrafficOf>
}

const PEOPLE: TrafficOf = { notArea: [], traffic: null }
const isPeople = (choice: TrafficChoice | undefined) => choice === undefined || choice === 'people' || choice === 'all'

export function trafficKinds({ areas }: Pick<Repositories, 'areas'>): TrafficKinds {
  return {
    async of(client, choice) {
      const others = await areas.otherTraffic(client)
      if (others.length === 0 && isPeople(choice)) return PEOPLE
      const people = await areas.ofPeople(client)
      // A client without an area of another kind counts people, with areas or without.
      const hasPeople = people.length > 0 || others.length === 0
      const counts = (kind: TrafficKind) => others.some(({ traffic }) => traffic === kind)
      const has = (kind: TrafficKind) => (kind === 'people' ? hasPeople : counts(kind))
      const of = TRAFFIC_KINDS.filter(has)
      const shown = choice ?? mainKind(of)
      const traffic = { shown, of }
      if (shown === 'all') return { notArea: [], traffic }
      const out = others.filter((area) => area.traffic !== shown).map(({ id }) => id)
      return { notArea: shown === 'people' || !hasPeople ? out : [WHOLE_LOCAL, ...people, ...out], traffic }
    },
  }
}

/** The same store for callers that query a client's figures without kinds. */
export function factsOfMainKind(facts: FactStore, kinds: TrafficKinds): FactStore {
  const notArea = async (clients: readonly number[]) =>
    (await Promise.all(clients.map((client) => kinds.of(client)))).flatMap((of) => of.notArea)
  return {
    ...facts,
    async query(query, mode) {
      if (query.where.notArea !== undefined) return facts.query(query, mode)
      const out = await notArea(query.where.client)
      return facts.query(out.length === 0 ? query : { ...query, where: { ...query.where, notArea: out } }, mode)
    },
    async traffic(scope, local, fromDay, toDay) {
      const [frame, out] = await Promise.all([facts.traffic(scope, local, fromDay, toDay), notArea(scope.client)])
      return withoutAreas(frame, new Set(out))
    },
  }
}

function withoutAreas(frame: Frame, out: ReadonlySet<number>): Frame {
  if (out.size === 0 || columnIndex(frame, 'area') < 0) return frame
  const area = numbersOf(frame, 'area').values
  const rows = Array.from({ length: frame.rows }, (_, row) => row)
  return takeRows(frame, Uint32Array.from(rows.filter((row) => !out.has(area[row]!))))
}
