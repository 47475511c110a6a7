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

/** The fields that an entry says as they were and as they are; none of one that was added or removed. */
export function changesIn({ details }: Pick<AuditPage['entries'][number], 'details'>): readonly FieldChange[] {
  const { before } = details
  if (!isRecord(before)) return []
  return Object.keys(before).map((name) => ({ name, before: before[name], after: details[name] }))
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

/** As the list of the noun writes it, where it has a column for it. */
export function textOfField<Entity extends Entry>(
  { name, value, entity, columns, words, empty }: FieldValue<Entity>,
  { t, format }: Words,
): string {
  if (isNothing(value)) return empty
  if (typeof value === 'string' && (name === 'status' || name === 'dischargeStatus'))
    return t(`${words}states.${value}`)
  const column = columns.find(({ attr }) => attr === name)
  if (column === undefined) return wordOf(value)
  const text = textOf({ ...entity, [name]: value }, column, { t, format })
  return text === '' ? empty : text
}
