/** The average day of the places of a client: no day of the calendar, so never compared with one. */
import { PROFILE_SLOTS, PROFILE_STATIONS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import { inServiceOrder, slotName } from '#domain/service-day'
import type { ProfileQuery } from '#schemas/generated/api/profile-query.ts'
import { chosenLocals } from '../../db/scoped.ts'
import { inForce } from '../../facts/duckdb/figures.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'

interface Slot {
  readonly local: number
  readonly start: number
  readonly minutes: number
  readonly boardings: number | null
  readonly alightings: number | null
  readonly absentIsZero: boolean
}

export function profileService({
  facts,
  locals,
}: {
  facts: Pick<SqlFactStore, 'read'>
  locals: Pick<LocalService, 'ofClient'>
}) {
  /**
   * Slots of the profile that was imported last: two averages are not added up. Throws CLIENT_NOT_FOUND,
   * LOCAL_NOT_FOUND.
   */
  async function slotsOf(scope: Scope, { client, locals: asked }: ProfileQuery): Promise<{ all: Slot[]; own: Slot[] }> {
    const chosen = new Set(
      chosenLocals(
        (await locals.ofClient(scope, client)).map(({ id }) => id),
        asked,
      ),
    )
    const newest = `(SELECT arg_max(label, import) FROM profile_slot WHERE client = ${client})`
    const rows = await facts.read(
      `SELECT local, start, minutes, boardings, alightings, absentIsZero FROM (${inForce('profile', `client = ${client} AND label = ${newest}`, ['absentIsZero'])}) ORDER BY local, start`,
    )
    const orNull = (value: unknown) => (value == null ? null : Number(value))
    const all = rows.map(([of, start, minutes, boardings, alightings, absent]) => ({
      local: Number(of),
      start: Number(start),
      minutes: Number(minutes),
      boardings: orNull(boardings),
      alightings: orNull(alightings),
      absentIsZero: absent === true,
    }))
    return { all, own: all.filter(({ local }) => chosen.has(local)) }
  }

  const sum = (slots: readonly Slot[], of: 'boardings' | 'alightings') => {
    const known = slots.flatMap((slot) => slot[of] ?? [])
    return known.length === 0 ? null : known.reduce((all, one) => all + one, 0)
  }

  return {
    /** One row a slot of the service day. A slot that a place lacks is 0 where the source says so, else not known. */
    async slots(scope: Scope, query: ProfileQuery): Promise<Answer> {
      const { all, own } = await slotsOf(scope, query)
      const isZero = own.length > 0 && own.every(({ absentIsZero }) => absentIsZero)
      const minutes = new Map(all.map((slot) => [slot.start, slot.minutes]))
      const byStart = Map.groupBy(own, ({ start }) => start)
      const rows = inServiceOrder(own.length === 0 ? [] : all.map(({ start }) => start)).map((start) => {
        const slots = byStart.get(start) ?? []
        const absent = isZero && slots.length === 0 ? 0 : null
        const stations = new Set(slots.map(({ local }) => local)).size
        return [
          slotName(start, minutes.get(start)!),
          sum(slots, 'boardings') ?? absent,
          sum(slots, 'alightings') ?? absent,
          stations,
        ]
      })
      return { frame: fromRows(PROFILE_SLOTS, rows), asOf: null }
    },

    /** One row a place, the busiest first; of slots that are alike the first one on the clock is the peak. */
    async stations(scope: Scope, query: ProfileQuery): Promise<Answer> {
      const { own } = await slotsOf(scope, query)
      const rows = [...Map.groupBy(own, ({ local }) => local)].map(([local, slots]) => {
        const [on, off] = [sum(slots, 'boardings'), sum(slots, 'alightings')]
        const peak = slots.reduce((best, slot) => ((slot.boardings ?? 0) > (best.boardings ?? 0) ? slot : best))
        return [
          local,
          slotName(peak.start, peak.minutes),
          on,
          off,
          on === null || off === null ? null : on - off,
          peak.boardings,
        ]
      })
      return {
        frame: fromRows(
          PROFILE_STATIONS,
          rows.toSorted((a, b) => Number(b[2] ?? 0) - Number(a[2] ?? 0)),
        ),
        asOf: null,
      }
    },
  }
}

export type ProfileService = ReturnType<typeof profileService>
