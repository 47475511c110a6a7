/**
 * The language of dates for a reader: English writes the day first, as every table, axis and date field does; a bare
 * `en` would put the month first.
 */
export const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale)
