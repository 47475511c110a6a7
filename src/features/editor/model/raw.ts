/** Reads and writes a document as it is typed: raw JSON, where anything may be missing or be something else. */
import { isRecord, own } from '#engine/core/document/pointer'
import type { Doc } from './patches.ts'

export type Step = string | number

export const recordAt = (record: unknown, key: string): Readonly<Record<string, unknown>> => {
  const found = own(record, key)
  return isRecord(found) ? found : {}
}
export const listAt = (record: unknown, key: string): readonly unknown[] => {
  const found = own(record, key)
  return Array.isArray(found) ? found : []
}
export const textsAt = (record: unknown, key: string): readonly string[] =>
  listAt(record, key).filter((item) => typeof item === 'string')
export const textAt = (record: unknown, key: string): string => {
  const found = own(record, key)
  return typeof found === 'string' ? found : ''
}

/** Writes a value at a path; undefined takes it away. Records on the way are made where there is nothing. */
export function put(draft: Doc, path: readonly Step[], value: unknown): void {
  let here: Record<Step, unknown> = draft
  for (const step of path.slice(0, -1)) {
    if (typeof here[step] !== 'object' || here[step] === null) here[step] = {}
    here = here[step] as Record<Step, unknown>
  }
  const last = path.at(-1)
  if (last === undefined) return
  if (value !== undefined) here[last] = value
  else if (Array.isArray(here)) here.splice(Number(last), 1)
  else delete here[last]
}

/** The same, and an empty record is removed too: `"options": {}` has no meaning. */
export function putTidy(draft: Doc, path: readonly Step[], value: unknown): void {
  put(draft, path, value)
  const parent = path.slice(0, -1).reduce<unknown>((here, step) => (isRecord(here) ? here[step] : undefined), draft)
  if (value === undefined && isRecord(parent) && Object.keys(parent).length === 0)
    put(draft, path.slice(0, -1), undefined)
}

/** An id that is free: `query`, `query2`, `query3` … */
export function freshId(wanted: string, taken: Readonly<Record<string, unknown>> | readonly string[]): string {
  const has = (id: string) => (Array.isArray(taken) ? taken.includes(id) : Object.hasOwn(taken, id))
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}${n}`
    if (!has(id)) return id
  }
}
