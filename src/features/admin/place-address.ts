/** Where a new entry is to be, said in the address of its form by the page that it was added from. */
import { PATHS } from './paths.ts'

/** As far as that page knows. */
export interface PlaceAt {
  readonly client?: number | undefined
  readonly local?: number | undefined
  readonly area?: number | undefined
}
const FIELD_MAP = ['client', 'local', 'area'] as const

/** The address of a form with its place chosen. */
export function newAt(form: string, at: PlaceAt): string {
  const known = FIELD_MAP.flatMap((name) => (at[name] === undefined ? [] : [[name, String(at[name])]]))
  return known.length === 0 ? form : `${form}?${new URLSearchParams(known)}`
}

export const addFootscanTo = (at: PlaceAt): string => newAt(PATHS.footscans.add, at)

/** An invalid id, or one without its parent place, is left out. */
export function placeOf(search: URLSearchParams): PlaceAt {
  const [client, local, area] = FIELD_MAP.map((name) => {
    const text = search.get(name) ?? ''
    return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
  })
  if (client === undefined) return {}
  return { client, local, area: local === undefined ? undefined : area }
}
