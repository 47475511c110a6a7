/** The changes between two layouts, named part by part; the text of the file comes second. */
import { isRecord, own, same } from './pointer.ts'

export interface Change {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved'
  /** `widget kpi`, `filter client`, `query main`, `section traffic`, `layout`. */
  readonly subject: string
  /** The changed part: `option columns`, `title`, `place large` … */
  readonly what?: string
  readonly before?: unknown
  readonly after?: unknown
}

const MAPS = [
  ['params', 'Filter'],
  ['queries', 'Query'],
  ['widgets', 'Widget'],
] as const
const TOP = ['name', 'description', 'access', 'apply', 'format', '_id'] as const

/** Changes from one document to another, in the order of the page. The save counter is no change. */
export function diffLayouts(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const changes: Change[] = []
  for (const key of TOP)
    if (!same(before[key], after[key]))
      changes.push({ kind: 'changed', subject: 'Layout', what: key, before: before[key], after: after[key] })
  for (const [map, noun] of MAPS)
    changes.push(
      ...entries(before[map], after[map], noun, map === 'widgets' ? 'options' : map === 'queries' ? 'args' : undefined),
    )
  for (const list of LISTS) changes.push(...members(list, before, after))
  changes.push(...places(before, after), ...texts(before, after))
  return changes
}

/**
 * One line a change: `Widget kpi: option columns ["visits"] -> ["visits","captureRate"]`.
 */
export function inWords({ kind, subject, what, before, after }: Change): string {
  if (kind === 'added' || kind === 'removed')
    return what === undefined
      ? `${subject} ${kind}`
      : `${subject}: ${what} ${kind}${kind === 'added' ? ` (${short(after)})` : ` (was ${short(before)})`}`
  if (kind === 'moved') return `${subject}: ${what ?? 'place'} ${place(before)} -> ${place(after)}`
  return `${subject}: ${what ?? ''} ${short(before)} -> ${short(after)}`
}

function entries(before: unknown, after: unknown, noun: string, open: string | undefined): Change[] {
  const [old, now] = [record(before), record(after)]
  const removed = Object.keys(old)
    .filter((id) => !Object.hasOwn(now, id))
    .map((id): Change => ({ kind: 'removed', subject: `${noun} ${id}`, before: old[id] }))
  const rest = Object.keys(now).flatMap((id): Change[] => {
    if (!Object.hasOwn(old, id)) return [{ kind: 'added', subject: `${noun} ${id}`, after: now[id] }]
    return fields(record(old[id]), record(now[id]), `${noun} ${id}`, open)
  })
  return [...removed, ...rest]
}

const NOUNS: Readonly<Record<string, string>> = {
  options: 'option',
  args: 'argument',
  data: 'data',
  emits: 'gesture',
  links: 'link',
}

/** Field by field; the fields of `open` (options, arguments) and the inputs of a widget one level deeper. */
function fields(
  old: Record<string, unknown>,
  now: Record<string, unknown>,
  subject: string,
  open: string | undefined,
  prefix = '',
): Change[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key): Change[] => {
    if (same(old[key], now[key])) return []
    if (prefix === '' && (key === open || key === 'data' || key === 'emits' || key === 'links'))
      return fields(record(old[key]), record(now[key]), subject, undefined, `${NOUNS[key] ?? key} `)
    const kind = !Object.hasOwn(old, key) ? 'added' : !Object.hasOwn(now, key) ? 'removed' : 'changed'
    return [{ kind, subject, what: prefix + key, before: old[key], after: now[key] }]
  })
}

const LISTS = [
  ['tabs', 'Tab'],
  ['sections', 'Section'],
] as const

/** A list of the page whose members have ids, and their order. */
function members(
  [name, noun]: (typeof LISTS)[number],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  const list = (document: Record<string, unknown>) => {
    const found = own(document.layout, name)
    return Array.isArray(found) ? found.filter(isRecord) : []
  }
  const [old, now] = [list(before), list(after)]
  const byId = (all: Record<string, unknown>[]) => Object.fromEntries(all.map(({ id, ...rest }) => [String(id), rest]))
  const changed = entries(byId(old), byId(now), noun, undefined)
  const order = (all: Record<string, unknown>[], other: Record<string, unknown>[]) =>
    all.map(({ id }) => id).filter((id) => other.some((member) => member.id === id))
  return same(order(old, now), order(now, old))
    ? changed
    : [
        ...changed,
        {
          kind: 'changed',
          subject: 'Layout',
          what: `order of ${name}`,
          before: order(old, now),
          after: order(now, old),
        },
      ]
}

function places(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  return ['large', 'medium', 'small'].flatMap((size) => {
    const [old, now] = [record(own(before.grids, size)), record(own(after.grids, size))]
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((id): Change[] => {
      if (same(old[id], now[id])) return []
      if (old[id] === undefined || now[id] === undefined)
        return [
          {
            kind: old[id] === undefined ? 'added' : 'removed',
            subject: `Widget ${id}`,
            what: `place in the ${size} grid`,
            before: old[id],
            after: now[id],
          },
        ]
      return [
        { kind: 'moved', subject: `Widget ${id}`, what: `place in the ${size} grid`, before: old[id], after: now[id] },
      ]
    })
  })
}

function texts(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const languages = new Set([...Object.keys(record(before.i18n)), ...Object.keys(record(after.i18n))])
  return [...languages].flatMap((language) =>
    fields(record(own(before.i18n, language)), record(own(after.i18n, language)), `Text ${language}`, undefined),
  )
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

function place(value: unknown): string {
  const { x, y, w, h } = record(value)
  return `${String(w)} x ${String(h)} at ${String(x)}, ${String(y)}`
}

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
