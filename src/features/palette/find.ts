/** Entries of the palette and their search: every word anywhere in the name, the best place first. */

export type PaletteGroup = 'screens' | 'dashboards' | 'clients' | 'locals' | 'actions'
export const PALETTE_GROUPS: readonly PaletteGroup[] = ['screens', 'dashboards', 'clients', 'locals', 'actions']

export interface PaletteItem {
  /** Unique in the palette. */
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  /** Beside the name, muted: the brand of a store, the code. Searched too. */
  readonly hint?: string
  readonly run: () => void
}

/** So many of each group: a reader who wants more types more. */
const MAX: Readonly<Record<PaletteGroup, number>> = { screens: 8, dashboards: 6, clients: 6, locals: 8, actions: 12 }

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** 0: the name begins with the search; 1: a word of it does; 2: it holds it; 3: only with its hint. Null: no match. */
function rankOf({ label, hint = '' }: Pick<PaletteItem, 'label' | 'hint'>, words: readonly string[]): number | null {
  const name = plain(label)
  const whole = `${name} ${plain(hint)}`
  if (!words.every((word) => whole.includes(word))) return null
  const search = words.join(' ')
  if (name.startsWith(search)) return 0
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 1
  return words.every((word) => name.includes(word)) ? 2 : 3
}

/** The matches, group by group; within a group by rank, then as they came. Without a search: pages and actions. */
export function found(items: readonly PaletteItem[], search: string): PaletteItem[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0)
    return PALETTE_GROUPS.filter((group) => group === 'screens' || group === 'actions').flatMap((group) =>
      items.filter((item) => item.group === group).slice(0, MAX[group]),
    )
  const ranked = items.flatMap((item) => {
    const rank = rankOf(item, words)
    return rank === null ? [] : [{ item, rank }]
  })
  return PALETTE_GROUPS.flatMap((group) =>
    ranked
      .filter(({ item }) => item.group === group)
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MAX[group])
      .map(({ item }) => item),
  )
}
