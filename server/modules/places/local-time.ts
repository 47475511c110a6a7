/** The clock of a local and its last day: the hours that were counted follow. */
import { dayNumber, isoDay } from '#domain/days'
import { requireYear } from '#domain/year-limit'
import type { Place } from '#schemas/generated/entities/place.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { isZone } from '../../facts/zone.ts'
import type { PlaceChangeParts } from './changing.ts'
import { allOf, findPlace } from './find-place.ts'
import { remaker } from './remake.ts'

export function localTime({ catalog, facts, clock, listing, applied, onChange, reevaluate }: PlaceChangeParts) {
  return {
    /**
     * The hours stay where they are in time and get the day and hour of the new clock. Throws PLACE_TIME_ZONE_INVALID,
     * PLACE_HOURS_SPLIT.
     */
    async moveTimeZone(scope: Scope, local: number, timeZone: string): Promise<Place> {
      const all = allOf(scope)
      if (!isZone(timeZone))
        throw new AppError(
          'PLACE_TIME_ZONE_INVALID',
          `There is no time zone ${JSON.stringify(timeZone)}; give an IANA name such as Europe/Madrid.`,
          { timeZone },
        )
      const { timeZone: known } = await findPlace(catalog, all, 'local', local)
      await applied()
      const split = await facts.places.splitHours(local, { from: known ?? 'UTC', to: timeZone })
      if (split > 0) {
        throw new AppError(
          'PLACE_HOURS_SPLIT',
          `${split} hours of local ${local} would begin within an hour of ${timeZone}; only a time zone that ` +
            'differs by whole hours can be given to hours that were counted.',
          { local, timeZone, hours: split },
        )
      }
      await catalog.transaction(async (repositories) => {
        const before = await findPlace(repositories, all, 'local', local)
        const from = before.timeZone ?? 'UTC'
        await repositories.places.setTimeZone(all, local, timeZone)
        await repositories.audit.append(scope, {
          action: 'local.timeZone',
          target: `local ${local}`,
          details: { timeZone: [from, timeZone] },
          at: clock.now(),
        })
        const remake = await remaker(repositories, clock, before.client)
        await facts.places.edit(async (edits) => {
          await edits.relabelHours({ local, from, to: timeZone, nowMs: clock.now() })
          await remake(edits, [before], timeZone)
        })
      })
      onChange()
      reevaluate([local])
      return listing.row(all, 'local', local)
    },

    /**
     * The last day of a local, or null to open it again. What a person closes stays closed when data come.
     * Throws DATE_INVALID, YEAR_OUT_OF_RANGE.
     */
    async setClosing(scope: Scope, local: number, closedOn: string | null): Promise<Place> {
      if (closedOn !== null) {
        dayNumber(closedOn)
        requireYear(closedOn, isoDay(Math.floor(clock.now() / 86_400_000)))
      }
      const all = allOf(scope)
      await catalog.transaction(async (repositories) => {
        const before = await findPlace(repositories, all, 'local', local)
        await repositories.places.setClosing(all, local, closedOn === null ? null : { closedOn, closedBy: 'person' })
        await repositories.audit.append(scope, {
          action: closedOn === null ? 'local.reopen' : 'local.close',
          target: `local ${local}`,
          details: { closedOn: [before.closedOn, closedOn] },
          at: clock.now(),
        })
        const remake = await remaker(repositories, clock, before.client)
        // Days after the last one are expected no more, and those that it was closed by mistake are.
        await facts.places.edit(async (edits) => {
          await edits.forgetExpected([local])
          await remake(edits, [before])
        })
      })
      onChange()
      reevaluate([local])
      return listing.row(all, 'local', local)
    },
  }
}
