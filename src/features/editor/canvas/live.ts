/**
 * The dashboard that runs on the canvas while its document is edited. One face for the drawn widgets, so that an edit
 * draws only what it changed; a new dashboard takes over whenever the edit touches filters, queries or what a
 * widget asks for.
 */
import {
  createDashboard,
  type Dashboard,
  type DashboardOptions,
  type DashboardState,
  type GridSize,
  type LoadedLayout,
} from '#engine'
import { isRecord, own, same } from '#engine/core/document/pointer'
import type { WidgetModel } from '#engine/core/document/model'
import type { ShownStates } from '#engine/core/graph/shown'
import { createStore } from 'zustand/vanilla'
import type { Doc } from '../model/patches.ts'

export interface Live {
  /** The same object for as long as the editor is open. */
  readonly face: Dashboard
  /**
   * A separate dashboard for a document, with the same answers and choices: for the preview. Its maker disposes of
   * it.
   */
  fresh(loaded: LoadedLayout): Dashboard
  show(loaded: LoadedLayout, doc: Doc): void
  dispose(): void
}

export type LiveOptions = Omit<DashboardOptions, 'layout' | 'from' | 'url' | 'storage' | 'apply'>

/** How long the old one stays on show while the lists of filters come for the new one. */
const LISTS_MS = 300

const isWaiting = ({ store }: Dashboard) =>
  Object.values(store.getState().params).some(({ state }) => state === 'pending')

/** Calls passed on to the dashboard that runs at that moment. */
const forwarded = (
  of: () => Dashboard,
): Pick<
  Dashboard,
  | 'text'
  | 'beside'
  | 'asked'
  | 'apply'
  | 'discard'
  | 'setPrefix'
  | 'setRelative'
  | 'retry'
  | 'retryParam'
  | 'refresh'
  | 'setVisible'
  | 'promoteAll'
  | 'impact'
  | 'emit'
  | 'openPage'
  | 'link'
  | 'follow'
  | 'fold'
  | 'setGranularity'
  | 'showFull'
  | 'openTab'
  | 'dismissNotice'
> => ({
  text: (raw) => of().text(raw),
  beside: (...args) => of().beside(...args),
  asked: (id) => of().asked(id),
  apply: () => of().apply(),
  discard: () => of().discard(),
  setPrefix: (...args) => of().setPrefix(...args),
  setRelative: (...args) => of().setRelative(...args),
  retry: (id) => of().retry(id),
  retryParam: (id) => of().retryParam(id),
  refresh: () => of().refresh(),
  setVisible: (ids) => of().setVisible(ids),
  promoteAll: () => of().promoteAll(),
  impact: (params) => of().impact(params),
  emit: (...args) => of().emit(...args),
  openPage: (tab) => of().openPage(tab),
  link: (...args) => of().link(...args),
  follow: (here) => of().follow(here),
  fold: (...args) => of().fold(...args),
  setGranularity: (granularity) => of().setGranularity(granularity),
  showFull: (full) => of().showFull(full),
  openTab: (...args) => of().openTab(...args),
  dismissNotice: (index) => of().dismissNotice(index),
})

export function createLive(options: LiveOptions, first: LoadedLayout, doc: Doc): Live {
  let size: GridSize = 'large'
  /** All of a tab is on the canvas, what readers find collapsed too. */
  const make = (layout: LoadedLayout, from?: Dashboard) =>
    createDashboard({ ...options, layout, size, unfolded: true, ...(from && { from }) })
  let running = make(first)
  let seen = { loaded: first, doc }
  /** A newer one whose lists are not there yet. */
  let coming: { readonly dashboard: Dashboard; readonly stop: () => void } | undefined
  const store = createStore<DashboardState>(() => running.store.getState())
  const shown = createStore<ShownStates>(() => running.shown.getState())
  let unfollow = follow(running)

  function take(state: DashboardState): void {
    const before = store.getState()
    // Names are looked up by every model: the same names in another record must not draw every widget again.
    const labels = sameMembers(before.labels, state.labels) ? before.labels : state.labels
    store.setState({ ...state, labels }, true)
  }

  function follow(dashboard: Dashboard): () => void {
    take(dashboard.store.getState())
    shown.setState(dashboard.shown.getState(), true)
    const leave = [dashboard.store.subscribe(take), dashboard.shown.subscribe((states) => shown.setState(states, true))]
    return () => {
      for (const one of leave) one()
    }
  }

  function swap(next: Dashboard): void {
    coming?.stop()
    coming = undefined
    unfollow()
    const old = running
    running = next
    unfollow = follow(next)
    old.dispose()
  }

  return {
    face: {
      store,
      shown,
      ...forwarded(() => running),
      get model() {
        return running.model
      },
      get issues() {
        return running.issues
      },
      get widgets() {
        return running.widgets
      },
      setParam: (...args) => (coming?.dashboard ?? running).setParam(...args),
      setMany: (...args) => (coming?.dashboard ?? running).setMany(...args),
      setSize: (next) => {
        size = next
        running.setSize(next)
        coming?.dashboard.setSize(next)
      },
      setLocale: (locale) => {
        running.setLocale(locale)
        coming?.dashboard.setLocale(locale)
      },
      dispose: () => undefined,
    },
    fresh: (loaded) => createDashboard({ ...options, layout: loaded, from: running }),
    show(loaded, next) {
      const before = seen
      seen = { loaded, doc: next }
      if (asksTheSame(before, seen)) return
      const old = coming
      const dashboard = make(loaded, old?.dashboard ?? running)
      old?.stop()
      old?.dashboard.dispose()
      if (!isWaiting(dashboard)) {
        coming = undefined
        swap(dashboard)
        return
      }
      const cancel = options.clock.after(LISTS_MS, () => swap(dashboard))
      const leave = dashboard.store.subscribe(() => {
        if (!isWaiting(dashboard)) swap(dashboard)
      })
      coming = {
        dashboard,
        stop() {
          cancel()
          leave()
        },
      }
    },
    dispose() {
      coming?.stop()
      coming?.dashboard.dispose()
      unfollow()
      running.dispose()
    },
  }
}

const sameMembers = <T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>) => {
  const keys = Object.keys(b)
  return keys.length === Object.keys(a).length && keys.every((key) => a[key] === b[key])
}

interface Seen {
  readonly loaded: LoadedLayout
  readonly doc: Doc
}

/**
 * Whether two documents ask the same of the same filters; places, titles and options are drawn without a new dashboard.
 */
function asksTheSame(a: Seen, b: Seen): boolean {
  if (['params', 'queries', 'i18n', 'apply', '_id'].some((part) => a.doc[part] !== b.doc[part])) return false
  if (!same(askedOf(a.doc.layout), askedOf(b.doc.layout))) return false
  const [old, now] = [a.loaded.model.widgets, b.loaded.model.widgets]
  return (
    old.size === now.size &&
    [...now].every(([id, widget]) => {
      const before = old.get(id)
      return (
        before?.kind === widget.kind &&
        ['type', 'data', 'emits', 'show', 'sizes', 'repeat', 'links'].every(
          (part) => rawOf(a.doc, id)?.[part] === rawOf(b.doc, id)?.[part],
        )
      )
    })
  )
}

/** A section's title and order are only drawn. */
const askedOf = (layout: unknown) => [tabsIn(layout), sectionsIn(layout)]

/** A tab's title is only drawn. */
const tabsIn = (layout: unknown) => {
  const tabs = own(layout, 'tabs')
  return Array.isArray(tabs) ? tabs.map((tab) => own(tab, 'id')) : tabs
}

const sectionsIn = (layout: unknown) => {
  const sections = own(layout, 'sections')
  return Array.isArray(sections)
    ? Object.fromEntries(
        sections.filter(isRecord).map(({ title: _title, sticky: _sticky, collapse: _collapse, ...rest }, index) => [
          typeof rest.id === 'string' ? rest.id : String(index),
          {
            ...rest,
            widgets: Array.isArray(rest.widgets)
              ? rest.widgets.map(String).toSorted((a, b) => a.localeCompare(b))
              : rest.widgets,
          },
        ]),
      )
    : sections
}

const rawOf = (doc: Doc, id: string): Doc | undefined => {
  const raw = own(doc.widgets, id)
  return isRecord(raw) ? raw : undefined
}

/**
 * The widgets of a document; those that say the same as before are the same objects, so that they are not drawn again.
 * One whose title, data or gestures are others keeps its options, so that its chrome is drawn again and its figures are
 * not.
 */
export function keptWidgets(
  before: { readonly doc: Doc; readonly widgets: ReadonlyMap<string, WidgetModel> } | undefined,
  loaded: LoadedLayout,
  doc: Doc,
): ReadonlyMap<string, WidgetModel> {
  if (before === undefined) return loaded.model.widgets
  return new Map(
    [...loaded.model.widgets].map(([id, widget]) => {
      const old = before.widgets.get(id)
      if (old === undefined || old.section !== widget.section) return [id, widget]
      const [was, is] = [rawOf(before.doc, id), rawOf(doc, id)]
      if (old.kind === 'quarantined' && widget.kind === 'quarantined')
        return [id, was === is && same(old.issues.map(nameOf), widget.issues.map(nameOf)) ? old : widget]
      if (old.kind !== 'live' || widget.kind !== 'live') return [id, widget]
      if (
        was === is &&
        same(old.data, widget.data) &&
        same(old.emits, widget.emits) &&
        same(old.show, widget.show) &&
        same(old.repeat, widget.repeat) &&
        same(old.links, widget.links)
      )
        return [id, old]
      return [
        id,
        ['type', 'v', 'options'].every((part) => was?.[part] === is?.[part])
          ? { ...widget, options: old.options }
          : widget,
      ]
    }),
  )
}

const nameOf = ({ code, pointer }: { readonly code: string; readonly pointer: string }) => code + pointer
