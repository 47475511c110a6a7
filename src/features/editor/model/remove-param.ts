import { isRecord } from '#engine/core/document/pointer'
import type { Doc } from './patches.ts'
import { put } from './raw.ts'
import { sectionList } from './sections.ts'

/** Takes a filter away, with its control and its requirement; remaining references are reported by the checks. */
export function removeParam(draft: Doc, id: string): void {
  put(draft, ['params', id], undefined)
  for (const section of sectionList(draft)) {
    if (!isRecord(section)) continue
    for (const key of ['params', 'requires']) {
      if (Array.isArray(section[key])) section[key] = section[key].filter((name) => name !== id)
      if (Array.isArray(section[key]) && section[key].length === 0) delete section[key]
    }
  }
}
