/** Rules of a local that its schema cannot express. */
import { addressProblem, areOrdered, isPosition } from '#domain/local-rules'
import type { AddressProblem } from '#domain/local-rules'
import { dayNumber } from '#domain/days'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import { isZone } from '../../facts/zone.ts'
import { AppError } from '../../lib/errors.ts'

const SENTENCES: Readonly<Record<AddressProblem, (country: string, zipCode: string) => string>> = {
  countryRequired: () => 'A local needs a country; give its code of two letters, for example ES.',
  countryInvalid: (country) => `There is no country ${country}; give its code of two letters, for example ES.`,
  zipCodeRequired: (country) => `A local in ${country} needs a zip code.`,
  zipCodeInvalid: (country, zipCode) => `${zipCode} is no zip code of ${country}.`,
}

/**
 * Throws LOCAL_ADDRESS_INVALID, LOCAL_POSITION_INVALID, PLACE_TIME_ZONE_INVALID, LOCAL_LIMITS_INVALID, DATE_INVALID.
 */
export function checkLocal({ geo, timeZone, limits = [], openedOn = null }: LocalRecordDraft): void {
  const { countryCode, zipCode, lat = null, lng = null } = geo
  const problem = addressProblem(countryCode, zipCode)
  if (problem !== null)
    throw new AppError('LOCAL_ADDRESS_INVALID', SENTENCES[problem](countryCode ?? '', zipCode ?? ''), {
      problem,
      countryCode: countryCode ?? '',
      zipCode: zipCode ?? '',
    })
  if (!isPosition(lat, lng))
    throw new AppError('LOCAL_POSITION_INVALID', 'A position has a latitude and a longitude, or neither.', { lat, lng })
  if (!isZone(timeZone))
    throw new AppError(
      'PLACE_TIME_ZONE_INVALID',
      `There is no time zone ${JSON.stringify(timeZone)}; give an IANA name such as Europe/Madrid.`,
      { timeZone },
    )
  if (!areOrdered(limits))
    throw new AppError('LOCAL_LIMITS_INVALID', `The limits ${limits.join(', ')} are not from highest to lowest.`, {
      limits,
    })
  if (openedOn !== null) dayNumber(openedOn)
}
