/** Why no file can be made, and where the figures are that an export does not hold. */
import { OTHER_FIGURES, otherFiguresPath, type OtherFigures } from '#domain/imports'
import { isRecord } from '#domain/record'

export interface Elsewhere {
  readonly kind: OtherFigures
  readonly href: string
}

export interface Refusal {
  readonly text: string
  readonly elsewhere: readonly Elsewhere[]
}

/** The dashboards that EXPORT_HOURS_NOT_FOUND names. */
export function elsewhereOf(cause: unknown): Elsewhere[] {
  const details = isRecord(cause) && cause.code === 'EXPORT_HOURS_NOT_FOUND' ? cause.details : undefined
  const has: unknown[] = isRecord(details) && Array.isArray(details.has) ? details.has : []
  return has.flatMap((one) => {
    const kind = isRecord(one) ? OTHER_FIGURES.find((known) => known === one.kind) : undefined
    return kind === undefined || !isRecord(one) || typeof one.client !== 'number'
      ? []
      : [{ kind, href: otherFiguresPath(kind, one.client) }]
  })
}
