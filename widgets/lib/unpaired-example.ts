/** An example whose periods do not have all hours in common, for stories of changes that are taken over a part. */
import { unpairedId } from '#domain/metrics/paired'

interface Example {
  readonly options: unknown
  readonly frames: Readonly<Record<string, unknown>>
}
interface Rows {
  readonly columns: readonly { readonly id: string; readonly type: string }[]
  readonly data: readonly (readonly unknown[])[]
  readonly rows: number
}

/** @param off row of the frame `rows` -> share of all that it counted in hours that the other period has not */
export function unpairedExample({ options, frames }: Example, off: Readonly<Record<number, number>>): Example {
  const { columns, data, ...frame } = frames.rows as Rows
  const counted = columns.flatMap(({ id, ...column }, at) =>
    ['ins', 'far', 'fro', 'visits', 'tickets', 'expected', 'observed'].includes(id)
      ? [{ column: { ...column, id: unpairedId(id) }, values: data[at] ?? [] }]
      : [],
  )
  const rows = {
    ...frame,
    columns: [...columns, ...counted.map(({ column }) => column)],
    data: [
      ...data,
      ...counted.map(({ values }) => values.map((value, row) => Math.round(Number(value ?? 0) * (off[row] ?? 0)))),
    ],
  }
  return { options, frames: { ...frames, rows } }
}
