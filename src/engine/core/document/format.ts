/**
 * The one way a layout is written: known keys in the order of the docs, all others as the author ordered them, and
 * each value that fits on a line on one line, so that a widget's place or a step is one line and a diff shows one
 * change.
 */
import { KEYS } from './keys.ts'
import { isRecord } from './pointer.ts'

const WIDTH = 120

/** Canonical text of a layout, with a line end. Formatting twice changes nothing, and no value changes. */
export function formatLayout(document: Record<string, unknown>): string {
  return `${print(ordered(document), 0, 0)}\n`
}

function ordered(document: Record<string, unknown>): Record<string, unknown> {
  const each = (map: unknown, order: readonly string[]) =>
    isRecord(map) ? fromEntries(Object.entries(map).map(([id, value]) => [id, sortKeys(value, order)])) : map
  const result: [string, unknown][] = Object.entries(sortKeys(document, KEYS.document) as Record<string, unknown>).map(
    ([key, value]) => {
      if (key === 'widgets') return [key, each(value, KEYS.widget)]
      if (key === 'params') return [key, each(value, KEYS.param)]
      if (key === 'queries') return [key, each(value, KEYS.query)]
      if (key === 'grids' && isRecord(value))
        return [key, fromEntries(Object.entries(value).map(([size, grid]) => [size, each(grid, KEYS.gridItem)]))]
      if (key === 'layout' && isRecord(value) && Array.isArray(value.sections))
        return [
          key,
          {
            ...(Array.isArray(value.tabs) ? (sortKeys(value, KEYS.layout) as Record<string, unknown>) : value),
            ...(Array.isArray(value.tabs) && { tabs: value.tabs.map((tab) => sortKeys(tab, KEYS.tab)) }),
            sections: value.sections.map((section) => sortKeys(section, KEYS.section)),
          },
        ]
      return [key, value]
    },
  )
  return fromEntries(result)
}

function sortKeys(value: unknown, order: readonly string[]): unknown {
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  return fromEntries(
    [...order.filter((key) => Object.hasOwn(value, key)), ...keys.filter((key) => !order.includes(key))].map((key) => [
      key,
      value[key],
    ]),
  )
}

const fromEntries = (entries: Iterable<readonly [string, unknown]>): Record<string, unknown> =>
  Object.fromEntries(entries)

/** These stay open even when they would fit: they are the headings of the page. */
const OPEN_LEVELS = 1

function print(value: unknown, indent: number, level: number, before = 0): string {
  const line = inline(value)
  const container = Array.isArray(value) || isRecord(value)
  const empty = line === '{}' || line === '[]'
  if (!container || empty || (level >= OPEN_LEVELS && indent + before + line.length <= WIDTH)) return line
  const pad = ' '.repeat(indent + 2)
  if (Array.isArray(value))
    return `[\n${value.map((item) => pad + print(item, indent + 2, level + 1)).join(',\n')}\n${' '.repeat(indent)}]`
  const entries = Object.entries(value as Record<string, unknown>).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `
    return pad + name + print(item, indent + 2, level + 1, name.length + 1)
  })
  return `{\n${entries.join(',\n')}\n${' '.repeat(indent)}}`
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
