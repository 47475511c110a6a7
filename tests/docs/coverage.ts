/**
 * Reads docs/coverage.md: each sentence of a specification with the test that holds it, or the reason why none does.
 */

export interface CoverageRow {
  readonly line: number
  /** Section of the specification, for example `1 §5`. */
  readonly section: string
  readonly sentence: string
  /** Tests as `file › name`; empty when a reason is given instead. */
  readonly tests: readonly { readonly file: string; readonly name: string }[]
  readonly reason: string
}

/** Rows of the tables: `| section | sentence | file › name; file › name |`, or `| section | sentence | reason: … |`. */
export function coverageRows(text: string): CoverageRow[] {
  return text.split('\n').flatMap((source, index) => {
    const cells = /^\|(.+)\|$/
      .exec(source.trim())?.[1]
      ?.split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (cells === undefined || cells.length !== 3 || cells[0] === 'section' || /^-+$/.test(cells[0] ?? '')) return []
    const [section = '', sentence = '', held = ''] = cells
    const reason = /^reason: (.+)$/.exec(held)?.[1] ?? ''
    const tests =
      reason === ''
        ? held.split(/; (?=\S+\.(?:ts|tsx) › )/).map((one) => {
            const [file = '', ...name] = one.split(' › ')
            return { file, name: name.join(' › ') }
          })
        : []
    return [{ line: index + 1, section, sentence, tests, reason }]
  })
}
