/** Filters and their parts, as `show`, `emits` and arguments name them. */
import { partsOf } from '#engine/core/references'
import type { SourceArg } from '#engine/types'
import type { Doc } from '../model/store.ts'
import { recordAt, sectionsOf, textAt } from './edits.ts'

export interface Place {
  readonly id: string
  readonly type: string
}

/** Every filter by its id, those of sections too. */
export function paramsOf(doc: Doc): ReadonlyMap<string, string> {
  const declared = sectionsOf(doc).flatMap((section) => Object.entries(recordAt(section, 'declares')))
  return new Map(
    [...declared, ...Object.entries(recordAt(doc, 'params'))].map(([id, param]) => [id, textAt(param, 'type')]),
  )
}

/** Filters and their parts: `client`, `periods`, `periods.comparing.begin`. */
export const placesOf = (doc: Doc): readonly Place[] =>
  [...paramsOf(doc)].flatMap(([id, type]) => [
    { id, type },
    ...partsOf(type).map((part) => ({ id: `${id}.${part}`, type: `${type}.${part}` })),
  ])

/** What an argument may be filled with. */
const FITS: Readonly<Record<SourceArg['type'], RegExp>> = {
  id: /^(single|number|text|prefix\.value)$/,
  ids: /^(multi|single)$/,
  date: /^(date|dateRange\.(begin|end)|periodPair\.(comparing|reference)\.(begin|end))$/,
  text: /^(single|text|toggle|prefix\.(value|prefix)|periodPair\.(comparing|reference)\.name|periodPair\.option\.key)$/,
  number: /^(number|single|prefix\.(value|index))$/,
}

/** Filters and parts whose value an argument takes. */
export const placesFor = (doc: Doc, arg: SourceArg['type']): readonly string[] =>
  placesOf(doc)
    .filter(({ type }) => FITS[arg].test(type))
    .map(({ id }) => id)

/** A place that is a reference in the document's own words. */
export const placeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined
