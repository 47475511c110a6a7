/**
 * The envelope stage: the document against its schema, cut into parts. A part that is wrong (one filter, one query, one
 * widget, one place in a grid …) carries its own issues and is set aside; the rest works.
 */
import { LANGUAGES } from '#domain/languages'
import type { Layout, Section, Tab } from '#schemas/generated/layout.ts'
import type { Issue } from '../../types.ts'
import { MAX_WIDGETS } from '../document/constants.ts'
import type { DocumentGuard } from '../document/guards.ts'
import { issue } from '../document/issue.ts'
import { KEYS } from '../document/keys.ts'
import { KIND_DEFAULT_FIELDS, KIND_FIELDS, KIND_OPTION_FIELDS } from '../kinds/index.ts'
import { copyOf, isRecord, join, own, split } from '../document/pointer.ts'
import { LAYOUT_CODES, schemaIssues } from '../document/schema-issues.ts'

export interface SafeSection {
  readonly index: number
  readonly section: Section
  /** `requires` could not be read: nothing here may run. */ readonly closed: readonly Issue[]
}

export interface Envelope {
  /** Defaults filled in, wrong parts left out. */
  readonly value: Required<Pick<Layout, 'params' | 'queries' | 'widgets' | 'grids'>> &
    Pick<Layout, 'revision' | 'apply' | 'access' | 'i18n' | '_id' | 'name'>
  /** With their place in the document. */
  readonly tabs: readonly { readonly index: number; readonly tab: Tab }[]
  readonly sections: readonly SafeSection[]
  /** Pointer of a part -> what is wrong with it. */
  readonly broken: ReadonlyMap<string, readonly Issue[]>
  readonly issues: readonly Issue[]
}

/** With those of the kinds: what "did you mean" offers. A test holds them equal to the schema. */
export const KNOWN = {
  ...KEYS,
  param: [...new Set<string>([...KEYS.param, ...KIND_FIELDS])],
  optionsQuery: [...KEYS.optionsQuery, ...KIND_OPTION_FIELDS],
}

function known(pointer: string): readonly string[] {
  const [first, second, third, fourth, fifth] = split(pointer)
  if (first === undefined) return KNOWN.document
  if (first === 'params')
    return third === undefined
      ? KNOWN.param
      : third === 'options'
        ? KNOWN.optionsQuery
        : third === 'url'
          ? KNOWN.url
          : third === 'default'
            ? KIND_DEFAULT_FIELDS
            : []
  if (first === 'queries') return third === undefined ? KNOWN.query : []
  if (first === 'widgets')
    return third === undefined
      ? KNOWN.widget
      : third === 'data'
        ? KNOWN.input
        : third === 'emits'
          ? KNOWN.emit
          : third === 'links'
            ? KNOWN.link
            : third === 'repeat'
              ? KNOWN.repeat
              : third === 'show'
                ? ['when', 'param', 'set', 'is', 'in', 'count']
                : []
  if (first === 'layout')
    return second === undefined
      ? KNOWN.layout
      : second === 'tabs'
        ? KNOWN.tab
        : fourth === undefined
          ? KNOWN.section
          : fourth === 'repeat'
            ? KNOWN.repeat
            : fourth === 'declares' && fifth !== undefined
              ? KNOWN.param
              : []
  if (first === 'grids') return second === undefined ? KNOWN.grids : KNOWN.gridItem
  return first === 'i18n' ? LANGUAGES : []
}

/** The part a pointer lies in: `/widgets/kpi`, `/layout/sections/1`, `/grids/large/kpi`; '' for the document. */
export function partOf(pointer: string): string {
  const parts = split(pointer)
  const depth =
    parts[0] === 'grids' || parts[0] === 'layout'
      ? 3
      : ['params', 'queries', 'widgets', 'i18n'].includes(parts[0] ?? '')
        ? 2
        : 0
  return join(...parts.slice(0, Math.min(depth, parts.length)))
}

/** Checks a document of today's format. Never throws, for any value. */
export function checkEnvelope(document: Record<string, unknown>, isLayout: DocumentGuard): Envelope {
  const copy: Record<string, unknown> = copyOf(document)
  // The format stage reports the format.
  copy.format = 1
  const issues = isLayout(copy) ? [] : schemaIssues(isLayout.errors ?? [], copy, '', LAYOUT_CODES, known)
  const broken = new Map<string, Issue[]>()
  for (const found of issues) broken.set(partOf(found.pointer), [...(broken.get(partOf(found.pointer)) ?? []), found])

  const count = Object.keys(isRecord(document.widgets) ? document.widgets : {}).length
  const tooMany = count > MAX_WIDGETS ? [issue('LAYOUT_TOO_MANY_WIDGETS', '/widgets', { count, max: MAX_WIDGETS })] : []
  const map = (name: 'params' | 'queries' | 'widgets') => healthy(copy[name], join(name), broken)
  const texts = healthy(copy.i18n, '/i18n', broken)
  return {
    value: {
      _id: typeof copy._id === 'string' && !broken.has('/_id') ? copy._id : 'unnamed',
      name: typeof copy.name === 'string' ? copy.name : '',
      revision: typeof copy.revision === 'number' ? copy.revision : 0,
      apply: copy.apply === 'manual' ? 'manual' : 'auto',
      access:
        typeof copy.access === 'string' || Array.isArray(copy.access)
          ? [copy.access].flat().filter((flag) => typeof flag === 'string')
          : [],
      i18n: texts as Layout['i18n'],
      params: map('params') as NonNullable<Layout['params']>,
      queries: map('queries') as NonNullable<Layout['queries']>,
      widgets: Object.fromEntries(Object.entries(map('widgets')).slice(0, MAX_WIDGETS)) as Layout['widgets'],
      grids: Object.fromEntries(
        KNOWN.grids.flatMap((size) => {
          const grid = own(copy.grids, size)
          return isRecord(grid) ? [[size, healthy(grid, join('grids', size), broken)]] : []
        }),
      ) as NonNullable<Layout['grids']>,
    },
    tabs: tabsOf(copy.layout, broken),
    sections: sectionsOf(copy.layout, broken),
    broken,
    issues: [...issues, ...tooMany],
  }
}

/** Entries of a map without the broken ones. */
function healthy(map: unknown, pointer: string, broken: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return isRecord(map) ? Object.fromEntries(Object.entries(map).filter(([id]) => !broken.has(pointer + join(id)))) : {}
}

function tabsOf(layout: unknown, broken: ReadonlyMap<string, readonly Issue[]>): Envelope['tabs'] {
  const list = own(layout, 'tabs')
  if (!Array.isArray(list)) return []
  return list
    .slice(0, 12)
    .flatMap((raw: unknown, index) => (broken.has(join('layout', 'tabs', index)) ? [] : [{ index, tab: raw as Tab }]))
}

/** A section with one wrong word keeps what can be read, so that its widgets stay where they were. */
function sectionsOf(layout: unknown, broken: ReadonlyMap<string, readonly Issue[]>): SafeSection[] {
  const list = own(layout, 'sections')
  if (!Array.isArray(list)) return []
  return list.slice(0, 50).map((raw: unknown, index) => {
    const found = broken.get(join('layout', 'sections', index))
    if (found === undefined) return { index, section: raw as Section, closed: [] }
    const strings = (name: string) => {
      const value = own(raw, name)
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
    }
    const text = (name: string) => {
      const value = own(raw, name)
      return typeof value === 'string' ? value : undefined
    }
    const id = text('id')
    const section: Section = {
      id: id !== undefined && /^[a-zA-Z][a-zA-Z0-9-]{0,63}$/.test(id) ? id : `section-${index}`,
      params: strings('params'),
      requires: strings('requires'),
      widgets: strings('widgets'),
      sticky: own(raw, 'sticky') === true,
      ...(text('title') !== undefined && { title: text('title') }),
      ...(text('tab') !== undefined && { tab: text('tab') }),
    }
    const doubtful = found.filter(({ pointer }) => ['requires', 'declares', 'repeat'].includes(split(pointer)[3] ?? ''))
    return { index, section, closed: doubtful }
  })
}
