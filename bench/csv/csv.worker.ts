import { writeCsv } from '#domain/csv'
import { encodeArrow } from '#domain/frame-arrow'
import { isoDay } from '#domain/days'
import type { Column, Frame } from '#domain/frame'
import { serve } from '../lib/page.ts'
import type { Section } from '../lib/report.ts'
import { compete } from '../lib/rounds.ts'
import { values } from '../lib/rows.ts'
import { openDuckDb, unparse } from '../peers/adapters.js'
import { INTEGERS, csvTable, exportRows } from './columns.ts'
import type { ExportRows } from './columns.ts'

serve(async ({ sizes, rounds }: { sizes: readonly number[]; rounds: number }, log) => {
  const sections: Section[] = []
  for (const size of sizes) {
    const given = exportRows(size)
    const table = csvTable(given)
    const db = await openDuckDb(encodeArrow(duckFrame(given)))
    const ready = arrays(given)
    let largest = 0
    const timings = await compete(
      [
        {
          name: 'aforo',
          work: () =>
            drain(writeCsv(table), (bytes) => {
              largest = Math.max(largest, bytes)
            }),
          check: () => countOf(writeCsv(table)),
        },
        { name: 'duckdb-wasm COPY', work: () => db.copy(COPY), check: (bytes: Uint8Array) => countOf([bytes]) },
        {
          name: 'papaparse',
          work: () => new TextEncoder().encode(unparse(ready)),
          check: (bytes: Uint8Array) => countOf([bytes]),
        },
      ],
      rounds,
    )
    await db.close()
    log(`${given.rows} rows: largest chunk in memory ${largest} bytes`)
    sections.push({ title: `CSV ${given.rows} rows, 22 columns`, questions: { 'to utf-8 bytes': timings } })
  }
  return sections
})

/** Chunks are dropped as they come: writing a file holds one at a time. */
function drain(chunks: Generator<Uint8Array>, seen: (bytes: number) => void): void {
  for (const chunk of chunks) seen(chunk.byteLength)
}

const NEWLINE = 10
const SEPARATOR = 59

/**
 * Lines and separators of a file: the same for every contestant. That each byte is right is held by tests, against the
 * slow writer.
 */
function countOf(chunks: Iterable<Uint8Array>): number {
  let [lines, separators, last] = [0, 0, NEWLINE]
  for (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte === NEWLINE) lines++
      if (byte === SEPARATOR) separators++
    }
    last = chunk[chunk.length - 1] ?? last
  }
  return (lines + (last === NEWLINE ? 0 : 1)) * 1e6 + separators
}

const column = (id: string, type: Column['type']): Column => ({ id, type, role: 'dim' })

function duckFrame({ frame, names, clients, rates }: ExportRows): Frame {
  return {
    columns: [
      column('client', 'text'),
      column('name', 'text'),
      column('day', 'day'),
      ...INTEGERS.map((id) => column(id, 'int')),
      ...rates.map((_, at) => column(`rate${at}`, 'float')),
      column('index', 'int'),
    ],
    data: [
      clients,
      names,
      { kind: 'numbers', values: values(frame, 'day') },
      ...INTEGERS.map((id) => ({ kind: 'numbers' as const, values: values(frame, id) })),
      ...rates.map((rate) => ({ kind: 'numbers' as const, values: rate })),
      { kind: 'numbers', values: values(frame, 'day') },
    ],
    rows: frame.rows,
  }
}

/** Formulae disarmed in SQL on the two text columns. */
const disarm = (id: string) =>
  `case when substr(${id}, 1, 1) in ('=', '+', '-', '@') then '''' || ${id} else ${id} end as ${id}`
const COPY =
  `select ${disarm('client')}, ${disarm('name')}, day, ${INTEGERS.join(', ')}, rate0, rate1, rate2, ` +
  '"index" from traffic'

/** Rows of ready values, made before the clock starts, in its favour. */
function arrays({ frame, names, clients, rates, rows }: ExportRows): unknown[][] {
  const integers = INTEGERS.map((id) => values(frame, id))
  const day = values(frame, 'day')
  const header = ['client', 'name', 'date', ...INTEGERS, 'rate0', 'rate1', 'rate2', 'index']
  return [
    header,
    ...Array.from({ length: rows }, (_, row) => [
      clients.dictionary[clients.codes[row] as number],
      names.dictionary[names.codes[row] as number],
      isoDay(day[row] as number),
      ...integers.map((list) => list[row]),
      ...rates.map((rate) => rate[row]),
      day[row],
    ]),
  ]
}
