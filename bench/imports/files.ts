/** Files of made counts, written a block at a time: any number of lines takes no memory. */
import { closeSync, openSync, writeSync } from 'node:fs'

export interface Shape {
  readonly lines: number
  readonly counters: number
  /** Minutes of the civil clock (UTC) that a line is about. */
  readonly minutes: number
}

/** People by the hour of a usual day, of 100. */
const DAY = [1, 0, 0, 0, 0, 1, 3, 8, 20, 35, 50, 65, 80, 85, 75, 70, 80, 95, 100, 90, 60, 30, 12, 4]
const BLOCK = 1 << 20
const LONGEST_LINE = 64
/** One line of so many is left out: something has to be estimated. */
const LEFT_OUT = 509

/** Ends on 31 October 2026, so that all of it is settled. @returns the lines that were written */
export function writeCounts(path: string, { lines, counters, minutes }: Shape): number {
  const steps = Math.ceil(lines / counters)
  const end = Date.UTC(2026, 10, 1)
  const names = Array.from({ length: counters }, (_, n) => `,counter-${String(n).padStart(4, '0')},`)
  const size = Array.from({ length: counters }, (_, n) => 0.2 + ((n * 37) % 100) / 25)
  const block = Buffer.alloc(BLOCK + LONGEST_LINE)
  const file = openSync(path, 'w')
  let [at, written, seed] = [block.write('ts,sensor,ins\n', 0, 'latin1'), 0, 1]
  for (let step = 0; step < steps; step += 1) {
    const instant = new Date(end - (steps - step) * minutes * 60_000)
    const time = instant.toISOString().slice(0, 16)
    const usual =
      DAY[instant.getUTCHours()]! *
      (instant.getUTCDay() === 6 ? 1.6 : instant.getUTCDay() === 0 ? 0.7 : 1) *
      (minutes / 60)
    for (let n = 0; n < counters && written < lines; n += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      if (seed % LEFT_OUT === 0) continue
      at += block.write(time, at, 'latin1')
      at += block.write(names[n]!, at, 'latin1')
      at += block.write(String(Math.floor(usual * size[n]! * (0.5 + seed / 0x1_0000_0000))), at, 'latin1')
      block[at++] = 0x0a
      written += 1
      if (at < BLOCK) continue
      writeSync(file, block, 0, at)
      at = 0
    }
  }
  writeSync(file, block, 0, at)
  closeSync(file)
  return written
}
