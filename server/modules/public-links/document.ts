/** The document as the readers of a link get it: no gesture on a chart leads to days that the link does not show. */
import { CALENDAR_FILTERS } from '#domain/calendar-filters'
import { isRecord } from '#domain/record'
import type { PublicLink } from '#schemas/generated/entities/public-link.ts'

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** The text as it is where it sets no days by a gesture. */
export function withoutDayGestures(text: string, periods: PublicLink['periods']): string {
  const document = record(JSON.parse(text))
  let isChanged = false
  const kindOf = (place: string, section: Record<string, unknown>): unknown => {
    const [id = ''] = place.split('.')
    return record(record(section.declares)[id] ?? record(document.params)[id]).type
  }
  const widgets = Object.entries(record(document.widgets)).map(([id, widget]): [string, unknown] => {
    if (!isRecord(widget) || !isRecord(widget.emits)) return [id, widget]
    const kept = Object.entries(widget.emits).filter(([, gesture]) => {
      const target = record(gesture).set
      // A section may have filters of its own under the same name: each of them counts.
      const kinds = [{}, ...sectionsOf(document)].map((section) => kindOf(String(target), section))
      return periods !== 'snapshot' && !kinds.some((kind) => CALENDAR_FILTERS.has(String(kind)))
    })
    if (kept.length === Object.keys(widget.emits).length) return [id, widget]
    isChanged = true
    return [id, { ...widget, emits: Object.fromEntries(kept) }]
  })
  return isChanged ? JSON.stringify({ ...document, widgets: Object.fromEntries(widgets) }) : text
}

function sectionsOf(document: Record<string, unknown>): Record<string, unknown>[] {
  const { sections } = record(document.layout)
  return Array.isArray(sections) ? sections.filter(isRecord) : []
}
