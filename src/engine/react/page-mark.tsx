/**
 * How complete the figures of a page are: one mark beside its title, with the widgets that it is about. Each widget
 * says the rest in its note.
 */
import { lossOfPassport, stateOfSeveral } from '#domain/completeness'
import { Popover, StateMark, useUi } from '#ui'
import { useLayoutEffect } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Dashboard } from '../core/run/dashboard-types.ts'
import type { Passport } from '../types.ts'
import { useDashboard } from './services.tsx'
import css from './page-mark.module.css'

type Passports = ReadonlyMap<string, Passport>

/** Passports of the figures on show, for each dashboard on the page. */
const known = new WeakMap<Dashboard, StoreApi<{ readonly all: Passports }>>()
function passportsOf(dashboard: Dashboard): StoreApi<{ readonly all: Passports }> {
  const store = known.get(dashboard) ?? createStore(() => ({ all: new Map() as Passports }))
  known.set(dashboard, store)
  return store
}

/** Publishes the passport of a widget's figures to the page's mark while they are visible. */
export function usePublishedPassport(widget: string, passport: Passport | undefined): void {
  const { dashboard } = useDashboard()
  useLayoutEffect(() => {
    const store = passportsOf(dashboard)
    const put = (given: Passport | undefined) => {
      const all = new Map(store.getState().all)
      if (given === undefined) all.delete(widget)
      else all.set(widget, given)
      store.setState({ all })
    }
    if (passport === undefined) return undefined
    put(passport)
    return () => put(undefined)
  }, [dashboard, widget, passport])
}

/** Of a repeated widget, the copy that lacks the most. */
function byWidget(all: Passports): Passports {
  const worst = new Map<string, Passport>()
  for (const [key, passport] of all) {
    const widget = key.split(' ')[0] ?? key
    const before = worst.get(widget)
    if (before === undefined || lossOfPassport(before) < lossOfPassport(passport)) worst.set(widget, passport)
  }
  return worst
}

/** Nothing while everything arrived. */
export function PageMark({ dashboard }: { dashboard: Dashboard }) {
  const { t, format } = useUi()
  const all = useStore(passportsOf(dashboard), (state) => state.all)
  const open = [...byWidget(all)]
    .filter(([, { state }]) => state !== 'final' && state !== 'closed')
    .toSorted(([, a], [, b]) => lossOfPassport(b) - lossOfPassport(a))
  if (open.length === 0) return null
  const label = t('app:mark.label')
  return (
    <Popover
      label={label}
      placement="bottom start"
      trigger={
        <Button className={css.trigger}>
          <StateMark state={stateOfSeveral([...all.values()].map(({ state }) => state))} />
        </Button>
      }
    >
      <div className={css.note}>
        <p>{t('app:mark.text')}</p>
        <dl className={css.widgets}>
          {open.map(([widget, { coverage, state }]) => (
            <div key={widget}>
              <dt>{dashboard.widgets[widget]?.title ?? widget}</dt>
              <dd>
                {coverage === null ? (
                  <StateMark state={state} />
                ) : (
                  t('app:mark.arrived', { share: format.value(coverage * 100, 'percent') })
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Popover>
  )
}

/**
 * Everything is at rest and nothing on the page has a figure: its widgets are empty, or all they expected is missing.
 */
export function useSaysNothing(dashboard: Dashboard): boolean {
  const passports = useStore(passportsOf(dashboard), (state) => state.all)
  const all = byWidget(passports)
  const states = useStore(dashboard.shown)
  const told = Object.entries(states).map(([widget, { kind }]) => ({ kind, passport: all.get(widget)?.state }))
  if (told.some(({ kind }) => kind === 'queued' || kind === 'loading')) return false
  // A text or a picture has no passport, and is no figure.
  return (
    told.every(({ kind, passport }) => kind !== 'ready' || passport === undefined || passport === 'missing') &&
    told.some(({ kind, passport }) => kind === 'empty' || passport === 'missing')
  )
}
