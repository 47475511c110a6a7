/** Finding entities by name, second line or id, and by type: as quick for five thousand as for five. */
import { type OptionId, plain } from '../options.ts'

interface Named {
  readonly id: OptionId
  readonly name: string
  readonly hint?: string
  readonly type?: string
}

export interface EntitySearch<E> {
  (search: string, type: string): readonly E[]
}

/** Searched texts are normalised once for a list; a keystroke then only compares. An empty type is every type. */
export function entitySearch<E extends Named>(items: readonly E[]): EntitySearch<E> {
  let texts: readonly string[] | null = null
  return (search, type) => {
    const words = plain(search).split(/\s+/).filter(Boolean)
    if (words.length === 0) return type === '' ? items : items.filter((item) => item.type === type)
    texts ??= items.map(({ id, name, hint = '' }) => plain(`${name} ${hint} ${id}`))
    const known = texts
    return items.filter(
      (item, at) => (type === '' || item.type === type) && words.every((word) => known[at]?.includes(word)),
    )
  }
}
