import { isRecord } from '#domain/record'
import type { ResourceColumn } from '#ui'
import { textOf, type Words } from '#ui/resource-table/values.ts'
import { wordOf } from '../audit/filters.ts'
import type { Entry } from './resource.ts'

interface FieldValue<Entity extends Entry> {
  readonly name: string
  readonly value: unknown
  readonly entity: Entity
  readonly columns: readonly ResourceColumn<Entity>[]
  readonly words: string
  readonly empty: string
}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isRecord(value) && Object.keys(value).length === 0)

/** As the list of the noun writes it, where it has a column for it; of a record, each of its values with its name. */
export function textOfField<Entity extends Entry>(
  { name, value, entity, columns, words, empty }: FieldValue<Entity>,
  { t, format }: Words,
): string {
  if (isNothing(value)) return empty
  if (typeof value === 'string' && (name === 'status' || name === 'dischargeStatus'))
    return t(`${words}states.${value}`)
  const column = columns.find(({ attr }) => attr === name)
  if (column === undefined && isRecord(value))
    return Object.entries(value)
      .map(([key, one]) => `${columns.find(({ attr }) => attr === `${name}.${key}`)?.label ?? key}: ${wordOf(one)}`)
      .join(', ')
  if (column === undefined) return wordOf(value)
  const text = textOf({ ...entity, [name]: value }, column, { t, format })
  return text === '' ? empty : text
}
