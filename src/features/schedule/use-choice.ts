/** The choice is in the URL, so that a link reproduces it and a save leaves it where it is. */
import type { ScheduleChoice } from '#domain/schedule-scope'
import { useSearchParams } from 'react-router'

export const VIEWS = ['week', 'holidays'] as const
export type ScheduleTab = (typeof VIEWS)[number]

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

export function useChoice(): {
  choice: ScheduleChoice
  tab: ScheduleTab
  choose: (next: Partial<ScheduleChoice>) => void
  show: (tab: ScheduleTab) => void
} {
  const [search, setSearch] = useSearchParams()
  const set = (values: Readonly<Record<string, string | null>>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return {
    choice: { client: idOf(search.get('client')), local: idOf(search.get('local')), area: idOf(search.get('area')) },
    tab: VIEWS.find((one) => one === search.get('view')) ?? 'week',
    choose: (next) =>
      set(Object.fromEntries(Object.entries(next).map(([name, id]) => [name, id === null ? null : String(id)]))),
    show: (tab) => set({ view: tab === 'week' ? null : tab }),
  }
}
