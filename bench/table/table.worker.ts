import { sortOrder } from '#domain/sort'
import type { Frame, TextData } from '#domain/frame'
import { serve } from '../lib/page.ts'
import type { Section } from '../lib/report.ts'
import { compete } from '../lib/rounds.ts'
import { hourlyRows, random, values } from '../lib/rows.ts'

const NAMES = Array.from({ length: 300 }, (_, at) => `Tienda ${(at * 37) % 300}`)

serve(async ({ sizes, rounds }: { sizes: readonly number[]; rounds: number }) => {
  const sections: Section[] = []
  for (const size of sizes) {
    const { frame, rows } = tableRows(size)
    const names = (frame.data[0] as TextData).codes
    const questions: Record<string, Awaited<ReturnType<typeof compete>>> = {}
    const collator = new Intl.Collator('es', { numeric: true })
    const comparators = {
      ins: (a: TableRow, b: TableRow) => b.ins - a.ins,
      rate: (a: TableRow, b: TableRow) => b.rate - a.rate,
      name: (a: TableRow, b: TableRow) => collator.compare(b.name, a.name),
    }
    for (const [column, compare] of Object.entries(comparators)) {
      const key =
        column === 'name'
          ? (row: number) => collatedRank(names[row] as number)
          : (row: number) => values(frame, column)[row] as number
      questions[`${column}, falling`] = await compete(
        [
          {
            name: 'aforo',
            work: () => sortOrder(frame, [{ column, desc: true }], 'es'),
            check: (order: Uint32Array) => weigh(order, key),
          },
          {
            name: 'row objects + sort',
            work: () => [...rows].sort(compare),
            check: (sorted: TableRow[]) =>
              weigh(
                sorted.map(({ row }) => row),
                key,
              ),
          },
        ],
        column === 'name' ? Math.min(rounds, 3) : rounds,
      )
    }
    sections.push({ title: `Sort ${frame.rows} rows`, questions })
  }
  return sections
})

interface TableRow {
  row: number
  name: string
  ins: number
  rate: number
}

function tableRows(size: number): { frame: Frame; rows: TableRow[] } {
  const hourly = hourlyRows(size)
  const next = random(3)
  const count = hourly.rows
  // Rows of a table are seldom in the order of a column: shuffled values.
  const ins = Int32Array.from({ length: count }, () => Math.floor(next() * 100_000))
  const rate = Float64Array.from({ length: count }, () => next() * 100)
  const codes = Int32Array.from({ length: count }, () => Math.floor(next() * NAMES.length))
  return {
    frame: {
      columns: [
        { id: 'name', type: 'text', role: 'dim' },
        { id: 'ins', type: 'int', role: 'measure' },
        { id: 'rate', type: 'float', role: 'measure' },
      ],
      data: [
        { kind: 'text', codes, dictionary: NAMES },
        { kind: 'numbers', values: ins },
        { kind: 'numbers', values: rate },
      ],
      rows: count,
    },
    rows: Array.from({ length: count }, (_, row) => ({
      row,
      name: NAMES[codes[row] as number] as string,
      ins: ins[row] as number,
      rate: rate[row] as number,
    })),
  }
}

const ranks = (() => {
  const { compare } = new Intl.Collator('es', { numeric: true })
  const sorted = [...NAMES].sort(compare)
  return NAMES.map((name) => sorted.indexOf(name))
})()
const collatedRank = (code: number) => ranks[code] as number

/** Position times value: the same for two orders only when the values are in the same places. */
function weigh(order: ArrayLike<number>, key: (row: number) => number): number {
  let sum = 0
  for (let at = 0; at < order.length; at++) sum += (at + 1) * key(order[at] as number)
  return sum
}
