import type { Upload } from '#schemas/generated/entities/upload.ts'
import type { Repositories } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StoredUpload } from './repo.ts'

/** Uploads with the name of who sent them, where the caller may know it. */
export async function named(
  { users }: Pick<Repositories, 'users'>,
  scope: Scope,
  list: readonly StoredUpload[],
): Promise<Upload[]> {
  const names = new Map(
    list.length === 0 ? [] : (await users.list(SYSTEM_SCOPE)).map(({ id, username }) => [id, username]),
  )
  return list.map(({ userId, ...rest }) => ({
    ...rest,
    uploadedBy: userId !== null && (!scope.demo || userId === scope.userId) ? (names.get(userId) ?? null) : null,
  }))
}
