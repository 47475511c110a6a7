import { isRecord } from '#engine/core/document/pointer'
import type { Doc } from './patches.ts'

/** Where a text key is written in the document, so that one who changes it knows. */
export function usesOf(doc: Doc, text: string): number {
  const count = (value: unknown): number =>
    value === text
      ? 1
      : Array.isArray(value)
        ? value.reduce<number>((all, item) => all + count(item), 0)
        : isRecord(value)
          ? Object.values(value).reduce<number>((all, item) => all + count(item), 0)
          : 0
  const { i18n: _, ...rest } = doc
  return count(rest)
}
