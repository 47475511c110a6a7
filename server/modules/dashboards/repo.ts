/** Dashboards made by people, and every document they ever had. A revision is written once and never changed. */
import type { Db } from '../../db/tables.ts'
import { dashboardAudiences } from './audience-repo.ts'
import { dashboardChanges } from './change-repo.ts'
import { dashboardFolders } from './folder-repo.ts'
import { dashboardHeads } from './head-repo.ts'
import { dashboardRevisions } from './revision-repo.ts'

export const dashboardRepo = (db: Db) => ({
  ...dashboardHeads(db),
  ...dashboardFolders(db),
  ...dashboardAudiences(db),
  ...dashboardChanges(db),
  ...dashboardRevisions(db),
})
