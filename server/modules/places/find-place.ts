/** A place that an administrator names, and who is one. */
import type { Repositories } from '../../catalog.ts'
import { clientNotFound, localNotFound } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { AllClients, Scope } from '../../lib/scope.ts'
import type { PlaceKind, StoredPlace } from './stored-place.ts'

/** Throws ADMIN_REQUIRED. */
export function allOf(scope: Scope): AllClients {
  // A demo account reads made-up names, and puts no real places right by them.
  if (scope.clients !== 'all' || scope.demo)
    throw new AppError('ADMIN_REQUIRED', 'Only an administrator who is no demo account may do this.')
  return scope as AllClients
}

export const placeNotFound = (kind: PlaceKind, id: number) =>
  kind === 'client'
    ? clientNotFound(id)
    : kind === 'local'
      ? localNotFound(id)
      : new AppError('AREA_NOT_FOUND', `There is no area ${id} among those this account may see.`, { area: id })

/** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, AREA_NOT_FOUND. */
export async function findPlace(
  { places }: Pick<Repositories, 'places'>,
  scope: AllClients,
  kind: PlaceKind,
  id: number,
): Promise<StoredPlace> {
  const found = await places.find(scope, kind, id)
  if (found === undefined) throw placeNotFound(kind, id)
  return found
}
