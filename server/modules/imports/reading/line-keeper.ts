/** Quarantines lines that became no hour, with their text. */
import { NULL } from '../../../facts/columns.ts'
import type { LineQuarantine } from './quarantine.ts'
import type { Reading } from './reading.ts'
import { lineWords } from './line-words.ts'

/** @param sums people that were quarantined, by atom */
export function lineKeeper(reading: Reading, quarantine: LineQuarantine, sums: number[]) {
  const { atoms, places, streams, areas, lineAt } = reading
  const { timeOf } = lineWords(reading)

  return (
    hour: number,
    stream: number,
    second: number,
    line: number,
    valueOf: (a: number) => number,
    reason: string,
  ) => {
    const found = lineAt(line)
    const { place, area } = streams[stream]!
    atoms.forEach((_, a) => {
      if (valueOf(a) !== NULL) sums[a]! += valueOf(a)
    })
    quarantine.add({
      ...found,
      reason,
      cells: {
        time: timeOf(hour, second),
        place: places[place]!,
        ...(areas[area] && { area: areas[area] }),
        ...Object.fromEntries(atoms.map((atom, a) => [atom, valueOf(a) === NULL ? '' : String(valueOf(a))])),
      },
    })
  }
}
