/** Arguments in one canonical form, so that the same question has the same key however it was written. */
import { isoDay, parseDay } from '#domain/periods'
import type { SourceArg, SourceDefinition } from '../../types.ts'
import type { ArgValue, LayoutModel, ParamKey, QueryModel } from '../document/model.ts'
import { isRequired } from '../params/arg-fits.ts'
import { readPath } from '../params/references.ts'

export type Args = Readonly<Record<string, unknown>>
export type Asked = { readonly args: Args; readonly key: string } | { readonly empty: string }

/**
 * The arguments of a query, or the name of the one that is empty. A list without members is empty, never "all": a
 * request without a scope cannot be written. An optional argument is left out where a part of its filter is empty (no
 * reference period), or all of a filter that may be.
 * @param isWhole true for a filter that holds, or will hold, all of its list
 */
export function argumentsOf(
  query: QueryModel,
  value: (param: ParamKey) => unknown,
  user: string,
  isWhole: (param: ParamKey) => boolean = () => false,
): Asked {
  const args: Record<string, unknown> = {}
  for (const name of Object.keys(query.args).toSorted()) {
    const given = query.args[name] as ArgValue
    if ('ref' in given && given.all !== undefined && isWhole(given.ref.param)) {
      args[name] = given.all
      continue
    }
    const declared = query.source.args[name]
    const raw = 'literal' in given ? given.literal : readPath(value(given.ref.param), given.ref.path)
    const canonical = declared === undefined ? raw : canonicalArg(declared.type, raw)
    if (canonical !== undefined) {
      args[name] = canonical
      continue
    }
    const isNeeded = declared !== undefined && isRequired(declared, query.args)
    const scope = isNeeded || 'literal' in given || (given.ref.path.length === 0 && given.mayBeEmpty !== true)
    if (scope) return { empty: 'literal' in given ? name : [given.ref.param, ...given.ref.path].join('.') }
  }
  return { args, key: keyOf(query.source.name, args, user) }
}

/**
 * Arguments of another source for a comparison on this page; undefined where no query has its
 * arguments.
 */
export function argumentsBeside(
  { queries }: Pick<LayoutModel, 'queries'>,
  source: SourceDefinition,
  value: (param: ParamKey) => unknown,
  user: string,
): Asked | undefined {
  const query = [...queries.values()].find(
    ({ args }) =>
      Object.entries(source.args).every(([name, arg]) => name in args || !isRequired(arg, args)) && 'p2Start' in args,
  )
  if (query === undefined) return undefined
  const args = Object.fromEntries(Object.entries(query.args).filter(([arg]) => arg in source.args))
  return argumentsOf({ ...query, source, args }, value, user)
}

/** Sorted unique ids, dates as YYYY-MM-DD; undefined when there is nothing. */
export function canonicalArg(type: SourceArg['type'], raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === '') return undefined
  if (type === 'ids') {
    const ids = [...new Set([raw].flat().filter((id) => typeof id === 'number' || typeof id === 'string'))]
    return ids.length === 0
      ? undefined
      : ids.toSorted((a, b) =>
          typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
        )
  }
  if (type === 'date') {
    const day = typeof raw === 'string' ? parseDay(raw) : null
    return day === null ? raw : isoDay(day)
  }
  return raw
}

/**
 * Key of a job: source, arguments in canonical form, and the caller. The whole text, so that two questions never share
 * an answer.
 */
export const keyOf = (source: string, args: Args, user: string): string => `${source}?${stable(args)}@${user}`

/** JSON with sorted keys. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${stable(item)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
