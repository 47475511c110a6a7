/** An example in which hours of some rows did not come and are estimated, for stories of figures with estimates. */
interface Example {
  readonly options: unknown
  readonly frames: Readonly<Record<string, unknown>>
}
interface Rows {
  readonly columns: readonly { readonly id: string }[]
  readonly data: readonly unknown[]
  readonly rows: number
}

/** Deviation of an estimate, of itself. */
const DEVIATION = 0.12

/**
 * @param lost row of the frame `rows` -> share of its entries that did not come
 * @param isFilled false: the same gaps, as counted
 */
export function estimatedExample(
  { options, frames }: Example,
  lost: Readonly<Record<number, number>>,
  isFilled = true,
): Example {
  const { columns, data, ...frame } = frames.rows as Rows
  const column = (id: string) => [...(data[columns.findIndex((one) => one.id === id)] as (number | null)[])]
  const [ins, expected, observed, hours, missing] = ['ins', 'expected', 'observed', 'hours', 'missingHours'].map(
    column,
  ) as [number[], number[], number[], number[], number[]]
  const estimated = Array.from({ length: frame.rows }, () => 0)
  for (const [key, share] of Object.entries(lost)) {
    const row = Number(key)
    estimated[row] = Math.round((ins[row] ?? 0) * share)
    ins[row] = (ins[row] ?? 0) - estimated[row]
    observed[row] = Math.round((expected[row] ?? 0) * (1 - share))
    missing[row] = Math.max(1, Math.round((hours[row] ?? 0) * share))
  }
  const made: Readonly<Record<string, readonly number[]>> = { ins, observed, missingHours: missing }
  const added = isFilled
    ? [
        { id: 'ins.estimated', values: estimated },
        { id: 'ins.variance', values: estimated.map((people) => Math.round((people * DEVIATION) ** 2)) },
      ]
    : []
  return {
    options,
    frames: {
      ...frames,
      rows: {
        ...frame,
        columns: [...columns, ...added.map(({ id }) => ({ id, type: 'int', role: 'measure', unit: 'count' }))],
        data: [...columns.map(({ id }, at) => made[id] ?? data[at]), ...added.map(({ values }) => values)],
      },
    },
  }
}
