import type { Reading } from './reading.ts'
import type { Stage } from './stage.ts'

/** One hour of one area of one place, made of one or more lines. */
export interface ImportedHour {
  readonly place: number
  readonly area: number
  readonly day: number
  readonly hour: number
  readonly fold: 0 | 1
  readonly instant: number
  /** In the order of `Reading.atoms`. */
  readonly values: readonly number[]
}

export interface Counted {
  readonly reading: Pick<Reading, 'atoms' | 'places' | 'areas' | 'zone'>
  readonly merging: { readonly hours: readonly ImportedHour[] }
}

/** The hours of an import as objects: for a set that fits into memory. */
export async function countedHours(reading: Reading, stage: Stage): Promise<Counted> {
  const hours: ImportedHour[] = []
  for await (const { columns, length } of stage.read(
    `SELECT day, hour, stream, fold, instant::INTEGER, ${reading.atoms.map((atom) => `"${atom}"`).join(', ')} FROM slot
      ORDER BY rowid`,
  )) {
    const [days, ofDay, streams, folds, instants, ...values] = columns as [
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      Int32Array,
      ...Int32Array[],
    ]
    for (let i = 0; i < length; i += 1) {
      const fold = folds[i] === 1 ? 1 : 0
      hours.push({
        ...reading.streams[streams[i]!]!,
        day: days[i]!,
        hour: ofDay[i]!,
        fold,
        instant: instants[i]!,
        values: values.map((of) => of[i]!),
      })
    }
  }
  return { reading, merging: { hours } }
}
