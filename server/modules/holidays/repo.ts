/** Which country's and region's holidays a local keeps, where they were chosen. */
import { readable, requireLocal } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface HolidayRegion {
  readonly country: string
  readonly region: string | null
}

export function holidayRegionRepo(db: Db) {
  return {
    async find(scope: Scope, local: number): Promise<HolidayRegion | undefined> {
      return db
        .selectFrom('holiday_regions')
        .innerJoin('locals', 'locals.id', 'holiday_regions.local_id')
        .select(['holiday_regions.country', 'holiday_regions.region'])
        .where('local_id', '=', local)
        .where(readable(scope, 'locals.client_id'))
        .executeTakeFirst()
    },

    /** Throws LOCAL_NOT_FOUND for a local outside the scope. */
    async save(scope: Scope, local: number, { country, region }: HolidayRegion): Promise<void> {
      await requireLocal(db, scope, local)
      await db
        .insertInto('holiday_regions')
        .values({ local_id: local, country, region })
        .onConflict((conflict) => conflict.column('local_id').doUpdateSet({ country, region }))
        .execute()
    },
  }
}
