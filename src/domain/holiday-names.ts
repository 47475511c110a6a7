/**
 * How a holiday is named to a reader: in their language where the name is known in it, beside the one that was kept.
 */
export interface SaidName {
  readonly text: string
  readonly language: string | undefined
}

/**
 * @param kept the name that was stored, in the words of the person who stored it
 * @param official how the country's calendar names the day
 * @param ofPlace the language of the country
 */
export function holidayNames(
  kept: string | undefined,
  official: { readonly name: string; readonly language: string } | undefined,
  ofPlace: string | null,
  reader: string,
): readonly SaidName[] {
  const own = kept === undefined || kept === '' ? [] : [{ text: kept, language: ofPlace ?? undefined }]
  if (official === undefined) return own
  const known = { text: official.name, language: official.language }
  if (own.length === 0) return [known]
  const isTranslated = official.language === reader && reader !== ofPlace && official.name !== kept
  return isTranslated ? [known, ...own] : own
}
