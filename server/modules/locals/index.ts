/** Locals with their areas, their footscans and their calendars. */
import type { ServerModule } from '../../module.ts'
import { localRepo } from './repo.ts'
import { localRecordRepo } from './record-repo.ts'
import { localRecords } from './record-tables.ts'
import type { LocalPlansTable } from './record-tables.ts'
import { areaRepo } from './area-repo.ts'
import { footscanRepo } from './footscan-repo.ts'
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
    local_plans: LocalPlansTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly locals: ReturnType<typeof localRepo>
    readonly localRecords: ReturnType<typeof localRecordRepo>
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
    localRecords: localRecordRepo,
    areas: areaRepo,
    footscans: footscanRepo,
    holidays: holidayRepo,
    openingHours: openingHourRepo,
  },
  steps: { '0038-local-records': localRecords },
  start: () => import('./start.ts'),
}
