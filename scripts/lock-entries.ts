/** Entries of package-lock.json, and the requested ones: shared by the lock, the production package and their tests. */

export interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** The entry of the root is under the empty place. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

/**
 * Where Node finds a package that is asked for from a place: in its own node_modules, then in those above. Null when
 * the lock lacks it.
 */
export function placeOf(packages: Lock['packages'], from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (at === '') return null
  }
}

/** Names that an entry asks for: those it always has, of all platforms, and the peers it cannot do without. */
export function dependenciesOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockEntry): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return [...new Set([...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers])]
}

/**
 * A line for each entry without a hash of its content, with the host it came from, or that asks for a package the lock
 * does not have.
 */
export function incomplete({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, entry]) => [
    ...(place !== '' && entry.link !== true && entry.integrity?.startsWith('sha512-') !== true
      ? [`${place} has no sha512 integrity; expected one for every platform.`]
      : []),
    ...(entry.resolved === undefined
      ? []
      : [`${place} names the address ${entry.resolved}; expected none, so that any registry serves it.`]),
    ...dependenciesOf(entry)
      .filter((name) => placeOf(packages, place, name) === null)
      .map((name) => `${place} asks for ${name}, which is not in the lock.`),
  ])
}
