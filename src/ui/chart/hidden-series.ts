/** Which series a reader has put away in a chart, remembered on the device by the place of the chart. */
import { createContext, useCallback, useContext, useMemo, useState } from 'react'

/** The place of a chart, for example a dashboard and its widget. Empty = nothing is remembered. */
export const ChartPlace = createContext('')

const keyOf = (place: string) => `aforo.hiddenSeries.${place}`

/** Ids that were put away; none when the device has nothing, or something else, there. */
export function readHidden(place: string, storage: Pick<Storage, 'getItem'> = localStorage): ReadonlySet<string> {
  if (place === '') return new Set()
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(place)) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** A device that keeps nothing (private windows, a full store) forgets: the chart goes on. */
export function keepHidden(
  place: string,
  hidden: ReadonlySet<string>,
  storage: Pick<Storage, 'setItem' | 'removeItem'> = localStorage,
): void {
  if (place === '') return
  try {
    if (hidden.size === 0) storage.removeItem(keyOf(place))
    else storage.setItem(keyOf(place), JSON.stringify([...hidden]))
  } catch {
    // Nothing to do: it is remembered until the page is left.
  }
}

/** One series is always left to see, also when those that were put away are all that came this time. */
export function hiddenAmong(hidden: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const away = ids.filter((id) => hidden.has(id))
  return new Set(away.length >= ids.length ? [] : away)
}

export function toggled(hidden: ReadonlySet<string>, id: string, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(hidden)
  if (!next.delete(id)) next.add(id)
  return ids.every((one) => next.has(one)) ? hidden : next
}

export function useHiddenSeries(ids: readonly string[]): readonly [ReadonlySet<string>, (id: string) => void] {
  const place = useContext(ChartPlace)
  const [kept, setKept] = useState<{ readonly place: string; readonly hidden: ReadonlySet<string> }>(() => ({
    place,
    hidden: readHidden(place),
  }))
  const here = kept.place === place ? kept.hidden : readHidden(place)
  if (kept.place !== place) setKept({ place, hidden: here })
  const key = ids.join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the content of `ids`
  const hidden = useMemo(() => hiddenAmong(here, ids), [here, key])
  const toggle = useCallback(
    (id: string) => {
      const next = toggled(here, id, ids)
      keepHidden(place, next)
      setKept({ place, hidden: next })
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for the content of `ids`
    [here, place, key],
  )
  return [hidden, toggle]
}
