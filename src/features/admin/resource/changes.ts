/** What an entry of the audit log says that was changed, and how a value is written. */
import { isRecord } from '#domain/record'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import type { ResourceColumn } from '#ui'
import { textOf, type Words } from '#ui/resource-table/values.ts'
import { wordOf } from '../audit/filters.ts'
import type { Entry } from './resource.ts'

export interface FieldChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** What of two records differs; other values as they are. */
function differing(before: unknown, after: unknown): readonly [unknown, unknown] {
  if (!isRecord(before) || !isRecord(after)) return [before, after]
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const of = (record: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
  return [of(before), of(after)]
}

/** The fields that an entry says as they were and as they are; none of one that was added or removed. */
export function changesIn({ details }: Pick<AuditPage['entries'][number], 'details'>): readonly FieldChange[] {
  const { before } = details
  if (!isRecord(before)) return []
  return Object.keys(before).map((name) => {
    const [was, is] = differing(before[name], details[name])
    return { name, before: was, after: is }
  })
}

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
