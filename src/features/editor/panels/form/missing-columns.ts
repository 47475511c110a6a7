/** Options that name a column which the widget is not given: it would draw nothing, and no other check can tell. */
import type { Columns } from '#engine/core/document/columns'
import { atomsOf, findMetric } from '#domain/metrics/index'
import { isRecord } from '#engine/core/document/pointer'
import { type ColumnHint, type Field, valueOf } from './fields.ts'

export interface MissingColumn {
  readonly option: string
  readonly column: string
}

/**
 * `inputs` are those that have a query; `columnsOf` gives their columns, undefined where they are known with the data
 * only: then nothing is said.
 */
export function missingColumns(
  fields: readonly Field[],
  options: Readonly<Record<string, unknown>>,
  inputs: readonly string[],
  columnsOf: (input: string) => Columns | undefined,
): readonly MissingColumn[] {
  const [first] = inputs
  const has = (columns: Columns, id: string, { role, metrics }: ColumnHint): boolean => {
    const found = columns.get(id)
    if (found !== undefined && (role === undefined || found === role)) return true
    const metric = metrics ? findMetric(id) : undefined
    return metric !== undefined && atomsOf(metric).every((atom) => columns.get(atom) === 'measure')
  }
  const isMissing = (id: string, hint: ColumnHint) => {
    const given = [hint.input ?? first, hint.orInput].flatMap((input) =>
      input !== undefined && inputs.includes(input) ? [columnsOf(input)] : [],
    )
    return id !== '' && given.length > 0 && !given.some((columns) => columns === undefined || has(columns, id, hint))
  }
  const named = (field: Field, value: unknown): readonly string[] => {
    const { shape } = field
    const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
    if (shape.kind === 'column' || shape.kind === 'columns') return texts.filter((id) => isMissing(id, shape.column))
    // A list of metrics is worked out from the first input.
    if (shape.kind === 'ordered')
      return texts.filter((id) => findMetric(id) !== undefined && isMissing(id, { role: 'measure', metrics: true }))
    if (shape.kind !== 'objects' || !Array.isArray(value)) return []
    return value.flatMap((item: unknown) =>
      isRecord(item)
        ? shape.fields.flatMap((part) => (Object.hasOwn(item, part.key) ? named(part, item[part.key]) : []))
        : [],
    )
  }
  const isInForce = ({ when }: Field) =>
    when === undefined ||
    Object.entries(when).every(([key, wanted]) => {
      const other = fields.find((field) => field.key === key)
      return other === undefined || valueOf(other, options) === wanted
    })
  return fields
    .filter(isInForce)
    .flatMap((field) =>
      [...new Set(named(field, valueOf(field, options)))].map((column) => ({ option: field.key, column })),
    )
}
