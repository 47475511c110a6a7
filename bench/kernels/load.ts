/** From gzipped bytes to the first answer (12 sums by local), each way with what it then needs. */
import { evaluate, indexFacts } from '#domain/facts/index'
import type { Frame } from '#domain/frame'
import { decodeArrow, encodeArrow } from '#domain/frame-arrow'
import { fromJson, toJson } from '#domain/frame-build'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import type { Section } from '../lib/report.ts'
import { compete } from '../lib/rounds.ts'
import { hourlyRows } from '../lib/rows.ts'
import { checkFrame } from './checks.ts'
import { objectContestant, rowObjects } from './objects.ts'
import type { RowObject } from './objects.ts'
import { QUESTIONS } from './questions.ts'
import type { Question } from './questions.ts'

const question = QUESTIONS[0] as Question

export async function loadSection(size: number, rounds: number, log: (text: string) => void): Promise<Section> {
  const frame = hourlyRows(size)
  const rows = await gzip(new Blob(rowChunks(rowObjects(frame))))
  const columns = await gzip(new Blob([JSON.stringify(toJson(frame))]))
  const arrow = await gzip(new Blob([encodeArrow(frame) as Uint8Array<ArrayBuffer>]))
  log(
    `${frame.rows} rows on the wire, MB gzipped: JSON rows ${mega(rows)}, JSON columns ${mega(columns)}, Arrow ` +
      mega(arrow),
  )
  const first = (given: Frame) => evaluate(question.query, given, indexFacts(given))
  const timings = await compete(
    [
      {
        name: 'aforo, Arrow',
        work: async () => first(decodeArrow(new Uint8Array(await gunzip(arrow).arrayBuffer()))),
        check: checkFrame(question.query),
      },
      {
        name: 'aforo, JSON columns',
        work: async () => first(fromJson((await gunzip(columns).json()) as FrameJson)),
        check: checkFrame(question.query),
      },
      {
        name: 'JSON rows',
        work: async () => objectContestant(question, (await gunzip(rows).json()) as RowObject[]).work(),
        check: objectContestant(question, []).check,
      },
    ],
    rounds,
  )
  return { title: `Load ${frame.rows} rows`, questions: { 'gzipped bytes to first answer': timings } }
}

const mega = (bytes: Blob) => (bytes.size / 1e6).toFixed(1)
const gzip = (blob: Blob) => new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).blob()
const gunzip = (blob: Blob) => new Response(blob.stream().pipeThrough(new DecompressionStream('gzip')))

/** One JSON array in pieces: the text of a million rows is too long to make at once comfortably. */
function rowChunks(rows: readonly RowObject[]): string[] {
  const chunks: string[] = []
  for (let at = 0; at < rows.length; at += 10_000)
    chunks.push(`${at === 0 ? '[' : ','}${JSON.stringify(rows.slice(at, at + 10_000)).slice(1, -1)}`)
  return [...chunks, ']']
}
