/** The part of the lock file that some packages need: same versions, same hashes, same places. */
import { dependenciesOf, placeOf, type Lock, type LockEntry } from '../lock-entries.ts'

type Entries = Record<string, LockEntry>

/** Places of everything that the named packages need, in the order of the lock. Throws PACKAGE_NOT_LOCKED. */
function reachable(
  packages: Lock['packages'],
  names: readonly string[],
  dependenciesOf: (entry: LockEntry) => readonly string[],
): Set<string> {
  const found = new Set<string>()
  const waiting = names.map((name) => ({ from: '', name }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = placeOf(packages, next.from, next.name)
    if (place === null)
      throw new Error(
        `PACKAGE_NOT_LOCKED: ${next.from || 'the root'} asks for ${next.name}, which package-lock.json does not ` +
          'have; run npm run lock.',
      )
    if (found.has(place)) continue
    found.add(place)
    for (const name of dependenciesOf(packages[place] ?? {})) waiting.push({ from: place, name })
  }
  return found
}

/**
 * Entries for `names` and what they need, by place, without the marks of development; what is needed on other platforms
 * only stays optional.
 */
export function lockedFor({ packages }: Lock, names: readonly string[]): Entries {
  const all = reachable(packages, names, dependenciesOf)
  const always = reachable(packages, names, (entry) =>
    dependenciesOf(entry).filter((name) => entry.optionalDependencies?.[name] === undefined),
  )
  const entries: Entries = {}
  for (const [place, entry] of Object.entries(packages)) {
    if (!all.has(place)) continue
    const { dev: _, devOptional: __, optional: ___, ...kept } = entry as LockEntry & { devOptional?: boolean }
    entries[place] = always.has(place) ? kept : { ...kept, optional: true }
  }
  return entries
}

/** `name` of `node_modules/a/node_modules/name`. */
export const nameAt = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
