/** Filters and their parts, as `show`, `emits` and arguments name them. */
import { gesturesIn, holdsMany, partsIn } from '#engine/core/kinds/index'
import { partsOf } from '#engine/core/params/references'
import type { EventField, SourceArg } from '#engine/types'
import type { Doc } from './patches.ts'
import { recordAt, textAt } from './raw.ts'
import { sectionsOf } from './sections.ts'

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

/** Filters and parts that an event can set. */
export const settablePlaces = (doc: Doc): readonly Place[] =>
  [...paramsOf(doc)].flatMap(([id, type]) =>
    Object.keys(gesturesIn(type)).map((part) =>
      part === '' ? { id, type } : { id: `${id}.${part}`, type: `${type}.${part}` },
    ),
  )

/**
 * The first field of an event that may fit a place: one whose kind is known, else a member: what a column holds is
 * known with its query only.
 */
export function fieldFor(
  fields: Readonly<Record<string, EventField>>,
  { type: place }: Pick<Place, 'type'>,
): string | undefined {
  const [type = '', ...part] = place.split('.')
  const taken = gesturesIn(type)[part.join('.')]
  const isMany = taken === 'list' && holdsMany(type)
  const all = Object.entries(fields)
  const known = all.find(([, holds]) => {
    const kind = typeof holds === 'string' ? holds : 'daysOf' in holds ? 'range' : undefined
    return kind !== undefined && (taken === 'list' ? kind !== 'range' : taken?.includes(kind))
  })
  const member = all.find(
    ([, holds]) => typeof holds !== 'string' && 'memberOf' in holds && (holds.isList !== true || isMany),
  )
  return (known ?? member)?.[0]
}

/** A place that is a reference in the document's own words. */
export const placeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('$') ? value.slice(1) : undefined
