import type { Local } from '#schemas/generated/entities/local.ts'
import type { ImportPlaceChoice } from '#schemas/generated/entities/import-settings.ts'
import type { ImportPlace } from '#schemas/generated/entities/import-place.ts'
import { fold } from './names.ts'

export type KnownLocal = Pick<Local, 'id' | 'name' | 'code' | 'externalId' | 'timeZone'>

/** Where the counts of a place go. */
export interface PlaceMatch {
  /** Null = a local is made. */
  readonly local: number | null
  readonly name: string
  readonly match: ImportPlace['match']
}

/** Code of the local that is made for a place. */
export const codeOf = (place: string) => place.slice(0, 60)

/** Letters and digits alone, without accents: `Madrid - Gran Vía` and `MADRID GRAN VIA` are written alike. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
/** Names that differ in more letters than this share of them are not similar. */
const MAX_DIFFERENT = 0.2
/** Shorter names are similar by chance. */
const SHORTEST = 5

/**
 * Finds the local of each place: chosen by hand, else by its code, its external id, its name, else one that is written
 * nearly alike and that no other place is (a guess, to be looked at). What nothing fits is new.
 *
 * @param places as the files call them
 * @param nameOf what a local is called that is made for a place
 */
export function matchPlaces(
  places: readonly string[],
  known: readonly KnownLocal[],
  choices: readonly ImportPlaceChoice[] = [],
  nameOf: (place: string) => string = (place) => place,
): Map<string, PlaceMatch> {
  const byId = new Map(known.map((local) => [local.id, local]))
  const chosen = new Map(choices.map((choice) => [fold(choice.place), choice]))
  const matches = new Map<string, PlaceMatch>()
  const taken = new Set<number>()
  const take = (place: string, local: KnownLocal, match: PlaceMatch['match']) => {
    taken.add(local.id)
    matches.set(place, { local: local.id, name: local.name, match })
  }
  for (const place of places) {
    const choice = chosen.get(fold(place))
    const local = choice?.local == null ? undefined : byId.get(choice.local)
    if (local !== undefined) take(place, local, 'chosen')
    // A name alone that was entered by hand makes a new local.
    else if (choice?.name != null && choice.name.trim() !== '')
      matches.set(place, { local: null, name: choice.name.trim(), match: 'new' })
  }
  const ways: readonly (readonly [PlaceMatch['match'], (place: string) => KnownLocal | undefined])[] = [
    [
      'code',
      by(
        known,
        ({ code }) => code,
        (place) => codeOf(place),
      ),
    ],
    [
      'code',
      by(
        known,
        ({ externalId }) => externalId,
        (place) => place,
      ),
    ],
    ['name', by(known, ({ name }) => fold(name), fold)],
    ['similar', by(known, ({ name }) => bare(name), bare)],
    ['similar', nearest(known)],
  ]
  for (const [match, find] of ways) {
    for (const place of places) {
      if (matches.has(place)) continue
      const local = find(place)
      if (local !== undefined && !taken.has(local.id)) take(place, local, match)
    }
  }
  for (const place of places)
    if (!matches.has(place)) matches.set(place, { local: null, name: nameOf(place), match: 'new' })
  return matches
}

/** By a key that only one of them has. */
function by(
  known: readonly KnownLocal[],
  keyOf: (local: KnownLocal) => string | null,
  of: (place: string) => string,
): (place: string) => KnownLocal | undefined {
  const found = new Map<string, KnownLocal | null>()
  for (const local of known) {
    const key = keyOf(local)
    if (key !== null && key !== '') found.set(key, found.has(key) ? null : local)
  }
  return (place) => found.get(of(place)) ?? undefined
}

/** The one that differs least, when a second one is clearly further away. */
function nearest(known: readonly KnownLocal[]): (place: string) => KnownLocal | undefined {
  const names = known.map((local) => ({ local, name: bare(local.name) }))
  return (place) => {
    const name = bare(place)
    if (name.length < SHORTEST) return undefined
    let [best, second] = [{ local: null as KnownLocal | null, share: 1 }, 1]
    for (const other of names) {
      // Numbers distinguish shops of one name.
      if (other.name.length < SHORTEST || digits(other.name) !== digits(name)) continue
      const share = distance(name, other.name) / Math.max(name.length, other.name.length)
      if (share < best.share) [best, second] = [{ local: other.local, share }, best.share]
      else if (share < second) second = share
    }
    return best.local !== null && best.share <= MAX_DIFFERENT && best.share < second ? best.local : undefined
  }
}

const digits = (text: string) => text.replace(/\P{N}/gu, '')

/** Letters to be changed, added or left out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
