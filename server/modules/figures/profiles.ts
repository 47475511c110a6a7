/** The average day of the places of a client: no day of the calendar, so never compared with one. */
import { PROFILE_SLOTS, PROFILE_STATIONS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import { inServiceOrder, slotName } from '#domain/service-day'
import type { ProfileQuery } from '#schemas/generated/api/profile-query.ts'
import { chosenLocals } from '../../db/scoped.ts'
import type { FigureFacts, ProfileSlot } from '../../facts/figures.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import type { LocalService } from '../locals/service.ts'

export function profileService({
  figures,
  locals,
}: {
  figures: Pick<FigureFacts, 'profile'>
  locals: Pick<LocalService, 'ofClient'>
}) {
  /**
   * Slots of the profile that was imported last: two averages are not added up. Throws CLIENT_NOT_FOUND,
   * LOCAL_NOT_FOUND.
   */
  async function slotsOf(
    scope: Scope,
    { client, locals: requested }: ProfileQuery,
  ): Promise<{ all: ProfileSlot[]; own: ProfileSlot[] }> {
    const chosen = new Set(
      chosenLocals(
        (await locals.ofClient(scope, client)).map(({ id }) => id),
        requested,
      ),
    )
    const all = await figures.profile(client)
    return { all, own: all.filter(({ local }) => chosen.has(local)) }
  }

  const sum = (slots: readonly ProfileSlot[], of: 'boardings' | 'alightings') => {
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
