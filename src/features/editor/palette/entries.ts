/**
 * The widgets that may be chosen, as the palette and the gallery list them: by kind, found by words, reached with
 * arrows.
 */
import type { DashboardServices } from '#engine'
import type { WidgetDefinition, WidgetRegistry } from '#engine/types'
import { type KeyboardEvent, type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { useUi } from '#ui'

export type Category = WidgetDefinition<never>['category']
export const CATEGORIES: readonly Category[] = ['comparison', 'traffic', 'visitors', 'status', 'table', 'text']

export interface Entry {
  readonly definition: WidgetDefinition<never>
  readonly name: string
  readonly description: string
}
export interface Entries {
  readonly groups: readonly { readonly category: Category; readonly entries: readonly Entry[] }[]
  readonly count: number
  /** The type that the tab key reaches. */
  readonly reached: string | undefined
  readonly reach: (type: string) => void
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Entries whose name, type or kind has the words; where none has, those whose description has them. */
export function useEntries({
  widgets,
  widgetText,
  search,
  category = null,
}: {
  widgets: WidgetRegistry
  widgetText: DashboardServices['widgetText']
  search: string
  category?: Category | null
}): Entries {
  const { t } = useUi()
  const wanted = useDeferredValue(plain(search.trim()))
  const [stop, setStop] = useState<string | null>(null)
  const all = useMemo(
    () =>
      [...widgets.values()]
        .map((definition): Entry => {
          const text = widgetText(definition.type)
          return { definition, name: text('name'), description: text('description') }
        })
        .sort((a, b) => a.name.localeCompare(b.name)),
    [widgets, widgetText],
  )
  const groups = useMemo(() => {
    const found = (words: (entry: Entry) => readonly string[]) =>
      CATEGORIES.filter((one) => category === null || one === category)
        .map((one) => ({
          category: one,
          entries: all.filter(
            (entry) => entry.definition.category === one && words(entry).some((word) => plain(word).includes(wanted)),
          ),
        }))
        .filter(({ entries }) => entries.length > 0)
    const byName = found(({ definition, name }) => [
      name,
      definition.type,
      definition.category,
      t(`editor:category.${definition.category}`),
    ])
    return byName.length > 0 ? byName : found(({ description }) => [description])
  }, [all, wanted, category, t])
  const types = groups.flatMap(({ entries }) => entries.map(({ definition }) => definition.type))
  return {
    groups,
    count: types.length,
    reached: stop !== null && types.includes(stop) ? stop : types[0],
    reach: setStop,
  }
}

const entriesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLButtonElement>('button[data-type]')]

/** The entry of the list that the tab key reaches gets the focus. */
export const focusReached = (list: HTMLElement | null): void => {
  list?.querySelector<HTMLButtonElement>('button[data-type][tabindex="0"]')?.focus()
}

/**
 * Arrows go to the entry that is drawn there, however many stand in a row; Home and End to the first and the last one.
 */
export function moveOn(event: KeyboardEvent, { current: list }: RefObject<HTMLElement | null>): void {
  const from = document.activeElement
  if (list === null || !(from instanceof HTMLButtonElement)) return
  const all = entriesOf(list)
  const next = nextOf(event.key, all, from)
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function nextOf(
  key: string,
  all: readonly HTMLButtonElement[],
  from: HTMLButtonElement,
): HTMLButtonElement | undefined {
  const at = all.indexOf(from)
  const card = (button: HTMLButtonElement) => (button.closest('[data-entry]') ?? button).getBoundingClientRect()
  const here = card(from)
  /** In the nearest row beyond, the one least to the side. */
  const across = (beyond: (box: DOMRect) => number): HTMLButtonElement | undefined => {
    const rows = all.map((button) => ({ button, box: card(button) })).filter(({ box }) => beyond(box) > 0)
    const nearest = Math.min(...rows.map(({ box }) => beyond(box)))
    return rows
      .filter(({ box }) => beyond(box) === nearest)
      .toSorted((a, b) => Math.abs(a.box.left - here.left) - Math.abs(b.box.left - here.left))[0]?.button
  }
  switch (key) {
    case 'ArrowRight':
      return all[at + 1]
    case 'ArrowLeft':
      return at > 0 ? all[at - 1] : undefined
    case 'ArrowDown':
      return across(({ top }) => Math.round(top - here.top))
    case 'ArrowUp':
      return across(({ top }) => Math.round(here.top - top))
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default:
      return undefined
  }
}
