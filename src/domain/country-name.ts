/** The name of a country (ISO 3166-1 alpha-2) in a language; what is no code stays as it is. */
export const countryName = (code: string, language: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code) : code
