/** Entries as the fleet's lists answer them (spec 2, section 7). */
export type ByMac<T> = Readonly<Record<string, T>>

export const byMac = <T extends { readonly mac: string }>(entries: readonly T[]): ByMac<T> =>
  Object.fromEntries(entries.map((entry) => [entry.mac, entry]))
