/** As in list.module.css: one line, two lines, a finger. */
const ROW_PX = { one: 32, two: 44, touch: 48 } as const

/** Height of the rows of a long list, all of one height: their positions are computed, not measured. */
export const rowHeightOf = (rows: readonly { readonly hint?: string }[]): number =>
  matchMedia('(pointer: coarse)').matches
    ? ROW_PX.touch
    : rows.some(({ hint }) => hint !== undefined)
      ? ROW_PX.two
      : ROW_PX.one
