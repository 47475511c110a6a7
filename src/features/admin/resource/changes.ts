/** The changes in an entry of the audit log. */
import { isRecord } from '#domain/record'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'

export interface FieldChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** The differences of two records; other values unchanged. */
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
