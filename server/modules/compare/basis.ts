/** Which stores the answers about two periods are of, and what of them the other period lacks; the rule itself is the domain's. */
import { basisOf, type Basis, type ComparedStore, type StoreChoice } from '#domain/compared-stores'
import { oneSidedHours, withBasisColumns } from '#domain/facts/unpaired-columns'
import type { FactDimension, FactPeriod, FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import type { Clock } from '../../clock.ts'
import type { PairsQuestion } from '../../facts/pairs.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../scope.ts'
import type { LocalService } from '../locals/service.ts'

const DAY_MS = 86_400_000
/** West of every zone it is still the day before. */
const LATEST_ZONE_MS = 12 * 3_600_000

interface Asked {
  readonly client: number
  readonly chosen: readonly number[]
  /** Areas of another kind of traffic. */
  readonly notArea: readonly number[]
  readonly periods: readonly FactPeriod[]
  readonly stores: StoreChoice
}

export interface Compared {
  readonly basis: Basis
  readonly stores: readonly ComparedStore[]
  /** The locals whose figures are asked. */
  readonly kept: readonly number[]
  /** Of these, locals that only one of the periods has. */
  readonly oneSided: readonly number[]
  readonly question: PairsQuestion
}

interface Parts {
  readonly facts: Pick<FactStore, 'query' | 'sides' | 'unpaired'>
  readonly locals: Pick<LocalService, 'openings'>
  readonly clock: Clock
}

export function comparisonBasis({ facts, locals, clock }: Parts) {
  return {
    /** Null where nothing is compared: a single period, or no local. Throws CLIENT_NOT_FOUND. */
    async of(scope: Scope, { client, chosen, notArea, periods, stores: wanted }: Asked): Promise<Compared | null> {
      const [comparing, reference] = periods
      if (comparing === undefined || reference === undefined || chosen.length === 0) return null
      const asked = { client, notArea, comparing, reference, today: Math.floor((clock.now() - LATEST_ZONE_MS) / DAY_MS) }
      const ids = chosen.toSorted((a, b) => a - b)
      const [sides, openings] = await Promise.all([facts.sides({ ...asked, locals: ids }), locals.openings(scope, client)])
      const stores = ids.map((local): ComparedStore => ({ local, openedDay: openings.get(local) ?? null, comparing: null, reference: null, ...sides.get(local) }))
      const { basis, kept, oneSided } = basisOf(stores, wanted, comparing, reference)
      return { basis, stores, kept, oneSided, question: { ...asked, locals: ids } }
    },

    /** The figures of the kept locals with what a change of them rests on. */
    async describe(figures: Frame, { basis, stores, kept, oneSided, question }: Compared, asked: { readonly by: readonly FactDimension[]; readonly measures: readonly string[] }): Promise<Frame> {
      const [mine, alone] = [new Set(kept), new Set(oneSided)]
      // Of a store that one period has alone, nothing is paired: it is said by its hours, and its figures stay whole.
      const torn = stores.filter(({ local, comparing, reference }) => mine.has(local) && !alone.has(local) && ((comparing?.unpairedHours ?? 0) > 0 || (reference?.unpairedHours ?? 0) > 0))
      const [unpaired, hours] = await Promise.all([
        torn.length === 0 ? null : facts.unpaired({ ...question, locals: torn.map(({ local }) => local) }, asked),
        oneSided.length === 0 ? null : facts.query(hoursOf(question, oneSided, asked.by)),
      ])
      const paired = unpaired === null ? figures : withBasisColumns(figures, unpaired)
      return { ...(hours === null ? paired : withBasisColumns(paired, oneSidedHours(hours))), basis }
    },
  }
}

const hoursOf = ({ client, notArea = [], comparing, reference }: PairsQuestion, local: readonly number[], by: readonly FactDimension[]): FactQuery =>
  ({ table: 'traffic', measures: ['hours'], by, where: { client: [client], local, notArea }, periods: [comparing, reference] })
