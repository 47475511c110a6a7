/** Writes hours into the stage, and keeps count of them. */
import { gapsAmong } from '#domain/whole-period'
import { NULL } from '../../../facts/columns.ts'
import { createInstants } from './clock.ts'
import type { Reading } from './reading.ts'
import type { LineGroup } from './line-group.ts'
import { slotOf } from './stage.ts'
import type { Stage } from './stage.ts'

interface Options {
  readonly reading: Reading
  readonly stage: Stage
  readonly group: LineGroup
  /** By atom: whether it says that a place counts; exits beside entries do not. */
  readonly opening: readonly boolean[]
}

export function hourWriter({ reading, stage, group, opening }: Options) {
  const { streams } = reading
  const width = reading.atoms.length
  const sums = reading.atoms.map(() => 0)
  const firstDays = new Map<number, number | null>()
  const withHours = new Set<number>()
  const knownDays = new Set<number>()
  const out = stage.writer('slot', 6 + width)
  const instantOf = createInstants(reading.zone)
  let [taken, nulls, firstDay, lastDay] = [0, 0, Infinity, -Infinity]

  const note = (isKnown: boolean) => {
    taken += 1
    if (!isKnown) nulls += 1
    withHours.add(group.stream)
    const { day } = slotOf(group.hour)
    if (isKnown) knownDays.add(day)
    const { place } = streams[group.stream]!
    const known = firstDays.get(place)
    // The hours come in order, and the whole days after them.
    if (known === undefined || (isKnown && day < (known ?? Infinity))) firstDays.set(place, isKnown ? day : null)
    firstDay = Math.min(firstDay, day)
    lastDay = Math.max(lastDay, day)
  }

  return {
    /** The hour at hand. */
    write(fold: number, line: number, values: readonly number[]) {
      const i = out.length
      const [days, hours, ofStream, folds, lines, instants, ...numbers] = out.columns as [
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        Int32Array,
        ...Int32Array[],
      ]
      const slot = slotOf(group.hour)
      days[i] = slot.day
      hours[i] = slot.hour
      ofStream[i] = group.stream
      folds[i] = fold
      lines[i] = line
      instants[i] = instantOf(group.hour, fold)
      let isKnown = false
      for (let a = 0; a < width; a += 1) {
        const value = values[a]!
        numbers[a]![i] = value
        if (value === NULL) continue
        isKnown ||= opening[a]!
        sums[a]! += value
      }
      out.length += 1
      note(isKnown)
    },
    /** Makes room for the next block of lines, which has at most half as many hours. */
    async makeRoom() {
      if (out.length > out.capacity / 2) await out.flush()
    },
    async end() {
      await out.flush()
      return {
        taken,
        nulls,
        sums,
        firstDays,
        streams: withHours,
        firstDay: taken === 0 ? null : firstDay,
        lastDay: taken === 0 ? null : lastDay,
        gaps: gapsAmong(knownDays),
      }
    },
  }
}
