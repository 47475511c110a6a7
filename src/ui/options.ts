/** The options of a list, and their search: by name or id, accents and case ignored. */
export type OptionId = string | number

export interface Option<K extends OptionId = string> {
  id: K
  label: string
  /** A second line, for example the client of a store. */
  hint?: string
  isDisabled?: boolean
}

/** Without accents and case. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const textOf = ({ id, label, hint = '' }: Option<OptionId>) => plain(`${label} ${hint} ${id}`)
const wordsOf = (search: string) => plain(search).split(/\s+/).filter(Boolean)

/** Options whose label, hint or id contains every word of the search. */
export function matching<K extends OptionId>(options: readonly Option<K>[], search: string): readonly Option<K>[] {
  const words = wordsOf(search)
  return words.length === 0 ? options : options.filter((option) => words.every((word) => textOf(option).includes(word)))
}
