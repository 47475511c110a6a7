/**
 * Rules about a figure of a widget (decision 118): what such a rule says of the widget's table. The page asks it of the
 * figures on show, the server of the figures of the moment, so both give the same answer.
 */
import type { AlertFigure } from './alert-rules.ts'
import { definitionOfAlert } from './alert-rules.ts'
import type { Outcome } from './alert-evaluation.ts'
import type { Completeness } from './completeness.ts'
import type { ValueFormat } from './format.ts'
import { SETTINGS } from './metrics/settings.ts'

export interface FigureColumn {
  readonly id: string
  /** In the language of the reader. */
  readonly label: string
  readonly format: ValueFormat
  /** A sum of its rows means something. */
  readonly isAdditive: boolean
}

export interface FigureCell {
  readonly value: number | null
  readonly state: Completeness
  /** A change between different sets of stores. */
  readonly isMixed?: boolean
}

export interface FigureRow {
  /** Its key: its members, as they are written in the table. */
  readonly key: string
  readonly label: string
  /** Id of the local that the row is about; null = it is about none, or about more than one. */
  readonly local: number | null
  /** 0 to 1; null where nothing was expected, or nothing is known of it. */
  readonly coverage: number | null
  /** It sums the others up: it is judged where it is asked for by itself. */
  readonly isSum: boolean
  readonly cells: Readonly<Record<string, FigureCell>>
}

/** A widget's table as a rule reads it: its columns of measures. */
export interface FigureTable {
  readonly columns: readonly FigureColumn[]
  /** Each row is another measure, so that one limit fits one of them. */
  readonly isOfMeasures: boolean
  readonly rows: readonly FigureRow[]
  /** Where a comparison is of the same stores, and not of all that were asked about. */
  readonly stores?: FigureNames['stores']
}

/** The condition of a rule on a table; `below` and `above` are in the unit of the column. */
export interface FigureWish {
  readonly column: string
  readonly rows: 'any' | 'every' | 'sum' | 'one'
  /** Key of the row, where it is one. */
  readonly row: string | null
  readonly below: number | null
  readonly above: number | null
}

/** Its name, for the alerts of a rule. */
type FigureNames = NonNullable<AlertFigure['widget']>

/** One thing that a rule has an answer about: a row, or all of them with an empty subject. */
export interface FigureAnswer {
  readonly subject: string
  readonly local: number | null
  readonly row: string
  readonly verdict: Outcome['verdict']
  readonly value: number | null
  readonly state: Completeness
  readonly coverage: number | null
}

/** Both limits are numbers or null, one is there, and together they leave something between. */
export const areLimits = ({ below, above }: Pick<FigureWish, 'below' | 'above'>): boolean =>
  (below !== null || above !== null) && (below === null || above === null || below <= above)

const isOutside = (value: number, { below, above }: Pick<FigureWish, 'below' | 'above'>) =>
  (below !== null && value < below) || (above !== null && value > above)

/**
 * A figure over a part is never an alarm: an incomplete or unfinished figure does not fire, an estimated one only
 * where no more of it is missing than in a comparison. Nor is a change that rests on different sets of stores.
 */
function isSayable({ value, state, isMixed = false }: FigureCell, coverage: number | null): boolean {
  if (value === null || isMixed) return false
  if (state === 'final') return true
  return state === 'estimated' && (coverage ?? 0) >= SETTINGS.comparableCoverage.value
}

/**
 * The verdict of the rule on the rows. Rows of closed days or locals have no figure and are left out; of
 * `every` and `sum` one row that is not known makes all of it silent.
 */
export function figureAnswers(table: FigureTable, wish: FigureWish): readonly FigureAnswer[] {
  const read = table.rows
    .filter(({ key, isSum }) => (wish.rows === 'one' ? key === wish.row : !isSum))
    .flatMap((row) => {
      const cell = row.cells[wish.column]
      return cell === undefined || cell.state === 'closed' ? [] : [{ row, cell }]
    })
  const judged = read.map(({ row, cell }): FigureAnswer => {
    const { key, label, local, coverage } = row
    const verdict = !isSayable(cell, coverage) ? 'silent' : isOutside(cell.value ?? 0, wish) ? 'fires' : 'clear'
    return { subject: key, local, row: label, verdict, value: cell.value, state: cell.state, coverage }
  })
  if (wish.rows === 'any' || wish.rows === 'one') return judged
  const [first] = judged
  if (first === undefined) return []
  const together = { subject: '', local: null, row: '', coverage: null }
  const doubtful = judged.find(({ verdict }) => verdict === 'silent')
  if (doubtful !== undefined) return [{ ...together, verdict: 'silent', value: null, state: doubtful.state }]
  if (wish.rows === 'sum') {
    const value = judged.reduce((sum, one) => sum + (one.value ?? 0), 0)
    return [{ ...together, verdict: isOutside(value, wish) ? 'fires' : 'clear', value, state: first.state }]
  }
  const isOut = judged.every(({ verdict }) => verdict === 'fires')
  // The one that is nearest to the limits represents all of them.
  const values = judged.flatMap(({ value }) => value ?? [])
  const value =
    wish.above !== null && !values.some((one) => one <= (wish.above ?? 0)) ? Math.min(...values) : Math.max(...values)
  return [{ ...together, verdict: isOut ? 'fires' : 'clear', value, state: first.state }]
}

/** The part of an answer that an alert stores. */
export const figureOf = (
  { value, state, coverage, row, local }: FigureAnswer,
  wish: Pick<FigureWish, 'below' | 'above'>,
  { stores, ...names }: Omit<FigureNames, 'row'>,
  day: string,
  asOf: number | null,
): AlertFigure => ({
  value,
  unit: 'count',
  expected: null,
  low: wish.below,
  high: wish.above,
  n: null,
  coverage,
  state,
  definition: definitionOfAlert('figure'),
  asOf,
  day,
  device: null,
  reason: null,
  // One store is not some of them.
  widget: { ...names, row, ...(stores !== undefined && local === null && { stores }) },
})
