/** Which columns the traffic answers a question with. */
import { QUALITY_ATOMS } from '#domain/completeness'
import type { Column } from '#domain/frame'
import { dimensionsOf, measuresOf } from '#domain/traffic-question'
import { TRAFFIC } from './compare-columns.ts'

/** Dimensions that come with another one. */
const BESIDE: Readonly<Record<string, string>> = { day: 'index', area: 'areaName' }

/**
 * The columns of an answer to these arguments, in the order of the source.
 *
 * @param args literals by name; undefined for what a filter decides. What is not known, or is no column, may be any
 */
export function trafficColumns(args: Readonly<Record<string, unknown>>): readonly Column[] {
  const dims = requested(args, 'by', (text) => dimensionsOf(text).flatMap((id) => [id, BESIDE[id] ?? id]))
  const measures = requested({ measures: 'ins', ...args }, 'measures', measuresOf)
  return TRAFFIC.filter(
    ({ id, role }) =>
      id === 'period' ||
      (QUALITY_ATOMS as readonly string[]).includes(id) ||
      ((role === 'dim' ? dims : measures)?.includes(id) ?? true),
  )
}

/** The names in a list of words; undefined where they are unknown. */
function requested(
  args: Readonly<Record<string, unknown>>,
  name: string,
  read: (text: string) => readonly string[],
): readonly string[] | undefined {
  const text = args[name]
  if (typeof text !== 'string' || text === '') return Object.hasOwn(args, name) && text === undefined ? undefined : []
  try {
    return read(text)
  } catch {
    // The server says which word is wrong.
    return undefined
  }
}
