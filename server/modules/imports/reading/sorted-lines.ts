import type { ColumnChunk } from '../../../facts/duckdb/read-columns.ts'
import type { Stage } from './stage.ts'

/** Lines that are sorted at once: they fit into the memory of the stage. */
const PIECE = 1_048_576
/** Lines may be in any order: each piece looks at the hours of all of them. */
const MAX_PIECES = 64

interface SortedLines {
  readonly columns: string
  /** `line`, or what is left of it. */
  readonly from: string
  /** Begins with the hour. */
  readonly by: string
}

/**
 * The lines of a stage in the order of their hours, some hours at a time: one sort of all of them would go through the
 * disk, and what it holds in memory would grow with their number. An hour is never cut.
 *
 * @param piece about how many lines are sorted at once
 */
export async function* sortedLines(
  stage: Stage,
  { columns, from, by }: SortedLines,
  piece = PIECE,
): AsyncGenerator<ColumnChunk> {
  for (const { first, last } of await piecesOf(stage, piece))
    yield* stage.read(`SELECT ${columns} FROM ${from} WHERE hour BETWEEN ${first} AND ${last} ORDER BY ${by}`)
}

/** Hours that follow one another, with about as many lines in each piece. */
async function piecesOf(stage: Stage, piece: number): Promise<{ first: number; last: number }[]> {
  const [[all = 0] = []] = await stage.run('SELECT count(*)::INTEGER FROM line')
  const most = Math.max(piece, Math.ceil(Number(all) / MAX_PIECES))
  const pieces: { first: number; last: number }[] = []
  let room = 0
  const hours = 'SELECT hour, count(*)::INTEGER FROM line GROUP BY hour ORDER BY hour'
  for await (const {
    columns: [hour, lines],
    length,
  } of stage.read(hours)) {
    for (let i = 0; i < length; i += 1) {
      if (lines![i]! > room) {
        pieces.push({ first: hour![i]!, last: hour![i]! })
        room = most
      }
      room -= lines![i]!
      pieces.at(-1)!.last = hour![i]!
    }
  }
  return pieces
}
