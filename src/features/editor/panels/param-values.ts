/** What a filter of each kind may have, and what it keeps when it becomes another kind. */
import { isRecord } from '#engine/core/pointer'
import { parseDay } from '#domain/periods'
import { readList, readScalar, type Scalar, showList, showScalar } from './steps/values.ts'

export const TYPES = [
  'single',
  'multi',
  'text',
  'number',
  'date',
  'dateRange',
  'periodPair',
  'prefix',
  'toggle',
] as const
export type ParamType = (typeof TYPES)[number]
export type RawParam = Readonly<Record<string, unknown>>

/** Shapes of the address that fit. */
export const URL_SHAPES: Readonly<Record<ParamType, readonly string[]>> = {
  single: ['id'],
  multi: ['ids'],
  text: [],
  number: ['id'],
  date: ['date'],
  dateRange: [],
  periodPair: ['date'],
  prefix: [],
  toggle: [],
}

/** Computed defaults, each as it is written. */
export const DEFAULTS: Readonly<Record<ParamType, readonly (readonly [string, unknown])[]>> = {
  single: [
    ['first', { pick: 'first' }],
    ['onlyOption', { pick: 'onlyOption' }],
  ],
  multi: [
    ['all', { pick: 'all' }],
    ['first', { pick: 'first' }],
    ['onlyOption', { pick: 'onlyOption' }],
  ],
  text: [],
  number: [],
  dateRange: [],
  prefix: [],
  date: [
    ['today', { day: 'today' }],
    ['yesterday', { day: 'yesterday' }],
  ],
  periodPair: [
    'thisWeekVsPrevious',
    'thisMonthVsPrevious',
    'lastWeekVsPrevious',
    'lastMonthVsPrevious',
    'yesterday',
    'last7Days',
    'last28Days',
    'samePeriodLastYear',
    'noPeriods',
  ].map((preset) => [preset, { preset }]),
  toggle: [
    ['on', true],
    ['off', false],
  ],
}

/** Kinds that take a value written out. */
export const TAKES_LITERAL: ReadonlySet<ParamType> = new Set(['single', 'multi', 'text', 'number', 'date'])
export const TAKES_OPTIONS: ReadonlySet<ParamType> = new Set(['single', 'multi', 'periodPair'])

/** A literal default as its kind takes it; undefined where it is none. */
export function readLiteral(type: ParamType, text: string): unknown {
  if (text.trim() === '') return undefined
  if (type === 'multi') return readList(text).filter((one) => typeof one === 'string' || typeof one === 'number')
  if (type === 'text') return text
  if (type === 'date')
    return parseDay(text.trim()) !== null && /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? text.trim() : undefined
  const value = readScalar(text)
  if (type === 'number') return typeof value === 'number' ? value : undefined
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

export function showLiteral(type: ParamType, value: unknown): string {
  if (Array.isArray(value)) return showList(value as Scalar[])
  return type === 'text' || type === 'date' ? String(value as Scalar) : showScalar(value as Scalar)
}

/** The value that a kind begins with where it is to be written out. */
export const firstLiteral = (type: ParamType, today: string): unknown =>
  ({ multi: [1], text: '…', number: 0, date: today, single: 1 })[type as string] ?? ''

/** The same filter as another kind: what does not fit it goes, what it needs comes. */
export function asType(param: RawParam, type: ParamType): RawParam {
  const { options, default: standard, url, min, max, prefixes, align, ...rest } = param
  const literal = !isRecord(standard) && TAKES_LITERAL.has(type) && param.type === type
  const computed = DEFAULTS[type].some(([, one]) => JSON.stringify(one) === JSON.stringify(standard))
  const shape = isRecord(url) ? URL_SHAPES[type][0] : undefined
  return {
    ...rest,
    type,
    ...(TAKES_OPTIONS.has(type) &&
      (options !== undefined ? { options } : type === 'periodPair' ? {} : { options: [] })),
    ...((literal || computed) && { default: standard }),
    ...(isRecord(url) && shape !== undefined && { url: { ...url, shape } }),
    ...(type === 'number' && { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }),
    ...(type === 'prefix' && {
      prefixes: prefixes ?? { period: { label: '…', entries: [{ value: 1, label: '1' }] } },
      ...(align !== undefined && { align }),
    }),
  }
}
