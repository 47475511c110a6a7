/** A count at the full scale of a counter, far above what the same counter counts around it, is a fault. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANION_HOURS, faultLimit } from '../../../facts/checks.ts'
import { NULL } from '../../../facts/columns.ts'
import type { Reading } from './reading.ts'
import { presetNamed } from './preset.ts'
import { findFaults } from './sentinels.ts'
import { createStage, wholeDayOf, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await createStage(['ins', 'outs'], existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
})
afterAll(() => stage.close())

const DAY = 20_000
type Line = readonly [hour: number, ins: number | null, stream?: number, outs?: number | null]
/** Numbers of the lines that are faults. */
async function faults(lines: readonly Line[], hasFullScale = true) {
  await stage.run('DELETE FROM line; DELETE FROM fault')
  const rows = lines.map(
    ([hour, ins, stream = 0, outs = null], i) => `(${hour}, ${stream}, 0, 0, ${i}, ${ins ?? NULL}, ${outs ?? NULL})`,
  )
  await stage.run(`INSERT INTO line VALUES ${rows.join(', ')}`)
  await findFaults(
    { atoms: ['ins', 'outs'], hasFullScale } as Partial<Reading> as Reading,
    presetNamed('hourly'),
    stage,
  )
  return (await stage.run('SELECT line FROM fault ORDER BY line')).map(([line]) => Number(line))
}
const at = (hour: number, day = DAY) => day * 24 + hour
/** A week of hours in which about so many are counted, from line 0 on. */
const week = (people: number, stream = 0): Line[] =>
  Array.from({ length: 7 * 24 }, (_, i): Line => [at(0, DAY - 7) + i, people + (i % 5), stream])
const QUIET = week(10)
const NEXT = QUIET.length

test('in a quiet place it is, in a busy one and in an unknown one it counts', async () => {
  expect(await faults([...QUIET, [at(3), 4095], [at(4), 4094]])).toEqual([NEXT])
  expect(await faults([...week(3000), [at(3), 4095]])).toEqual([])
  expect(await faults([[at(3), 4095]])).toEqual([])
  expect(await faults([...week(10, 1), [at(3), 4095]])).toEqual([])
  expect(await faults([...QUIET, [at(3), 4095]], false)).toEqual([])
})

test('what is around it is the week before and after it, without other full scales and hours that are not known', async () => {
  const limit = faultLimit(QUIET.map(([, people]) => people!))
  expect(limit).toBeLessThan(4095)
  expect(await faults([...QUIET, [at(3, DAY + 7), 4095]])).toEqual([])
  expect(await faults([...QUIET, [at(3, DAY + 6), 4095]])).toEqual([NEXT])
  expect(await faults([...QUIET, [at(3, DAY - 14), 4095]])).toEqual([NEXT])
  expect(await faults([...QUIET, [at(3, DAY - 15), 4095]])).toEqual([])
  const many = Array.from({ length: 200 }, (_, i): Line => [at(i % 24), i % 2 === 0 ? 8191 : null])
  expect((await faults([...QUIET, [at(3), 4095], ...many])).length).toBe(101)
})

test('beside it, within a day, full scales of other widths go with it', async () => {
  const near = async (hour: number, value: number, stream = 0) =>
    (await faults([...QUIET, [at(3), 4095], [at(3) + hour, value, stream]])).includes(NEXT + 1)
  expect([
    await near(COMPANION_HOURS, 255),
    await near(-COMPANION_HOURS, 255),
    await near(COMPANION_HOURS + 1, 255),
    await near(-COMPANION_HOURS - 1, 255),
    await near(1, 254),
    await near(1, 7),
    await near(1, 255, 1),
    await near(1, 0),
  ]).toEqual([true, true, false, false, false, false, false, false])
})

test('each count is judged by itself, and a whole day is none', async () => {
  const both = QUIET.map(([hour, ins]): Line => [hour, ins, 0, 3000])
  expect(await faults([...both, [at(3), 5, 0, 4095], [at(4), 4095, 0, 5]])).toEqual([NEXT + 1])
  expect(await faults([...QUIET, [wholeDayOf(DAY), 4095], [at(3), 4095], [wholeDayOf(DAY), 255]])).toEqual([NEXT + 1])
})
