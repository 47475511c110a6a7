/** Options that name a column which the widget is not given: it would draw nothing, and no other check can tell. */
import type { Columns } from './columns.ts'
import { atomsOf, findMetric } from '#domain/metrics/index'
import { isRecord } from './pointer.ts'
import { type ColumnHint, type Field, isInForce, valueOf } from './option-fields.ts'

export interface MissingColumn {
  readonly option: string
  readonly column: string
}

interface NamedColumn extends MissingColumn {
  readonly hint: ColumnHint
}

/** Whether columns have this one, in its role, or the sums of the metric that it names. */
function has(columns: Columns, id: string, { role, metrics }: ColumnHint): boolean {
  const found = columns.get(id)
  if (found !== undefined && (role === undefined || found === role)) return true
  const metric = metrics ? findMetric(id) : undefined
  return metric !== undefined && atomsOf(metric).every((atom) => columns.get(atom) === 'measure')
}

/** The columns that the options in force name, in the order of the form. */
function namedColumns(fields: readonly Field[], options: Readonly<Record<string, unknown>>): readonly NamedColumn[] {
  const named = (field: Field, value: unknown): readonly Omit<NamedColumn, 'option'>[] => {
    const { shape } = field
    const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '')
    if (shape.kind === 'column' || shape.kind === 'columns')
      return texts.map((column) => ({ column, hint: shape.column }))
    // A list of metrics is worked out from the first input.
    if (shape.kind === 'ordered')
      return texts
        .filter((id) => findMetric(id) !== undefined)
        .map((column) => ({ column, hint: { role: 'measure', metrics: true } }))
    if (shape.kind !== 'objects' || !Array.isArray(value)) return []
    return value.flatMap((item: unknown) =>
      isRecord(item)
        ? shape.fields.flatMap((part) => (Object.hasOwn(item, part.key) ? named(part, item[part.key]) : []))
        : [],
    )
  }
  return fields
    .filter((field) => isInForce(field, fields, options))
    .flatMap((field) => named(field, valueOf(field, options)).map((one) => ({ option: field.key, ...one })))
}

/**
 * `inputs` are those that have a query; `columnsOf` gives their columns, undefined where they are known with the data
 * only: then none is reported.
 */
export function missingColumns(
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
  inputs: readonly string[],
  columnsOf: (input: string) => Columns | undefined,
): readonly MissingColumn[] {
  const [first] = inputs
  const isMissing = ({ column, hint }: NamedColumn) => {
    const given = [hint.input ?? first, hint.orInput].flatMap((input) =>
      input !== undefined && inputs.includes(input) ? [columnsOf(input)] : [],
    )
    return given.length > 0 && !given.some((columns) => columns === undefined || has(columns, column, hint))
  }
  const missing = namedColumns(fields, options).filter(isMissing)
  return [...new Map(missing.map(({ option, column }) => [`${option} ${column}`, { option, column }])).values()]
}

/**
 * The columns of one input that the options in force name, each with the check for them. Columns that another input may
 * have as well are left out.
 */
export function columnsOfOptions(
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
  inputs: readonly string[],
  input: string,
): readonly { readonly column: string; readonly isIn: (columns: Columns) => boolean }[] {
  return namedColumns(fields, options)
    .filter(({ hint }) => (hint.input ?? inputs[0]) === input && hint.orInput === undefined)
    .map(({ column, hint }) => ({ column, isIn: (columns) => has(columns, column, hint) }))
}
