/** Filters and their parts, as `show`, `emits` and arguments name them. */
import { partsIn } from '#engine/core/kinds/index'
import { partsOf } from '#engine/core/params/references'
import type { SourceArg } from '#engine/types'
import type { Doc } from './patches.ts'
import { recordAt, sectionsOf, textAt } from '../panels/edits.ts'

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

/** Filters and parts whose value an argument takes. */
export const placesFor = (doc: Doc, arg: SourceArg['type']): readonly string[] =>
  [...paramsOf(doc)].flatMap(([id, type]) =>
    Object.entries(partsIn(type))
      .filter(([, fits]) => fits.includes(arg))
      .map(([part]) => (part === '' ? id : `${id}.${part}`)),
  )

/** A place that is a reference in the document's own words. */
export const placeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined
