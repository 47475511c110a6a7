/** A thumbnail of a document: the kinds of its widgets at their places on the large grid, section below section. */
import { isRecord } from '#domain/record'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'

export type Preview = Dashboard['preview']

/** A miniature shows no more; the schema has the same limit. */
const MAX_TILES = 24
const COLUMNS = 12
/** Of a widget without a place: half the width, as the page stacks it. */
const USUAL = { w: 6, h: 6 }

const whole = (value: unknown, otherwise: number, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? Math.min(value, most) : otherwise

/** Reads any JSON; what is missing or wrong is left out. */
export function previewOf(document: unknown): Preview {
  const { layout, widgets, grids } = isRecord(document) ? document : {}
  const sections = isRecord(layout) && Array.isArray(layout.sections) ? (layout.sections as unknown[]) : []
  const large = isRecord(grids) && isRecord(grids.large) ? grids.large : {}
  const tiles: Preview[number][] = []
  let top = 0
  for (const section of sections) {
    const ids =
      isRecord(section) && Array.isArray(section.widgets)
        ? (section.widgets as unknown[]).filter((id) => typeof id === 'string')
        : []
    let bottom = 0
    let free = 0
    for (const id of ids) {
      const widget = isRecord(widgets) && Object.hasOwn(widgets, id) ? widgets[id] : undefined
      const type = isRecord(widget) && typeof widget.type === 'string' ? widget.type.slice(0, 64) : null
      if (type === null || (isRecord(widget) && widget.hidden === true)) continue
      const place = Object.hasOwn(large, id) ? large[id] : undefined
      const given = isRecord(place) ? place : { x: (free % 2) * USUAL.w, y: Math.floor(free / 2) * USUAL.h, ...USUAL }
      free += 1
      const x = whole(given.x, 0, COLUMNS - 1)
      const [y, w, h] = [
        whole(given.y, 0, 200),
        Math.max(1, whole(given.w, USUAL.w, COLUMNS - x)),
        Math.max(1, whole(given.h, USUAL.h, 100)),
      ]
      bottom = Math.max(bottom, y + h)
      tiles.push({ type, x, y: top + y, w, h })
    }
    top += bottom
  }
  return tiles.slice(0, MAX_TILES)
}
