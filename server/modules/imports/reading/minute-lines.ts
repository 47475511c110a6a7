/** The lines of files of people inside, into the columns of the stage. */
import type { LineQuarantine } from './quarantine.ts'
import { textOf } from './cells.ts'
import type { MinuteFormat } from './minute-formats.ts'
import { fold } from './names.ts'
import type { Row } from './rows.ts'
import type { Stage } from './stage.ts'
import { lineReader, MINUTE_S } from './minute-line-reader.ts'

interface Options {
  readonly format: MinuteFormat
  readonly zone: string
  /** Other names of rooms, and rooms that are left out, as the files call them. */
  readonly renames: Readonly<Record<string, string>>
  readonly skips: readonly string[]
  readonly out: ReturnType<Stage['writer']>
  readonly quarantine: LineQuarantine
}

export function createMinuteLines({ format, zone, renames, skips, out, quarantine }: Options) {
  const renamed = new Map(Object.entries(renames).map(([from, to]) => [fold(from), to]))
  const left = new Set(skips.map(fold))
  const rooms = new Map<string, number>()
  const names: string[] = []
  const skipped = new Map<string, number>()
  const counts = { lines: 0, empty: 0, renamed: 0, peopleRead: 0, peopleQuarantined: 0 }

  /** Takes the rows of one file. */
  function ofFile(file: string) {
    const lineOf = lineReader(format, zone, file)
    return ({ buffer, starts, ends, length, line }: Row) => {
      const found = lineOf(Array.from({ length }, (_, c) => textOf(buffer, starts[c]!, ends[c]!).trim()))
      if (found === null) return
      if (found === 'empty') {
        counts.empty += 1
        counts.lines += 1
        return
      }
      counts.lines += 1
      if ('reason' in found) {
        counts.peopleRead += found.people
        counts.peopleQuarantined += found.people
        quarantine.add({ file, line, reason: found.reason, cells: found.cells })
        return
      }
      const to = renamed.get(fold(found.room))
      const key = fold(to ?? found.room)
      if (left.has(key)) {
        skipped.set(found.room, (skipped.get(found.room) ?? 0) + 1)
        return
      }
      if (to !== undefined) counts.renamed += 1
      let room = rooms.get(key)
      if (room === undefined) {
        rooms.set(key, (room = names.length))
        names.push(to ?? found.room)
      }
      counts.peopleRead += found.people
      const row = out.length
      const [minute, stream, second, flags, order, people] = out.columns as readonly Int32Array[]
      minute![row] = found.instant / MINUTE_S
      stream![row] = room
      second![row] = 0
      flags![row] = 0
      order![row] = counts.lines
      people![row] = found.people
      out.length = row + 1
    }
  }

  return { ofFile, counts, names, skipped }
}
