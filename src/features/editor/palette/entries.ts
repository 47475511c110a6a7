/**
 * The widgets that may be chosen, as the palette and the gallery list them: by kind, found by words.
 */
import type { DashboardServices } from '#engine'
import type { WidgetDefinition, WidgetRegistry } from '#engine/types'
import { useDeferredValue, useMemo, useState } from 'react'
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

/** The entry of the list that the tab key reaches gets the focus. */
export const focusReached = (list: HTMLElement | null): void => {
  list?.querySelector<HTMLButtonElement>('button[data-type][tabindex="0"]')?.focus()
}
