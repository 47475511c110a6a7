/** Opening hours and holidays. For accounts with scheduleManager. */
import type { AreaOpeningHours } from '#schemas/generated/api/area-opening-hours.ts'
import type { HolidayChanges } from '#schemas/generated/api/holiday-changes.ts'
import type { HolidayQuery } from '#schemas/generated/api/holiday-query.ts'
import type { OpeningHourRow } from '#schemas/generated/api/opening-hour-row.ts'
import type { OpeningHoursList } from '#schemas/generated/api/opening-hours-list.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import type { HolidayChange } from '#schemas/generated/entities/holiday-change.ts'
import type { LocalArea } from '#schemas/generated/entities/local-area.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { ApiClient } from './client.ts'

export const scheduleApi = (client: ApiClient) => ({
  clients: (signal?: AbortSignal): Promise<Client[]> => client.list('/clients', { signal }),
  locals: (of: number, signal?: AbortSignal): Promise<Local[]> =>
    client.list('/locals', { query: { client: of }, signal }),
  areas: (of: number, signal?: AbortSignal): Promise<LocalArea[]> => client.list(`/areas/client/${of}`, { signal }),
  hours: (of: number, signal?: AbortSignal): Promise<OpeningHourRow[]> =>
    client.list(`/opening-hours/client/${of}`, { signal }),
  /** OPENING_HOURS_OVERLAP, OPENING_HOURS_EMPTY. What is not in the list is no longer open. */
  saveClient: (id: number, list: OpeningHoursList): Promise<OpeningHourRow[]> =>
    client.list(`/opening-hours/client/${id}`, { method: 'PUT', body: list }),
  saveLocal: (id: number, list: OpeningHoursList): Promise<OpeningHourRow[]> =>
    client.list(`/opening-hours/local/${id}`, { method: 'PUT', body: list }),
  saveArea: (local: number, hours: AreaOpeningHours): Promise<OpeningHourRow[]> =>
    client.list(`/opening-hours/local/${local}/area`, { method: 'PUT', body: hours }),
  /** HOLIDAY_REGION_UNKNOWN. */
  holidays: (local: number, query: HolidayQuery, signal?: AbortSignal): Promise<HolidayCalendar> =>
    client.json(`/holidays/local/${local}`, { query: { ...query }, signal }),
  /** HOLIDAY_PAST, HOLIDAY_REGION_UNKNOWN. */
  changeHolidays: (local: number, changes: HolidayChanges): Promise<HolidayChange> =>
    client.json(`/holidays/local/${local}`, { method: 'PUT', body: changes }),
})

export type ScheduleApi = ReturnType<typeof scheduleApi>
