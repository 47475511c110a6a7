/** How venues and brands are called on the screen: unlike names for unlike venues, and made-up names for demo users. */

interface Named {
  readonly id: number
  readonly name: string
}

const sameName = (name: string) => name.trim().toLowerCase()

/**
 * Venue names that clash are shown with the client name appended: `Gran Vía (Brand)`. Compared over all venues given.
 */
export function distinctNames<T extends Named & { readonly client: number }>(
  locals: readonly T[],
  clientName: (client: number) => string,
): T[] {
  const count = new Map<string, number>()
  for (const { name } of locals) count.set(sameName(name), (count.get(sameName(name)) ?? 0) + 1)
  return locals.map((local) =>
    (count.get(sameName(local.name)) ?? 0) > 1
      ? { ...local, name: `${local.name} (${clientName(local.client)})` }
      : local,
  )
}

const DEMO_STORES = ['Barcelona', 'Madrid', 'Nueva York', 'Londres']

/** Name of the nth client for a demo user, counted from 1. */
export const demoClientName = (n: number) => `Demo Client ${n}`

/** Name of the nth local of a client for a demo user, counted from 1: four cities, then numbers. */
export const demoLocalName = (n: number) => DEMO_STORES[n - 1] ?? `Demo Local ${n}`

/** Positions counted from 1 in the order of the ids, so that a name is the same in every list. */
export function ranks(rows: readonly { readonly id: number }[]): Map<number, number> {
  return new Map(
    rows
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .map((id, at) => [id, at + 1]),
  )
}
