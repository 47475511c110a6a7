/** Zip codes and the countries they are of (decision 81). */
import * as countries from 'validator/lib/isISO31661Alpha2.js'
import * as postal from 'validator/lib/isPostalCode.js'

// Node gives the whole module as the default of one that is CommonJS, bundlers give what it exports.
const given = postal.default as typeof postal.default | { readonly default: typeof postal.default }
const isPostalCode = typeof given === 'function' ? given : given.default

const KNOWN: ReadonlySet<string> = new Set(postal.locales)

/** ISO 3166-1 alpha-2. */
export const COUNTRY_CODES: readonly string[] = [...countries.CountryCodes].toSorted()
const COUNTRIES: ReadonlySet<string> = new Set(COUNTRY_CODES)
export const isCountryCode = (code: string): boolean => COUNTRIES.has(code)

/** Whether addresses of this country need a zip code: whose form is not known may have none. */
export const needsZipCode = (country: string): boolean => KNOWN.has(country)

/** Whether this is a zip code of the country; of one whose form is not known, any is. */
export const isZipCodeOf = (country: string, zipCode: string): boolean =>
  !KNOWN.has(country) || isPostalCode(zipCode.trim(), country as Parameters<typeof isPostalCode>[1])
