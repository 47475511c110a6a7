/** Where lines are and what they have, without words: people read it in six languages. */
import { isoDay } from '#domain/days'
import { NULL } from '../../../facts/columns.ts'
import type { Reading } from './reading.ts'
import type { LineGroup } from './line-group.ts'
import { isWholeDay, slotOf } from './stage.ts'

export function lineWords({ atoms, places, areas, streams, lineAt }: Reading) {
  const timeOf = (hour: number, second: number) => {
    if (isWholeDay(hour)) return isoDay(slotOf(hour).day)
    const clock = new Date(((hour % 24) * 3600 + second) * 1000).toISOString()
    return `${isoDay(Math.floor(hour / 24))}T${clock.slice(11, second % 60 === 0 ? 16 : 19)}`
  }
  const nameOf = (stream: number) => {
    const { place, area } = streams[stream]!
    return [places[place]!, areas[area]!].filter(Boolean).join(' ')
  }
  const whereIs = (line: number) => {
    const found = lineAt(line)
    return `${found.file}:${found.line}`
  }
  const valuesOf = (of: LineGroup, k: number) =>
    atoms.map((_, a) => (of.values[a]![k] === NULL ? '–' : String(of.values[a]![k]))).join(' | ')

  return { timeOf, nameOf, whereIs, valuesOf }
}
