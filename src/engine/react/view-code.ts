/** The code of widget views: loaded once per type, and handed out only when there is something to draw with it. */
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { WidgetDeclaration, WidgetModule } from '../types.ts'

export type AnyModule = WidgetModule<Record<string, unknown>>
type Code = { readonly module: AnyModule } | { readonly failed: unknown } | null

interface Entry {
  code: Code
  readonly listeners: Set<() => void>
  loading: boolean
}

const entries = new WeakMap<WidgetDeclaration, Entry>()

function entryOf(definition: WidgetDeclaration): Entry {
  let entry = entries.get(definition)
  if (entry === undefined) entries.set(definition, (entry = { code: null, listeners: new Set(), loading: false }))
  return entry
}

function load(definition: WidgetDeclaration): void {
  const entry = entryOf(definition)
  if (entry.loading || (entry.code !== null && 'module' in entry.code)) return
  const settle = (code: Code) => {
    entry.loading = false
    entry.code = code
    for (const listener of Array.from(entry.listeners)) listener()
  }
  entry.loading = true
  definition.load().then(
    (module) => settle({ module: module as unknown as AnyModule }),
    (failed: unknown) => settle({ failed }),
  )
}

/**
 * The view's code, asked for as soon as the widget is on the page, so that code and data arrive side by side. Null
 * while it loads and while there is nothing to draw (`wanted`): code that comes before the data must not draw the
 * skeleton once more.
 */
export function useViewCode(definition: WidgetDeclaration, wanted: boolean): Code {
  useEffect(() => load(definition), [definition])
  const subscribe = useCallback(
    (listener: () => void) => {
      const { listeners } = entryOf(definition)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    [definition],
  )
  return useSyncExternalStore(subscribe, () => {
    const { code } = entryOf(definition)
    return wanted || (code !== null && 'failed' in code) ? code : null
  })
}
