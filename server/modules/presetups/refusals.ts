/** Errors of a pre-setup, or of points, that cannot be saved. */
import type { SetupProblem } from '#domain/presetup'
import { AppError } from '../../lib/errors.ts'

export function refusalOfSetup(problem: SetupProblem): AppError {
  switch (problem.reason) {
    case 'areaMissing':
    case 'pointMissing':
      return new AppError('REQUEST_INVALID', 'A point needs an area and a point.')
    case 'areaUnknown':
      return new AppError('SETUP_AREA_NOT_FOUND', `${problem.area} is none of the areas of this pre-setup.`, {
        area: problem.area,
      })
    case 'areaTwice':
      return new AppError(
        'SETUP_AREA_TAKEN',
        `There are two areas called ${problem.area}; name one of them otherwise.`,
        {
          area: problem.area,
        },
      )
    case 'taken':
      return new AppError(
        'POINT_TAKEN',
        `${problem.point} is in ${problem.area} already; a point is in one area only.`,
        {
          point: problem.point,
          area: problem.area,
        },
      )
    case 'unrelated':
      return new AppError('POINT_RELATION_REQUIRED', `${problem.point} is outside: relate it to another point.`, {
        point: problem.point,
      })
    case 'relationUnknown':
      return new AppError(
        'POINT_NOT_FOUND',
        `${problem.point} is related to ${problem.related}, which is no other point of this local.`,
        { point: problem.point, related: problem.related },
      )
    case 'macTwice':
      return new AppError('SETUP_MAC_TAKEN', `${problem.mac} is in ${problem.where} already.`, {
        mac: problem.mac,
        where: problem.where,
      })
    case 'macOfNone':
      return new AppError('MAC_INVALID', `${problem.mac} is not the MAC of a device.`, { mac: problem.mac })
    case 'shiftEmpty':
      return new AppError('OPENING_HOURS_EMPTY', `A shift of ${problem.area} opens and closes at ${problem.opening}.`, {
        area: problem.area,
        weekDay: problem.day,
        opening: problem.opening,
      })
    case 'shiftsOverlap':
      return new AppError(
        'OPENING_HOURS_OVERLAP',
        `The shifts ${problem.first} and ${problem.second} of ${problem.area} overlap on weekday ${problem.day}.`,
        { area: problem.area, weekDay: problem.day, first: problem.first, second: problem.second },
      )
    case 'nameShort':
      return new AppError('REQUEST_INVALID', 'A name has three characters at least.', { place: 'body.name' })
    case 'distributionMissing':
      return new AppError('ZONE_DISTRIBUTION_REQUIRED', 'Zone distribution is mandatory!')
    case 'outsideTypeMissing':
      return new AppError('OUTSIDE_TYPE_REQUIRED', 'Outside type must be indicated!')
  }
}

/** Throws REQUEST_INVALID for what names neither a local nor a client. */
export function requirePlace({ client, local }: { client?: number | null; local?: number | null }): void {
  if ((client ?? null) === null && (local ?? null) === null)
    throw new AppError('REQUEST_INVALID', 'Name a local, or a client.', { place: 'body.local' })
}
