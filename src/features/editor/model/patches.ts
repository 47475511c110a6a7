/**
 * Patches from one document to another and back, small enough to keep a hundred of them. Unlike Immer's own patches
 * these keep the order of keys: a widget that is removed and brought back is at its old place, and so the text is the
 * same, word for word.
 */
import { isRecord, same } from '#engine/core/document/pointer'
import { produce } from 'immer'

export type Doc = Record<string, unknown>
type At = readonly (string | number)[]

/** `to` sets, neither `to` nor `order` removes, `order` puts the keys of a record in order. */
export interface Patch {
  readonly at: At
  readonly to?: unknown
  readonly order?: readonly string[]
}

/** The patches from one document to another; parts that are the same object are not looked into. */
export function difference(before: Doc, after: Doc): Patch[] {
  const patches: Patch[] = []
  compare(before, after, [], patches)
  return patches
}

/** The document after the patches. What they do not touch keeps its identity. */
export function patched(document: Doc, patches: readonly Patch[]): Doc {
  return produce(document, (draft) => {
    for (const patch of patches) apply(draft, patch)
  })
}

function compare(before: unknown, after: unknown, at: At, patches: Patch[]): void {
  if (before === after) return
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    after.forEach((item, index) => compare(before[index], item, [...at, index], patches))
    return
  }
  if (!isRecord(before) || !isRecord(after)) {
    if (!same(before, after) || JSON.stringify(before) !== JSON.stringify(after)) patches.push({ at, to: after })
    return
  }
  const [old, now] = [Object.keys(before), Object.keys(after)]
  for (const key of old) if (!Object.hasOwn(after, key)) patches.push({ at: [...at, key] })
  for (const key of now) {
    if (Object.hasOwn(before, key)) compare(before[key], after[key], [...at, key], patches)
    else patches.push({ at: [...at, key], to: after[key] })
  }
  const left = [...old.filter((key) => Object.hasOwn(after, key)), ...now.filter((key) => !Object.hasOwn(before, key))]
  if (left.some((key, index) => key !== now[index])) patches.push({ at, order: now })
}

function apply(draft: Doc, { at, order, ...rest }: Patch): void {
  const target = (path: At) => path.reduce<unknown>((here, step) => (here as Doc)[step], draft) as Doc
  if (order !== undefined) {
    const record = target(at)
    const values = order.map((key) => record[key])
    for (const key of order) delete record[key]
    order.forEach((key, index) => {
      record[key] = values[index]
    })
    return
  }
  const last = at.at(-1)
  if (last === undefined) {
    for (const key of Object.keys(draft)) delete draft[key]
    Object.assign(draft, rest.to)
  } else if ('to' in rest) target(at.slice(0, -1))[last] = rest.to
  else delete target(at.slice(0, -1))[last]
}
