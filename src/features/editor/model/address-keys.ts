/** Filters of a document and their keys in the address, each once. */
import { own } from '#engine/core/document/pointer'
import { recordAt, textAt } from './raw.ts'
import { sectionsOf } from './sections.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'

/** Every filter of a document, those of sections too. */
export const everyFilter = (doc: Doc): readonly (readonly [string, unknown])[] => [
  ...Object.entries(recordAt(doc, 'params')),
  ...sectionsOf(doc).flatMap((section) => Object.entries(recordAt(section, 'declares'))),
]

/** A key that no filter has; one without a key is in the address under its own id. */
export const freshAddressKey = (doc: Doc, wanted: string): string =>
  freshId(wanted, new Set(everyFilter(doc).map(([id, param]) => textAt(own(param, 'url'), 'key') || id)))
