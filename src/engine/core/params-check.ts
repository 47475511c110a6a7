/** Rules of a filter's definition that its schema cannot say: which default, address shape and list fit which kind. */
import type { Param } from '#schemas/generated/layout.ts'
import type { Issue } from '../types.ts'
import { issue } from './issue.ts'
import { isRecord } from './pointer.ts'

const SHAPES: Readonly<Record<string, readonly Param['type'][]>> = {
  id: ['single', 'number'],
  ids: ['multi'],
  date: ['date', 'periodPair'],
}
const PICKS: Readonly<Record<string, readonly string[]>> = {
  single: ['first', 'onlyOption', 'none'],
  multi: ['first', 'all', 'onlyOption', 'none'],
}

/** Issues of one definition; any of them makes the filter unusable. */
export function paramIssues(definition: Param, pointer: string): Issue[] {
  const { type, options, url, prefixes } = definition
  const found: Issue[] = []
  if ((type === 'single' || type === 'multi') && options === undefined)
    found.push(issue('PARAM_OPTIONS_MISSING', `${pointer}/options`, { type }))
  if (type === 'prefix' && prefixes === undefined) found.push(issue('PARAM_PREFIXES_MISSING', `${pointer}/prefixes`))
  if (url !== undefined && SHAPES[url.shape]?.includes(type) !== true)
    found.push(issue('PARAM_URL_UNFIT', `${pointer}/url/shape`, { type, shape: url.shape }))
  if (definition.default !== undefined && !defaultFits(definition))
    found.push(issue('PARAM_DEFAULT_UNFIT', `${pointer}/default`, { type }))
  return found
}

function defaultFits({ type, default: value, prefixes = {} }: Param): boolean {
  if (isRecord(value)) {
    const keys = Object.keys(value)
    const only = (...allowed: string[]) => keys.every((key) => allowed.includes(key))
    if (value.pick !== undefined)
      return only('pick') && typeof value.pick === 'string' && PICKS[type]?.includes(value.pick) === true
    if (value.day !== undefined) return only('day') && type === 'date'
    if (value.preset !== undefined) return only('preset') && type === 'periodPair'
    if (type !== 'prefix' || typeof value.prefix !== 'string' || !Object.hasOwn(prefixes, value.prefix)) return false
    return value.index === undefined || Number(value.index) < (prefixes[value.prefix]?.entries.length ?? 0)
  }
  switch (type) {
    case 'single':
      return typeof value === 'string' || typeof value === 'number'
    case 'multi':
      return Array.isArray(value)
    case 'text':
      return typeof value === 'string'
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    case 'number':
      return typeof value === 'number'
    case 'toggle':
      return typeof value === 'boolean'
    default:
      return false
  }
}
