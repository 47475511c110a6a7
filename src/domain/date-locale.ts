/**
 * The locale of date fields for a reader: English writes the day first, as `written.ts` does; a bare `en` would put the
 * month first.
 */
export const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale)
