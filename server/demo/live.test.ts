import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { createBatch } from '../facts/batch.ts'
import { ATOM_COLUMNS, NULL } from '../facts/columns.ts'
import { openWeek } from '../facts/expected.ts'
import type { CountReading } from '../modules/ingest/reading.ts'
import type { FleetDevice } from '../simulator/fleet.ts'
import { createPlayer } from '../simulator/player.ts'
import { BRANDS } from './brands.ts'
import { generateDay, type DemoPlan } from './day.ts'
import { demoSource } from './live.ts'
import { RHYTHMS } from '../simulator/rhythms.ts'

const DAY = dayNumber('2026-11-20')
const ORIGIN = { seed: 1, loadDay: DAY }
const spec = BRANDS.flatMap(({ locals }) => locals).find(({ rhythm }) => rhythm === 'always')!
const plan: DemoPlan = {
  number: 7,
  city: 0,
  spec,
  startDay: DAY - 731,
  expected: {
    client: 1,
    local: 1,
    areas: [1],
    timeZone: 'UTC',
    type: 'store',
    openedDay: null,
    closedDay: null,
    week: openWeek(RHYTHMS.always.shifts),
    holidays: new Map(),
  },
}
const device: FleetDevice = {
  mac: '02:AF:0E:00:00:01',
  key: 'k',
  adapter: 'aforo',
  line: '',
  reportS: 60,
  timeZone: 'UTC',
}

test('what a sensor says by the minute is, at the end of each hour, exactly what loading that hour brings', () => {
  // Not on a whole second, as it is when a server starts.
  const from = DAY * 86_400_000 + 9 * 3_600_000 + 1_234_567
  const to = DAY * 86_400_000 + 15 * 3_600_000
  const player = createPlayer({
    fleet: [device],
    source: demoSource(new Map([[device.mac, plan]]), ORIGIN, from),
    from,
  })
  const readings = player
    .advance(to + 60_000)
    .flatMap(
      ({ written }) => (JSON.parse(written.body) as { devices: { readings: CountReading[] }[] }).devices[0]!.readings,
    )
    .filter(({ kind }) => kind === 'count')
  const whole = createBatch(30)
  generateDay(whole, plan, DAY, to / 1000, ORIGIN.seed)
  for (let i = 0; i < whole.length; i += 1) {
    const start = whole.instant[i]! * 1000
    // The hour in which the server started is sent from its beginning; those before are in the store.
    if (start < from - 3_600_000 || start >= to) continue
    const ofHour = readings.filter((reading) => reading.start >= start && reading.end <= start + 3_600_000)
    for (const atom of ATOM_COLUMNS.filter(
      (one) => one !== 'outs' && one !== 'tickets' && one !== 'sales' && one !== 'units',
    )) {
      const said = ofHour.reduce(
        (sum, reading) => sum + ((atom === 'ins' ? reading.in : reading.atoms?.[atom]) ?? 0),
        0,
      )
      expect([atom, said]).toEqual([atom, whole[atom][i] === NULL ? 0 : whole[atom][i]])
    }
  }
  // No interval is empty or cut into parts of a second, and none is sent twice.
  expect(readings.every(({ start, end }) => end - start >= 1000 && start % 1000 === 0 && end % 1000 === 0)).toBe(true)
  expect(new Set(readings.map(({ start, end }) => `${start}-${end}`)).size).toBe(readings.length)
})
