import type { Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { Caller } from '../../lib/caller.ts'
import type { StoredReport } from './repo.ts'

export const reportNotFound = (id: number) =>
  new AppError('REPORT_NOT_FOUND', `This account has no report ${id}.`, { report: id })

/** One of the caller's own. Throws REPORT_NOT_FOUND. */
export async function findReport(
  { reports }: Pick<Repositories, 'reports'>,
  { scope }: Caller,
  id: number,
): Promise<StoredReport> {
  const found = await reports.find(scope, id)
  if (found === undefined) throw reportNotFound(id)
  return found
}
