/** Why a line is not counted, in words. */
type Translate = (key: string) => string

const known = (code: string, t: Translate): string | null => {
  const words = t(`imports:quarantine.${code}`)
  return words.endsWith(code) || words.startsWith('[') ? null : words
}

export const reasonWords = (code: string, t: Translate): string => known(code, t) ?? code

/** An example of a file that was refused says its place and its reason: `days.csv:12 FUTURE 2031-01-01 | Plaza`. */
export const exampleWords = (line: string, t: Translate): string =>
  line.replace(/^(.+?:\d+) ([A-Z][A-Z_]+) /, (whole, at: string, code: string) => {
    const words = known(code, t)
    return words === null ? whole : `${at}  ${words}: `
  })
