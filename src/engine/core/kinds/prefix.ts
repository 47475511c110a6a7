/** One place in one of several lists that the document writes out. */
import type { Param } from '#schemas/generated/layout.ts'
import { issue } from '../document/issue.ts'
import type { OptionValue } from '../params/options.ts'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'

export interface PrefixValue {
  readonly prefix: string
  readonly index: number
  readonly value: OptionValue
}

/**
 * One place of a prefix filter; NaN represents the prefix' own default, and a place beyond the list for its last one.
 */
export function prefixValue({ prefixes = {} }: Param, prefix: string, index: number): PrefixValue | undefined {
  const list = Object.hasOwn(prefixes, prefix) ? prefixes[prefix] : undefined
  if (list === undefined) return undefined
  const wanted = Number.isInteger(index) ? index : (list.default ?? 0)
  const at = Math.max(0, Math.min(wanted, list.entries.length - 1))
  const entry = list.entries[at]
  return entry && { prefix, index: at, value: entry.value }
}

const first = ({ prefixes = {} }: Param): string => Object.keys(prefixes)[0] ?? ''

export const prefix: Kind = {
  normalise: (raw, definition) =>
    (isRecord(raw) ? prefixValue(definition, String(raw.prefix), Number(raw.index ?? NaN)) : undefined) ?? null,
  places: { first, at: prefixValue },
  hasOwnDefault: true,
  defaultOf(given, { definition }) {
    if (given === undefined) return prefixValue(definition, first(definition), NaN)
    if (!isRecord(given)) return given
    if (given.pick !== undefined) return undefined
    return prefixValue(definition, String(given.prefix), Number(given.index ?? NaN))
  },
  fitsDefault(given, { prefixes = {} }) {
    if (!isRecord(given) || given.pick !== undefined || given.day !== undefined || given.preset !== undefined)
      return false
    if (typeof given.prefix !== 'string' || !Object.hasOwn(prefixes, given.prefix)) return false
    return given.index === undefined || Number(given.index) < (prefixes[given.prefix]?.entries.length ?? 0)
  },
  check: ({ prefixes }, pointer) =>
    prefixes === undefined ? [issue('PARAM_PREFIXES_MISSING', `${pointer}/prefixes`)] : [],
  fields: ['prefixes', 'align'],
  defaultFields: ['prefix', 'index'],
  parts: { prefix: ['text'], index: ['number'], value: ['id', 'text', 'number'] },
  gestures: {},
  urlShapes: [],
  shape: 'place',
  view: ({ prefixes }, text) =>
    prefixes === undefined
      ? {}
      : {
          prefixes: Object.fromEntries(
            Object.entries(prefixes).map(([id, { label, entries }]) => [
              id,
              {
                label: text(label),
                entries: entries.map((entry) => ({ value: entry.value, label: text(entry.label) })),
              },
            ]),
          ),
        },
  room: 'pair',
  editor: {
    fields: [
      { key: 'prefixes', control: 'json' },
      { key: 'align', control: 'word' },
    ],
    starts: { prefixes: { period: { label: '…', entries: [{ value: 1, label: '1' }] } } },
  },
}
