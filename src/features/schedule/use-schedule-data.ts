/** A client's hours from the server, requested anew by every visit, and saving them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DayShift } from '#domain/schedule'
import type { ScheduleTarget } from '#domain/schedule-scope'
import { rowsFor } from '#domain/schedule-scope'
import type { WeekShift } from '#domain/week-edit'
import type { HolidayChanges } from '#schemas/generated/api/holiday-changes.ts'
import type { HolidayQuery } from '#schemas/generated/api/holiday-query.ts'
import type { LocalArea } from '#schemas/generated/entities/local-area.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { useSchedule } from './schedule-frame.tsx'

const FRESH = { staleTime: 0 } as const
const clientKey = (client: number | null) => ['schedule', 'client', client] as const
const holidayKey = (local: number) => ['schedule', 'holidays', local] as const

export function useClients() {
  const { api } = useSchedule()
  return useQuery({ queryKey: ['schedule', 'clients'], queryFn: ({ signal }) => api.clients(signal) })
}

export interface ClientHours {
  readonly locals: readonly Local[]
  readonly areas: readonly LocalArea[]
  readonly rows: readonly DayShift[]
}

/** Locals, areas and hours of a client; nothing is asked without one. */
export function useClientHours(client: number | null) {
  const { api } = useSchedule()
  return useQuery({
    queryKey: clientKey(client),
    enabled: client !== null,
    ...FRESH,
    async queryFn({ signal }): Promise<ClientHours> {
      const of = client ?? 0
      const [locals, areas, rows] = await Promise.all([
        api.locals(of, signal),
        api.areas(of, signal),
        api.hours(of, signal),
      ])
      return {
        locals,
        areas,
        rows: rows.map(({ local, area, week_day: weekDay, opening, closing }) => ({
          local,
          area,
          weekDay,
          opening,
          closing,
        })),
      }
    },
  })
}

/** Saves the week of a target; resolves when the client's data has been read again. */
export function useSaveWeek(): (
  target: ScheduleTarget,
  week: readonly WeekShift[],
  locals: readonly Local[],
) => Promise<void> {
  const { api } = useSchedule()
  const queries = useQueryClient()
  return async (target, week, locals) => {
    const list = rowsFor(target, week, locals).map(({ local, area, weekDay, opening, closing }) => ({
      local,
      area,
      week_day: weekDay,
      opening,
      closing,
    }))
    if (target.scope === 'CLIENT') await api.saveClient(target.client, list)
    else if (target.scope === 'LOCAL') await api.saveLocal(target.local, list)
    else await api.saveArea(target.local, { area: target.area, local: target.local, ohs: list })
    await queries.invalidateQueries({ queryKey: clientKey(target.client) })
  }
}

/** A year of holidays. The last answer stays on show while another year or place is loading. */
export function useHolidays(local: number, query: HolidayQuery) {
  const { api } = useSchedule()
  return useQuery({
    queryKey: [...holidayKey(local), query],
    queryFn: ({ signal }) => api.holidays(local, query, signal),
    ...FRESH,
    placeholderData: (before, was) => (was?.queryKey[2] === local ? before : undefined),
  })
}

export function useChangeHolidays(local: number) {
  const { api } = useSchedule()
  const queries = useQueryClient()
  return async (changes: HolidayChanges) => {
    const done = await api.changeHolidays(local, changes)
    await queries.invalidateQueries({
      queryKey: changes.everywhere === true ? ['schedule', 'holidays'] : holidayKey(local),
    })
    return done
  }
}
