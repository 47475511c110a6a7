/** Where a link leads now: its address with what goes along, and what it does on this very page. */
import { pathOfDashboard, pathOfPage } from '#domain/link-targets'
import type { LayoutModel, LinkModel, LinkValue, LiveWidget, ParamKey } from '../document/model.ts'
import { kindOf } from '../kinds/index.ts'
import { readPath } from '../params/references.ts'
import { placesOf, readUrl, TAB_KEY, textsIn, type UrlContext, writeUrl } from '../params/url.ts'
import type { FilterState } from '../graph/transaction.ts'

type Payload = Readonly<Record<string, unknown>>

export interface Linked {
  readonly href: string
  /** Leaves the product. */
  readonly isOutside: boolean
  /** On this page: the tab, undefined for the one on show, and the values of filters. */
  readonly here?: { readonly tab: string | undefined; readonly edits: ReadonlyMap<ParamKey, unknown> }
}

interface Parts {
  readonly model: LayoutModel
  readonly filters: () => FilterState
  readonly search: () => string
  readonly context: () => Omit<UrlContext, 'places'>
}

export type LinkOf = (widget: LiveWidget, name: string, payload?: Payload) => Linked | null

const isPlain = (value: unknown): value is string | number | boolean | readonly (string | number)[] =>
  [value].flat().every((one) => ['string', 'number', 'boolean'].includes(typeof one))

export function createLinks({ model, filters, search, context }: Parts): LinkOf {
  const places = placesOf(model)

  const valueOf = (from: LinkValue, payload: Payload): unknown =>
    'literal' in from
      ? from.literal
      : 'field' in from
        ? Object.hasOwn(payload, from.field)
          ? payload[from.field]
          : undefined
        : readPath(filters().params.get(from.ref.param)?.value, from.ref.path)

  /** A whole filter is written as its own place writes it: periods take several keys. */
  function textsFor(key: string, from: LinkValue, payload: Payload): Readonly<Record<string, string>> {
    const value = valueOf(from, payload)
    if (value === undefined || value === null) return {}
    const place = 'ref' in from && from.ref.path.length === 0 ? places.get(from.ref.param) : undefined
    if (place === undefined) return isPlain(value) ? { [key]: [value].flat().join(',') } : {}
    const choice = 'ref' in from ? filters().params.get(from.ref.param)?.choice : undefined
    return textsIn({ key, shape: place.shape }, choice ?? value)
  }

  function here({ params }: LinkModel, tab: string, payload: Payload): Linked {
    const edits = new Map<ParamKey, unknown>()
    for (const [key, from] of Object.entries(params)) {
      const [raw, definition] = [valueOf(from, payload), model.params.get(key)?.definition]
      if (raw === undefined || raw === null || definition === undefined) continue
      const { fromEvent } = kindOf(definition)
      const now = filters().params.get(key)?.value
      edits.set(key, 'field' in from && fromEvent ? fromEvent(raw, [], now, { ...context(), definition }) : raw)
    }
    const texts = Object.assign(
      { [TAB_KEY]: tab },
      ...[...edits].map(([key, value]) => {
        const place = places.get(key)
        return place === undefined ? {} : textsIn(place, value)
      }),
    ) as Record<string, string>
    return { href: writeUrl(Object.keys(texts), texts, search()), isOutside: false, here: { tab, edits } }
  }

  return ({ links }, name, payload = {}) => {
    const link = Object.hasOwn(links, name) ? links[name] : undefined
    if (link === undefined) return null
    const { to } = link
    if ('tab' in to && !('dashboard' in to)) return here(link, to.tab, payload)
    const texts = Object.assign(
      {},
      'dashboard' in to && to.tab !== undefined ? { [TAB_KEY]: to.tab } : {},
      ...Object.entries(link.params).map(([key, from]) => textsFor(key, from, payload)),
    ) as Record<string, string>
    if ('address' in to) {
      const url = URL.parse(to.address)
      if (url === null) return null
      for (const [key, text] of Object.entries(texts)) url.searchParams.set(key, text)
      return { href: url.href, isOutside: true }
    }
    // The dashboard that is on show is not opened anew: what goes along is read as from an address, the rest stays.
    if ('dashboard' in to && to.dashboard === model.id) {
      const { values } = readUrl(model.params.values(), writeUrl(Object.keys(texts), texts, ''), {
        ...context(),
        places,
      })
      const href = writeUrl(Object.keys(texts), texts, search())
      return { href, isOutside: false, here: { tab: to.tab, edits: values } }
    }
    const path = 'dashboard' in to ? pathOfDashboard(to.dashboard) : pathOfPage(to.page)
    return path === undefined ? null : { href: path + writeUrl(Object.keys(texts), texts, ''), isOutside: false }
  }
}
