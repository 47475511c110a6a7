/** Warnings about a layout that loads, as a careful colleague would give them. */
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, type Language, LANGUAGES } from '#domain/languages'
import { ACCESS_FLAGS, hasAccess, isAccessFlag, type AccessFlag } from '#domain/access'
import type { Issue } from '../../types.ts'
import { COLUMNS, FAN_OUT_BUDGET, LOAD_BUDGET, REFRESH_BUDGET } from '../document/constants.ts'
import type { Envelope } from './envelope.ts'
import { queriesOf } from './graph.ts'
import { overlapping, readingOrder } from '../document/grids.ts'
import { issue } from '../document/issue.ts'
import { SIZES, type LayoutModel } from '../document/model.ts'
import { isRecord, join, own, same } from '../document/pointer.ts'
import { parsePlace, parseReference, stepReferences } from '../params/references.ts'
import type { LoadContext } from './resolve/index.ts'
import { joinsOf } from './steps-check.ts'
import { suggest } from '../document/suggest.ts'
import { textKey } from '../document/text.ts'
import { FOLD_KEY, keysOf, placeIn, TAB_KEY } from '../params/url.ts'

/** All lints of engine.md, section 5. */
export function lintLayout(
  document: Record<string, unknown>,
  envelope: Envelope,
  model: LayoutModel,
  context: LoadContext,
): Issue[] {
  return [
    ...unusedParts(document, envelope),
    ...sameQueries(envelope),
    ...placesOfWidgets(document, envelope, model),
    ...gridPlaces(envelope, model),
    ...controls(envelope),
    ...tabs(envelope, model),
    ...addressKeys(envelope),
    ...texts(document, envelope, context),
    ...fanOut(envelope, context),
    ...load(model),
    ...refresh(envelope),
    ...access(envelope),
  ]
}

/** Read from the text, not from the model: a filter used by a broken widget is not dead. */
function unusedParts(document: Record<string, unknown>, { value, sections }: Envelope): Issue[] {
  const params = new Set<string>()
  const queries = new Set<string>()
  const add = (id: string | undefined) => {
    if (id !== undefined) params.add(id)
  }
  const addRepeat = (repeat: unknown) => {
    params.add(String(own(repeat, 'param')))
    queries.add(String(own(repeat, 'query')))
  }
  for (const query of Object.values(value.queries)) {
    for (const arg of Object.values(query.args ?? {})) add(parseReference(arg)?.param)
    for (const id of joinsOf(query.transform ?? [])) queries.add(id)
    for (const { text } of stepReferences(query.transform ?? [])) add(parseReference(text)?.param)
  }
  const declared = sections.flatMap(({ section }) => Object.entries(section.declares ?? {}))
  for (const [, param] of [...Object.entries(value.params), ...declared])
    if (isRecord(param.options)) queries.add(String(param.options.query))
  for (const raw of Object.values(isRecord(document.widgets) ? document.widgets : {})) {
    for (const input of Object.values(
      isRecord(own(raw, 'data')) ? (own(raw, 'data') as Record<string, unknown>) : {},
    )) {
      queries.add(String(own(input, 'query')))
      const steps = own(input, 'transform')
      for (const id of Array.isArray(steps) ? joinsOf(steps) : []) queries.add(id)
      for (const { text } of Array.isArray(steps) ? stepReferences(steps) : []) add(parseReference(text)?.param)
    }
    for (const rule of Object.values(isRecord(own(raw, 'emits')) ? (own(raw, 'emits') as Record<string, unknown>) : {}))
      add(parsePlace(String(own(rule, 'set')))?.param)
    addRepeat(own(raw, 'repeat'))
    const links = own(raw, 'links')
    for (const link of Object.values(isRecord(links) ? links : {})) {
      const mapped = own(link, 'params')
      for (const [key, from] of Object.entries(isRecord(mapped) ? mapped : {})) {
        params.add(key)
        add(parseReference(from)?.param)
      }
    }
    add(parsePlace(String(own(own(own(raw, 'show'), 'when'), 'param')))?.param)
  }
  for (const { section } of sections) {
    for (const id of section.requires ?? []) params.add(id)
    addRepeat(section.repeat)
  }
  return [
    ...Object.keys(value.params)
      .filter((id) => !params.has(id))
      .map((id) =>
        issue('LINT_DEAD_PARAM', join('params', id), { id }, { fix: [{ op: 'remove', path: join('params', id) }] }),
      ),
    ...Object.keys(value.queries)
      .filter((id) => !queries.has(id))
      .map((id) =>
        issue('LINT_UNUSED_QUERY', join('queries', id), { id }, { fix: [{ op: 'remove', path: join('queries', id) }] }),
      ),
  ]
}

function sameQueries({ value }: Envelope): Issue[] {
  const entries = Object.entries(value.queries)
  return entries.flatMap(([id, query], i) => {
    const twin = entries
      .slice(0, i)
      .find(
        ([, other]) =>
          query.source === other.source &&
          same(query.args ?? {}, other.args ?? {}) &&
          same(query.transform ?? [], other.transform ?? []),
      )
    return twin === undefined ? [] : [issue('LINT_SAME_QUERY', join('queries', id), { id, other: twin[0] })]
  })
}

function placesOfWidgets(
  document: Record<string, unknown>,
  { sections, value }: Envelope,
  model: LayoutModel,
): Issue[] {
  const ids = Object.keys(isRecord(document.widgets) ? document.widgets : {})
  const shown = new Set(model.sections.flatMap(({ widgets }) => widgets))
  const nowhere = ids
    .filter((id) => !shown.has(id))
    .map((id) => issue('LINT_WIDGET_NOWHERE', join('widgets', id), { id }))
  const order = sections.flatMap(({ section, index }) => {
    const mine = (section.widgets ?? []).filter((id) => Object.hasOwn(value.grids.large ?? {}, id))
    return same(readingOrder(mine, value.grids.large ?? {}), mine)
      ? []
      : [issue('LINT_READING_ORDER', join('layout', 'sections', index, 'widgets'), { section: section.id })]
  })
  return [...nowhere, ...order]
}

function gridPlaces({ value }: Envelope, model: LayoutModel): Issue[] {
  return SIZES.flatMap((size) => {
    const grid = value.grids[size] ?? {}
    const found: Issue[] = []
    const empty = Object.keys(grid).length === 0
    for (const { widgets } of model.sections) {
      // A section that was not arranged in a smaller size has the places of the larger one there.
      const isDerived = empty || (size !== 'large' && widgets.every((id) => !Object.hasOwn(grid, id)))
      for (const id of widgets) {
        const pointer = () => join('grids', size, id)
        const item = Object.hasOwn(grid, id) ? grid[id] : undefined
        if (item === undefined) {
          if (!isDerived) found.push(issue('LINT_NOT_IN_GRID', join('grids', size), { id, size }, { widget: id }))
          continue
        }
        if (item.x + item.w > COLUMNS)
          found.push(issue('LINT_BEYOND_GRID', pointer(), { id, size, end: item.x + item.w }, { widget: id }))
        const widget = model.widgets.get(id)
        if (widget?.kind !== 'live') continue
        const [minW, minH] = widget.definition.sizes.min
        if (item.w < minW || item.h < minH)
          found.push(
            issue(
              'LINT_BELOW_MINIMUM',
              pointer(),
              { id, size, type: widget.type, w: item.w, h: item.h, minW, minH },
              { widget: id },
            ),
          )
      }
      for (const [a, b] of overlapping(
        widgets.filter((id) => Object.hasOwn(grid, id)),
        grid,
      ))
        found.push(issue('LINT_OVERLAP', join('grids', size, b), { id: a, other: b, size }, { widget: b }))
    }
    const strangers = Object.keys(grid)
      .filter((id) => !model.widgets.has(id))
      .map((id) =>
        issue(
          'LINT_GRID_STRANGER',
          join('grids', size, id),
          { id, size },
          { fix: [{ op: 'remove', path: join('grids', size, id) }] },
        ),
      )
    return [...found, ...strangers]
  })
}

function controls({ value, sections }: Envelope): Issue[] {
  const shown = new Set(sections.flatMap(({ section }) => section.params ?? []))
  const lacking = sections.flatMap(({ section, index }) =>
    (section.requires ?? []).flatMap((id, i) =>
      shown.has(id) ? [] : [issue('LINT_NO_CONTROL', join('layout', 'sections', index, 'requires', i), { id })],
    ),
  )
  const shadowed = sections.flatMap(({ section, index }) =>
    Object.keys(section.declares ?? {})
      .filter((id) => Object.hasOwn(value.params, id))
      .map((id) =>
        issue('LINT_SHADOWED_PARAM', join('layout', 'sections', index, 'declares', id), { id, section: section.id }),
      ),
  )
  return [...lacking, ...shadowed]
}

function tabs({ tabs: written, sections }: Envelope, model: LayoutModel): Issue[] {
  const used = new Set(model.sections.map(({ tab }) => tab))
  const empty = written
    .filter(({ tab }) => !used.has(tab.id))
    .map(({ tab, index }) => issue('LINT_TAB_EMPTY', join('layout', 'tabs', index), { id: tab.id }))
  const indexOf = new Map(sections.map(({ section, index }) => [section.id, index]))
  const elsewhere = model.sections.flatMap(({ id, tab, definition }) =>
    (definition.requires ?? []).flatMap((param, at) => {
      const shown = model.sections.filter((other) => (other.definition.params ?? []).includes(param))
      const isReached = shown.some((other) => other.tab === undefined || other.tab === tab)
      return tab === undefined || shown.length === 0 || isReached
        ? []
        : [
            issue('LINT_CONTROL_ON_OTHER_TAB', join('layout', 'sections', indexOf.get(id) ?? 0, 'requires', at), {
              section: id,
              id: param,
            }),
          ]
    }),
  )
  const untitled = sections
    .filter(({ section }) => section.collapse !== undefined && (section.title ?? '').trim() === '')
    .map(({ section, index }) =>
      issue('LINT_COLLAPSE_UNTITLED', join('layout', 'sections', index, 'collapse'), { id: section.id }),
    )
  return [...empty, ...elsewhere, ...untitled]
}

function addressKeys({ value, tabs: written, sections }: Envelope): Issue[] {
  const folds = sections.some(({ section }) => section.collapse !== undefined)
  const own = [...(written.length > 0 ? [TAB_KEY] : []), ...(folds ? [FOLD_KEY] : [])]
  const owners = new Map<string, string>(own.map((key) => [key, key]))
  return Object.entries(value.params).flatMap(([id, definition]) => {
    const place = placeIn(definition)
    if (place === undefined) return []
    const keys = keysOf(place)
    const twice = keys.find((key) => owners.has(key))
    const other = twice === undefined ? undefined : owners.get(twice)
    for (const key of keys) if (!owners.has(key)) owners.set(key, id)
    return twice === undefined || other === undefined
      ? []
      : [issue('PARAM_URL_TWICE', join('params', id, 'url', 'key'), { key: twice, other })]
  })
}

/** Spanish is the language of most readers and English the one everyone falls back to: both are asked for. */
const REQUIRED_LANGUAGES: readonly Language[] = [DEFAULT_LANGUAGE, FALLBACK_LANGUAGE]
const OTHER_LANGUAGES = LANGUAGES.filter((language) => !REQUIRED_LANGUAGES.includes(language))

function texts(document: Record<string, unknown>, { value }: Envelope, context: LoadContext): Issue[] {
  const { i18n: _, ...rest } = document
  const used = new Map<string, string>()
  collect(rest, '', used)
  const i18n = (value.i18n ?? {}) as Record<string, Record<string, string> | undefined>
  const has = (language: string, key: string) => Object.hasOwn(i18n[language] ?? {}, key)
  const found: Issue[] = []
  for (const [key, pointer] of used) {
    const known = LANGUAGES.some((language) => has(language, key))
    if (!known && context.hasText?.(key) === true) continue
    const must = REQUIRED_LANGUAGES.filter((language) => !has(language, key))
    const may = OTHER_LANGUAGES.filter((language) => !has(language, key))
    if (must.length > 0) found.push(issue('LINT_TEXT_MISSING', pointer, { key, languages: must.join(', ') }))
    else if (may.length > 0) found.push(issue('LINT_TRANSLATION_MISSING', pointer, { key, languages: may.join(', ') }))
  }
  const written = new Map(
    Object.entries(i18n)
      .flatMap(([language, keys]) => Object.keys(keys ?? {}).map((key) => [key, language] as const))
      .reverse(),
  )
  for (const [key, language] of written)
    if (!used.has(key)) found.push(issue('LINT_TEXT_UNUSED', join('i18n', language, key), { key }))
  return found
}

function collect(value: unknown, pointer: string, used: Map<string, string>): void {
  if (typeof value === 'string') {
    const key = textKey(value)
    if (key !== undefined && !used.has(key)) used.set(key, pointer)
  } else if (Array.isArray(value)) value.forEach((item, i) => collect(item, pointer + join(i), used))
  else if (isRecord(value)) for (const [key, item] of Object.entries(value)) collect(item, pointer + join(key), used)
}

function fanOut({ value }: Envelope, { sources }: LoadContext): Issue[] {
  const count = Object.values(value.queries).filter(({ source }) => sources.get(source)?.fanOut !== undefined).length
  return count > FAN_OUT_BUDGET ? [issue('LINT_FAN_OUT', '/queries', { count, max: FAN_OUT_BUDGET })] : []
}

function refresh({ value }: Envelope): Issue[] {
  const count = Math.round(
    Object.values(value.queries).reduce((sum, one) => sum + (one.refresh === undefined ? 0 : 60 / one.refresh), 0),
  )
  return count > REFRESH_BUDGET ? [issue('LINT_REFRESH', '/queries', { count, max: REFRESH_BUDGET })] : []
}

/**
 * Requests on opening: each query that a list or a widget needs, once. A query that is another question in another
 * section counts again.
 */
function load(model: LayoutModel): Issue[] {
  const used = new Set([
    ...[...model.widgets.values()].flatMap((widget) => (widget.kind === 'live' ? queriesOf(widget) : [])),
    ...[...model.params.values()].map(({ optionsQuery }) => optionsQuery),
  ])
  const count = [...model.queries.keys()].filter((key) => used.has(key)).length
  return count > LOAD_BUDGET ? [issue('LINT_LOAD_BUDGET', '/queries', { count, max: LOAD_BUDGET })] : []
}

function access({ value }: Envelope): Issue[] {
  const flags = [value.access ?? []].flat()
  return flags.flatMap((flag) => {
    if (!isAccessFlag(flag)) {
      const meant = suggest(flag, ACCESS_FLAGS)
      return [
        issue(
          'LINT_ACCESS_UNKNOWN',
          '/access',
          { flag },
          meant === undefined || flags.length > 1 ? {} : { fix: [{ op: 'replace', path: '/access', value: meant }] },
        ),
      ]
    }
    const given = Object.fromEntries(flags.map((name) => [name, true]))
    if (hasAccess({ roles: [], properties: given }, flag)) return []
    const parent = ACCESS_FLAGS.find((name: AccessFlag) =>
      hasAccess({ roles: [], properties: { ...given, [name]: true } }, flag),
    )
    return [issue('LINT_ACCESS_PARENT', '/access', { flag, parent: parent ?? '?' })]
  })
}
