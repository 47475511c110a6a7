/**
 * One measure of a point in its tooltip: what it is, what it was, and the change. Grey: whether one point's change is
 * noise is not known here.
 */
import type { UiFormat } from '#ui'
import type { TooltipRow } from '#ui/chart/tooltip-rows.ts'
import type { Completeness } from '#engine/types'
import type { Field } from './fields.ts'

export function spotRow(
  field: Field,
  {
    value,
    before,
    state,
    tone,
    format,
  }: {
    value: number | null
    before: number | null
    /** The state of the figure: one that may still change is never announced as final. */
    state: Completeness
    tone: number
    format: Pick<UiFormat, 'change' | 'exact'>
  },
): TooltipRow {
  const change = before === null ? null : format.change(value, before, field.format)
  return {
    id: field.id,
    name: field.label,
    mark: 'bar',
    tone,
    value: format.exact(value, field.format),
    reference: before === null ? null : format.exact(before, field.format),
    change: change?.text ?? null,
    state,
    isReferenceOnly: false,
  }
}
