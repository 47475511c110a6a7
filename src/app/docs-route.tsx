/**
 * The documentation: which screens there are, what their dashboards show by their own layouts, in the reader's
 * language.
 */
import { mayOpen } from '#domain/access'
import { useUi } from '#ui'
import { widgetTexts } from '#widgets'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { DocsPage } from '../features/docs/docs-page.tsx'
import { DOCUMENTED } from '../features/docs/entries.ts'
import type { DocsScreen, ScreenPart } from '../features/docs/entries.ts'
import { builtInLayout } from './layouts.ts'
import { DESTINATIONS, isBuilt } from './navigation.ts'
import { session } from './session.ts'

/** Everybody's own, in the menu of the account instead of on home. */
const OWN: Readonly<Record<string, string>> = { dashboards: '/users/dashboards/custom', reports: '/users/reports' }
/** Built-in documents behind screens. */
const LAYOUTS: Readonly<Record<string, string>> = {
  compare: 'foot-compare',
  exits: 'foot-exits',
  sales: 'foot-sales',
  status: 'foot-status',
  occupancy: 'occupancy',
}

/** The widgets of a dashboard under the titles they have there, each once. */
async function partsOf(id: string, language: string): Promise<ScreenPart[]> {
  const layout = await builtInLayout(id)
  if (layout === null) return []
  const [own, { model }] = [await widgetTexts(language), layout]
  const words = model.i18n[language] ?? {}
  const parts = model.widgets.flatMap(({ type, title = '' }): ScreenPart[] => {
    const { description } = (own[type] ?? {}) as { description?: string }
    return description === undefined
      ? []
      : [{ title: title.startsWith('t:') ? (words[title.slice(2)] ?? title) : title, text: description }]
  })
  return parts.filter((part, at) => parts.findIndex(({ title }) => title === part.title) === at)
}

export function DocsRoute() {
  const { t, locale } = useUi()
  const me = useStore(session.store, (state) => state.me)
  const [parts, setParts] = useState<Readonly<Record<string, readonly ScreenPart[]>>>({})
  useEffect(() => {
    let current = true
    const load = async () => {
      const found = await Promise.all(
        Object.entries(LAYOUTS).map(async ([screen, id]) => [screen, await partsOf(id, locale)] as const),
      )
      if (current) setParts(Object.fromEntries(found))
    }
    // Without them the page still says what each screen is for.
    load().catch(() => undefined)
    return () => {
      current = false
    }
  }, [locale])
  if (me === null) return null
  const screens = DOCUMENTED.flatMap((id): DocsScreen[] => {
    if (OWN[id] !== undefined) return [{ id, title: t(`home:menu.${id}`), href: OWN[id], parts: [] }]
    const place = DESTINATIONS.find((one) => one.id === id)
    if (place === undefined || !isBuilt(place.path) || !mayOpen(me, place)) return []
    return [{ id, title: t(`home:screen.${id}`), href: place.path, parts: parts[id] ?? [] }]
  })
  return <DocsPage screens={screens} />
}
