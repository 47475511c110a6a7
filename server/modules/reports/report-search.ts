import { placesOf, textsIn, writeUrl } from '../../../src/engine/core/params/url.ts'
import type { Dashboard } from '../../../src/engine/core/run/dashboard-types.ts'

/**
 * The query string that opens the dashboard with what was chosen, `?` included; empty where nothing was. As the
 * page writes it: a period by its name and its last day.
 *
 * @param chosen keys of filters; one that has no place in the address is left out
 */
export function searchOf({ model, store }: Pick<Dashboard, 'model' | 'store'>, chosen: readonly string[]): string {
  const { params } = store.getState()
  const places = placesOf(model)
  const texts: Record<string, string> = {}
  for (const key of chosen) {
    const [place, value] = [places.get(key), params[key]?.value]
    if (place !== undefined && value !== undefined) Object.assign(texts, textsIn(place, value))
  }
  return writeUrl(Object.keys(texts), texts, '')
}
