/** Locals with their areas, their footscans and their calendars. */
import type { ServerModule } from '../../module.ts'
import { localRepo } from './repo.ts'
import { areaRepo, footscanRepo } from './area-repo.ts'
import { holidayRepo, openingHourRepo } from './calendar-repo.ts'
import type {
  AreasTable,
  FootscansTable,
  HolidaysTable,
  LocalParamsTable,
  LocalsTable,
  OpeningHoursTable,
} from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    locals: LocalsTable
    areas: AreasTable
    footscans: FootscansTable
    opening_hours: OpeningHoursTable
    holidays: HolidaysTable
    local_params: LocalParamsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly locals: ReturnType<typeof localRepo>
    readonly areas: ReturnType<typeof areaRepo>
    readonly footscans: ReturnType<typeof footscanRepo>
    readonly holidays: ReturnType<typeof holidayRepo>
    readonly openingHours: ReturnType<typeof openingHourRepo>
  }
}

export const locals: ServerModule = {
  name: 'locals',
  repositories: {
    locals: localRepo,
    areas: areaRepo,
    footscans: footscanRepo,
    holidays: holidayRepo,
    openingHours: openingHourRepo,
  },
  start: () => import('./start.ts'),
}
