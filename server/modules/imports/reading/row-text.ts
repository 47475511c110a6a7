/** Rows as they were written. */
import { textOf } from './cells.ts'
import type { Row } from './rows.ts'

/** A row whose cells are all empty is no row. */
export function isBlank({ buffer, starts, ends, length }: Row): boolean {
  for (let c = 0; c < length; c += 1) {
    for (let at = starts[c]!; at < ends[c]!; at += 1) if (buffer[at] !== 0x20 && buffer[at] !== 0x09) return false
  }
  return true
}

export function labelled(header: readonly string[], { buffer, starts, ends, length }: Row): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: Math.min(40, length) }, (_, c) => [
      header[c] || `column ${c + 1}`,
      textOf(buffer, starts[c]!, ends[c]!).slice(0, 200),
    ]),
  )
}
