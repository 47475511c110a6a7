/** How the holiday library calls languages, where it is not by their code. */
const CODES: Readonly<Record<string, string>> = { cs: 'cz' }
const LANGUAGES = new Map(Object.entries(CODES).map(([language, code]) => [code, language]))

export const libraryCode = (language: string): string => CODES[language] ?? language
/** The language that the library calls so. */
export const languageOf = (code: string): string => LANGUAGES.get(code) ?? code
