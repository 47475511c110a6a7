import { isNull } from './frame-build.ts'
import type { Frame, NumberData } from './frame.ts'

export const DOWNLOAD_ORDERS = ['date', 'local'] as const
export type DownloadOrder = (typeof DOWNLOAD_ORDERS)[number]

/** The rows in another order: as they come by date, hour and local, or each local for itself. */
export function sortDownload(frame: Frame, order: DownloadOrder): Frame {
  const at = frame.columns.findIndex(({ id }) => id === 'name')
  const names = frame.data[at]
  const locals = frame.data[frame.columns.findIndex(({ id }) => id === 'local')]
  if (order === 'date' || names?.kind !== 'text' || locals?.kind !== 'numbers') return frame
  const compare = new Intl.Collator('es', { numeric: true }).compare
  const rank = new Map(
    names.dictionary
      .map((name, code) => ({ name, code }))
      .sort((a, b) => compare(a.name, b.name))
      .map(({ code }, place) => [code, place]),
  )
  const key = Float64Array.from(
    names.codes,
    (code, row) => (rank.get(code) ?? -1) * 2 ** 31 + (locals.values[row] as number),
  )
  // The rows come by date, and sorting keeps what is equal in its order.
  const places = Uint32Array.from({ length: frame.rows }, (_, row) => row).sort(
    (a, b) => (key[a] as number) - (key[b] as number) || a - b,
  )
  return {
    ...frame,
    data: frame.data.map((one) =>
      one.kind === 'text'
        ? { ...one, codes: one.codes.map((_, row) => one.codes[places[row] as number] as number) }
        : pick(one, places),
    ),
  }
}

function pick(data: NumberData, places: Uint32Array): NumberData {
  const values = data.values.slice()
  const valid = data.valid && new Uint8Array(data.valid.length)
  for (let row = 0; row < places.length; row++) {
    values[row] = data.values[places[row] as number] as number
    if (valid && !isNull(data, places[row] as number)) valid[row >> 3] = (valid[row >> 3] as number) | (1 << (row & 7))
  }
  return { kind: 'numbers', values, ...(valid && { valid }) }
}
