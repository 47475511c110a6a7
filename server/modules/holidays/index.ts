/** Holidays of locals, beside the official ones of their place. */
import type { ServerModule } from '../../module.ts'
import { holidayRegionRepo } from './repo.ts'

interface HolidayRegionsTable {
  local_id: number
  /** ISO 3166-1. */
  country: string
  /** As the holiday library names it; null = the whole country. */
  region: string | null
}

declare module '../../db/tables.ts' {
  interface Tables {
    holiday_regions: HolidayRegionsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly holidayRegions: ReturnType<typeof holidayRegionRepo>
  }
}

export const holidays: ServerModule = {
  name: 'holidays',
  repositories: { holidayRegions: holidayRegionRepo },
  start: () => import('./start.ts'),
}
