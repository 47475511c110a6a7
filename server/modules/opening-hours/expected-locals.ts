/** Which hours of which locals are to be expected, by what the catalog says of them. */
import { dayNumber } from '#domain/days'
import type { Holiday } from '#schemas/generated/entities/holiday.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { OpeningHour } from '#schemas/generated/entities/opening-hour.ts'
import type { Repositories } from '../../catalog.ts'
import { openWeek } from '../../facts/expected.ts'
import type { ExpectedLocal } from '../../facts/expected.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'

/** The shifts of the local itself; of a local that has hours only area by area, all of them. */
const weekShifts = (shifts: readonly OpeningHour[]): readonly OpeningHour[] => {
  const own = shifts.filter(({ area }) => area === null)
  return own.length > 0 ? own : shifts
}

/**
 * The catalog's data of all counting locals, or those of one client. Areas with an enabled footscan are expected to
 * report; when a local has no footscan at all, its areas are, and when it has no areas, the local as a whole (area 0).
 */
export async function expectedLocals(
  catalog: Pick<Repositories, 'locals' | 'areas' | 'footscans' | 'openingHours' | 'holidays'>,
  { client }: { client?: number } = {},
): Promise<ExpectedLocal[]> {
  const wanted = client === undefined ? {} : { client }
  const [locals, areas, footscans, shifts, holidays] = await Promise.all([
    catalog.locals.list(SYSTEM_SCOPE, wanted),
    catalog.areas.list(SYSTEM_SCOPE, wanted),
    catalog.footscans.list(SYSTEM_SCOPE),
    catalog.openingHours.list(SYSTEM_SCOPE, wanted),
    catalog.holidays.list(SYSTEM_SCOPE, wanted),
  ])
  const areasOf = reportingAreas(areas, footscans)
  const shiftsOf = Map.groupBy(shifts, ({ local }) => local)
  const holidaysOf = Map.groupBy(holidays, ({ local }) => local)

  return locals.filter(isExpected).map((local): ExpectedLocal => ({
    client: local.client,
    local: local.id,
    timeZone: local.timeZone,
    type: local.type,
    areas: areasOf(local.id),
    openedDay: local.openedOn === null ? null : dayNumber(local.openedOn),
    closedDay: local.closedOn === null ? null : dayNumber(local.closedOn),
    week: openWeek(weekShifts(shiftsOf.get(local.id) ?? [])),
    holidays: new Map((holidaysOf.get(local.id) ?? []).map(({ day, closed }: Holiday) => [dayNumber(day), closed])),
  }))
}

/**
 * The first area in which each local of a client counts: without the weeks, which take longer to work out than others
 * should wait.
 */
export async function expectedPlaces(
  catalog: Pick<Repositories, 'locals' | 'areas' | 'footscans'>,
  client: number,
): Promise<{ local: number; area: number; timeZone: string }[]> {
  const [locals, areas, footscans] = await Promise.all([
    catalog.locals.list(SYSTEM_SCOPE, { client }),
    catalog.areas.list(SYSTEM_SCOPE, { client }),
    catalog.footscans.list(SYSTEM_SCOPE),
  ])
  const areasOf = reportingAreas(areas, footscans)
  return locals.filter(isExpected).map(({ id, timeZone }) => ({ local: id, area: areasOf(id)[0] ?? 0, timeZone }))
}

const isExpected = ({ enabled, paramStatus }: Pick<Local, 'enabled' | 'paramStatus'>) =>
  enabled && paramStatus === 'operative'

/** The areas of a local that have a footscan at work, else all it has, else 0. */
function reportingAreas(
  areas: readonly { readonly id: number; readonly local: number }[],
  footscans: readonly { readonly area: number | null; readonly enabled: boolean }[],
): (local: number) => readonly number[] {
  const areasOf = Map.groupBy(areas, ({ local }) => local)
  const enabled = new Set(footscans.filter((footscan) => footscan.enabled).map(({ area }) => area))
  return (local) => {
    const all = (areasOf.get(local) ?? []).map(({ id }) => id)
    const reporting = all.filter((id) => enabled.has(id))
    return reporting.length ? reporting : all.length ? all : [0]
  }
}
