/**
 * Works out again the hours that new readings touched, from all readings of these hours: what a device said of an hour
 * (`device_hour`), and the hours of its area, which are merged into the traffic. Everything is a sum over stored
 * readings, so the result does not depend on their order.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from './append.ts'
import { createBatch } from '../batch.ts'
import type { TrafficBatch } from '../batch.ts'
import { MAX_PEOPLE_AN_HOUR } from '../checks.ts'
import { ATOM_COLUMNS, LOG_COLUMNS, NULL } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { ingestGroup } from './ingest-group.ts'
import { QUARTER_MS, slotAt } from '../slots.ts'
import type { Slot } from '../slots.ts'
import { CLOCK_FLAG } from '../health-flags.ts'
import { READING_ATOMS, type ReadingAtom } from '../atoms.ts'
import type { PlacedArea, TouchedDay } from '../readings.ts'

interface PlacedSlot extends Slot {
  readonly place: PlacedArea
}

/**
 * The share of a value that lies in [lo, hi) when it is spread evenly over [a, b): rounded cumulatively, so that all
 * shares add up to it. A counter that jumps after months away is more than 64 bits times milliseconds.
 */
const SHARE = `
CREATE OR REPLACE TEMP MACRO cut(v, x, len) AS ((2 * v::HUGEINT * x + len) // (2 * len))::BIGINT;
CREATE OR REPLACE TEMP MACRO share(v, a, b, lo, hi) AS CASE
  WHEN v IS NULL THEN NULL
  WHEN a = b THEN CASE WHEN a >= lo AND a < hi THEN v::BIGINT END
  WHEN b <= lo OR a >= hi THEN NULL
  WHEN a >= lo AND b <= hi THEN v::BIGINT
  ELSE cut(v, least(b, hi) - a, b - a) - cut(v, greatest(a, lo) - a, b - a) END;
CREATE OR REPLACE TEMP MACRO further(head, v, a, b, lo, hi) AS CASE
  WHEN head IS NULL OR v IS NULL THEN share(v, a, b, lo, hi)
  ELSE share(head + v, a, b, lo, hi) - share(head, a, b, lo, hi) END`

/**
 * Atoms whose sums must stay what they are when a reading is divided: each is rounded together with those before it.
 */
const PARTS = [
  ['bounces', 'visits'],
  ['insInRange0', 'insInRange1', 'insInRange2', 'insInRange3'],
  ['localRepRange0', 'localRepRange1', 'localRepRange2', 'localRepRange3'],
  ['clientRepRange0', 'clientRepRange1', 'clientRepRange2', 'clientRepRange3'],
] as const

/**
 * The values of the given hours from readings. To plan a statement over all atoms takes longer than to run it, and
 * every minute's message runs one: so it names those that occur.
 */
interface Content {
  readonly atoms: readonly ReadingAtom[]
  /** Some number belongs to more than one hour. */
  readonly isDivided: boolean
}

const RANGE = 'a, b, lo, hi'
/** The part of a number that belongs to the hour. */
function shareOf(name: ReadingAtom | 'ins' | 'outs', { atoms, isDivided }: Content): string {
  if (!isDivided) return name
  const parts = PARTS.find((names) => (names as readonly string[]).includes(name))
  const before = parts?.slice(0, (parts as readonly string[]).indexOf(name)) ?? []
  // With an atom that was not named nothing can be rounded together.
  const isFurther = before.length > 0 && before.every((other) => atoms.includes(other))
  return isFurther
    ? `further(${before.join(' + ')}, ${name}, ${RANGE}) AS ${name}`
    : `share(${name}, ${RANGE}) AS ${name}`
}

/**
 * All reports of these areas between two instants. [a, b) = where the counts belong, a = b = an instant; [since, b) =
 * the time it covers; word = its last instant.
 */
const spans = (atoms: boolean) => {
  const more = atoms ? `, ${READING_ATOMS.join(', ')}` : ''
  const none = atoms ? `, ${READING_ATOMS.map(() => 'NULL::INTEGER').join(', ')}` : ''
  const clock = `CASE WHEN skewMs <> 0 THEN ${CLOCK_FLAG} ELSE 0 END`
  return `
    SELECT area, device, start AS a, start + seconds * 1000::BIGINT AS b, CASE WHEN seconds = 0
      THEN start - covers * 1000 WHEN covers = 0 THEN start + seconds * 1000::BIGINT ELSE start END AS since,
      CASE WHEN seconds = 0 THEN start ELSE start + seconds * 1000::BIGINT - 1 END AS word,
      CASE WHEN reversed = 1 THEN outs ELSE ins END AS ins, CASE WHEN reversed = 1 THEN ins
        ELSE outs END AS outs${more}, ${clock} AS flags
    FROM reading WHERE area IN (SELECT area FROM slot) AND start > $1 - 90000000 AND start < $2 + 3600000
    UNION ALL
    SELECT area, device, coalesce(sinceAt, "at"), "at", coalesce(sinceAt, "at"), CASE WHEN sinceAt < "at" THEN "at" - 1
      ELSE "at" END,
      CASE WHEN reversed = 1 THEN outs ELSE ins END, CASE WHEN reversed = 1 THEN ins ELSE outs END${none}, ${clock}
    FROM counter WHERE area IN (SELECT area FROM slot) AND "at" >= $1 AND coalesce(sinceAt, "at") < $2
    UNION ALL
    SELECT area, device, "at", "at", "at" - covers * 1000, "at", NULL, NULL${none}, flags | ${clock} FROM heartbeat
    WHERE area IN (SELECT area FROM slot) AND "at" >= $1 AND "at" < $2 + 3600000
    UNION ALL
    SELECT area, device, "at", "at", "at" - covers * 1000, "at", NULL, NULL${none}, ${clock} FROM occupancy
    WHERE area IN (SELECT area FROM slot) AND "at" >= $1 AND "at" < $2 + 3600000`
}

/** Every report, beside each hour that it covers. */
const placed = (atoms: boolean) => `
CREATE OR REPLACE TEMP TABLE placed AS
WITH span AS (${spans(atoms)})
-- Most lie in one quarter of an hour and find their hour by it; the others are compared.
SELECT s.*, l.slot, l.lo, l.hi FROM span s JOIN slot_quarter q ON q.area = s.area AND q.quarter = s.word // 900000
JOIN slot l ON l.slot = q.slot
WHERE least(s.a, s.since) // 900000 = s.word // 900000
UNION ALL
SELECT s.*, l.slot, l.lo, l.hi FROM span s JOIN slot l ON l.area = s.area AND l.lo <= s.word
  AND l.hi > least(s.a, s.since)
WHERE least(s.a, s.since) // 900000 <> s.word // 900000`

async function contentOf(connection: DuckDBConnection, atoms: boolean): Promise<Content> {
  const names = atoms ? READING_ATOMS : []
  const [row = []] = await (
    await connection.run(`
    SELECT coalesce(bool_or(NOT (a >= lo AND CASE WHEN a = b THEN a < hi ELSE b <= hi END)
      AND coalesce(${['ins', 'outs', ...names].join(', ')}) IS NOT NULL),
      false)${names.map((atom) => `, count(${atom})`).join('')} FROM placed`)
  ).getRows()
  const [isDivided, ...counts] = row
  return { atoms: names.filter((_, i) => Number(counts[i]) > 0), isDivided: isDivided === true }
}

const pieces = (content: Content) => `
CREATE OR REPLACE TEMP TABLE piece AS
WITH shared AS (
  SELECT slot, device, ${(['ins', 'outs', ...content.atoms] as const).map((name) => shareOf(name, content)).join(', ')},
    greatest(since, lo) AS c, least(b, hi) AS d,
    ${content.atoms.length > 0 ? `coalesce(${content.atoms.join(', ')}) IS NOT NULL` : 'false'} AS detailed,
    CASE WHEN word >= lo AND word < hi THEN word END AS word, CASE WHEN word >= lo THEN flags ELSE 0 END AS flags
  FROM placed
), covered AS (
  -- Time that several lines or messages cover counts once.
  SELECT *, greatest(0,
    d - greatest(c, coalesce(max(d) OVER (PARTITION BY slot, device ORDER BY c, d ROWS BETWEEN UNBOUNDED PRECEDING
    AND 1 PRECEDING), c))) AS fresh FROM shared
)
SELECT slot, device, sum(ins)::BIGINT AS ins,
  sum(outs)::BIGINT AS outs${content.atoms.map((atom) => `, sum(${atom})::BIGINT AS ${atom}`).join('')},
  least(3600, sum(fresh) // 1000)::INTEGER AS coveredS, count(DISTINCT word)::INTEGER AS pings,
  bit_or(flags)::INTEGER AS flags, bool_or(detailed) AS detailed
FROM covered GROUP BY slot, device`

/** `least` would make a number of null. */
const whole = (name: string) => `CASE WHEN ${name} > 2147483647 THEN 2147483647 ELSE ${name} END::INTEGER`

/** @returns the days of locals whose hours are not what they were */
export async function recomputeHours(
  connection: DuckDBConnection,
  {
    nowMs,
    cause,
    placesOf,
  }: { nowMs: number; cause: string; placesOf: (areas: readonly number[]) => Promise<ReadonlyMap<number, PlacedArea>> },
): Promise<TouchedDay[]> {
  const touched = (
    await (await connection.run('SELECT DISTINCT area, CAST(quarter AS DOUBLE) FROM touched')).getRows()
  ).map(([area, quarter]) => [Number(area), Number(quarter)] as const)
  if (touched.length === 0) return []
  const places = await placesOf([...new Set(touched.map(([area]) => area))])
  const slots = slotsOf(touched, places)
  if (slots.length === 0) return []

  await stageSlots(connection, slots)
  const lo = slots.reduce((least, { from }) => Math.min(least, from), Infinity)
  const hi = slots.reduce((most, { to }) => Math.max(most, to), -Infinity)
  // Most readings know no atoms, and rows are half as wide without them.
  const atoms =
    Number(
      (
        await (
          await connection.run(
            `SELECT count(*) FROM reading WHERE area IN (SELECT area FROM slot) AND start BETWEEN $1 AND $2
              AND coalesce(${READING_ATOMS.join(', ')}) IS NOT NULL`,
            [BigInt(lo - 90_000_000), BigInt(hi)],
          )
        ).getRows()
      )[0]?.[0] ?? 0,
    ) > 0
  await connection.run(placed(atoms), [BigInt(lo), BigInt(hi)])
  const content = await contentOf(connection, atoms)
  if (content.isDivided) for (const statement of SHARE.split(';\n')) await connection.run(statement)
  await connection.run(pieces(content))
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE had AS SELECT s.slot, bool_or(d.ins IS NOT NULL) AS ins,
      bool_or(d.outs IS NOT NULL) AS outs, bool_or(e.area IS NOT NULL) AS detailed FROM device_hour d
      JOIN slot s ON s.area = d.area AND s.instant = d.instant LEFT JOIN detailed_hour e ON e.area = s.area
      AND e.instant = s.instant GROUP BY s.slot`,
  )
  await connection.run(
    `DELETE FROM device_hour USING slot s WHERE device_hour.area = s.area AND device_hour.instant = s.instant`,
  )
  await connection.run(
    `INSERT INTO device_hour
     SELECT s.client, s.local, s.area, p.device, s.day, s.hour, s.fold, s.instant, ${whole('p.ins')},
       ${whole('p.outs')}, p.coveredS, p.pings, p.flags, $1::BIGINT
     FROM piece p JOIN slot s USING (slot) ORDER BY s.day, s.instant, s.area, p.device`,
    [BigInt(nowMs)],
  )
  await connection.run(
    'DELETE FROM detailed_hour USING slot s WHERE detailed_hour.area = s.area AND detailed_hour.instant = s.instant',
  )
  if (content.atoms.length > 0)
    await connection.run(
      `INSERT INTO detailed_hour SELECT DISTINCT s.area, s.instant FROM piece p JOIN slot s USING (slot)
        WHERE p.detailed`,
    )
  await connection.run(sums(content.atoms))
  await takeBack(connection, content.atoms, { nowMs, cause })
  const batch = await readTraffic(connection, slots, content.atoms)
  if (batch.length > 0) await ingestGroup(connection, [{ batch, unfit: NONE, cause, takesFullScale: true }], nowMs)
  return daysOf(slots)
}

const NONE: ReadonlySet<number> = new Set()

/** Atoms that say more of the people who came in; a sum of only some of them would be wrong. */
const DETAILS = READING_ATOMS.filter((atom) => atom !== 'far' && atom !== 'fro')
const ranges = (name: string) => `${name}0 + ${name}1 + ${name}2 + ${name}3`
const BROKEN = [
  'ins <> bounces + visits',
  'bounces > ins',
  'visits > ins',
  `${ranges('insInRange')} <> ins`,
  'identifiedVisits > visits',
  `${ranges('localRepRange')} > coalesce(identifiedVisits, visits)`,
  `${ranges('clientRepRange')} > coalesce(identifiedVisits, visits)`,
  `${ranges('localRepRange')} > ${ranges('clientRepRange')}`,
]
  .map((rule) => `coalesce(${rule}, false)`)
  .join(' OR ')

/**
 * One row an hour of an area: what the traffic is to say, with the atoms that occur. Where only some readings had
 * details, the hour has none.
 */
function sums(atoms: readonly ReadingAtom[]): string {
  const details = DETAILS.filter((atom) => atoms.includes(atom))
  // A rule does not apply to unknown values.
  const missing = READING_ATOMS.filter((atom) => !atoms.includes(atom))
    .map((atom) => `, NULL::BIGINT AS ${atom}`)
    .join('')
  const judged = `, whole AS (SELECT *${missing} FROM summed), judged AS (SELECT *, ${BROKEN} AS broken FROM whole)`
  const whereWhole = details.map((atom) => `, CASE WHEN broken THEN NULL ELSE ${atom} END AS ${atom}`).join('')
  return `
CREATE OR REPLACE TEMP TABLE area_hour AS
WITH summed AS (
  SELECT p.slot, CASE WHEN s.counted = 1 THEN sum(p.ins) END AS ins, CASE WHEN s.counted = 1
    THEN sum(p.outs) END AS outs, CASE WHEN s.counted = 2 THEN sum(coalesce(p.ins, 0) + coalesce(p.outs, 0)) FILTER
    (coalesce(p.ins, p.outs) IS NOT NULL) END AS passed
    ${atoms.map((atom) => `, sum(p.${atom}) AS ${atom}`).join('')}
  FROM piece p JOIN slot s USING (slot) WHERE s.counted > 0 GROUP BY p.slot, s.counted
)${details.length > 0 ? judged : ''}
SELECT slot, ins, outs,
  ${atoms.includes('fro') ? `CASE WHEN passed IS NULL THEN fro ELSE passed + coalesce(fro, 0) END` : 'passed'}
  AS fro${atoms.includes('far') ? ', far' : ''}${whereWhole}
FROM ${details.length > 0 ? 'judged' : 'summed'}`
}

/** The columns of `area_hour` besides the slot. */
const summedOf = (atoms: readonly ReadingAtom[]) =>
  ['ins', 'outs', 'fro', ...atoms.filter((atom) => atom !== 'fro')] as const

/**
 * A merge never erases, because another source may know what this one does not. Where sensors said something of an hour
 * and now do not (a corrected reading, a counter's new neighbour), it is taken back here, so that the facts do not
 * depend on what came first.
 */
async function takeBack(
  connection: DuckDBConnection,
  atoms: readonly ReadingAtom[],
  { nowMs, cause }: { nowMs: number; cause: string },
): Promise<void> {
  const known: readonly string[] = summedOf(atoms)
  const spoke = (atom: string) =>
    atom === 'ins' || atom === 'outs'
      ? `s.counted = 1 AND h.${atom}`
      : atom === 'fro'
        ? '(h.detailed OR (s.counted = 2 AND (h.ins OR h.outs)))'
        : 'h.detailed'
  // An absurd hour is quarantined as a whole; the previous value is not kept for it.
  const nothing = (atom: string) =>
    known.includes(atom)
      ? `coalesce(n.${atom} IS NULL OR greatest(n.ins, n.outs, n.fro) > ${MAX_PEOPLE_AN_HOUR}, false)`
      : 'true'
  const stored = `
    FROM had h JOIN slot s USING (slot) LEFT JOIN area_hour n USING (slot)
    JOIN traffic t ON t.day = s.day AND t.local = s.local AND t.area = s.area AND t.hour = s.hour AND t.fold = s.fold
      AND t.client = s.client`
  // Nearly always nothing was: first what may have been, of all hours together.
  const all = ['ins', 'outs', ...READING_ATOMS] as const
  const [row = []] = await (
    await connection.run(
      `SELECT ${all.map((atom) => `coalesce(bool_or(t.${atom} IS NOT NULL AND ${nothing(atom)}), false)`).join(', ')}
        ${stored}`,
    )
  ).getRows()
  const some = all.filter((_, i) => row[i] === true)
  if (some.length === 0) return
  await connection.run(`
    CREATE OR REPLACE TEMP TABLE lost AS
    SELECT t.rowid AS id, ${some.map((atom) => `${spoke(atom)} AND ${nothing(atom)} AS ${atom}`).join(', ')} ${stored}
    WHERE ${some.map((atom) => `(${spoke(atom)} AND ${nothing(atom)} AND t.${atom} IS NOT NULL)`).join(' OR ')}`)
  const { rowsChanged } = await connection.run(
    `INSERT INTO traffic_log (${LOG_COLUMNS}) SELECT t.client, t.local, t.area, t.day, t.hour, t.fold,
      ${ATOM_COLUMNS.map((atom) => `t.${atom}`).join(', ')}, t.learntAt, $1::BIGINT, $2::VARCHAR
     FROM lost l JOIN traffic t ON t.rowid = l.id`,
    [BigInt(nowMs), cause],
  )
  if (rowsChanged === 0) return
  const kept = some.map((atom) => `${atom} = CASE WHEN l.${atom} THEN NULL ELSE traffic.${atom} END`).join(', ')
  await connection.run(`UPDATE traffic SET ${kept}, learntAt = $1::BIGINT FROM lost l WHERE traffic.rowid = l.id`, [
    BigInt(nowMs),
  ])
  const empty = `coalesce(${ATOM_COLUMNS.join(', ')}) IS NULL`
  await connection.run(
    `UPDATE traffic SET state = ${HOUR_STATE.missing}, observed = CASE WHEN expected IS NULL THEN NULL ELSE 0 END
      WHERE rowid IN (SELECT id FROM lost) AND ${empty}`,
  )
  // An hour that was never expected and of which no source says anything is no row.
  await connection.run(`DELETE FROM traffic WHERE rowid IN (SELECT id FROM lost) AND expected IS NULL AND ${empty}`)
}

function slotsOf(
  touched: readonly (readonly [area: number, quarter: number])[],
  places: ReadonlyMap<number, PlacedArea>,
): PlacedSlot[] {
  const slots = new Map<string, PlacedSlot>()
  for (const [area, quarter] of touched) {
    const place = places.get(area)
    // An area that was removed has no hours any more.
    if (place === undefined) continue
    const slot = slotAt(place.timeZone, quarter * QUARTER_MS)
    const key = `${area} ${slot.from}`
    if (!slots.has(key)) slots.set(key, { ...slot, place })
  }
  return [...slots.values()]
}

function daysOf(slots: readonly PlacedSlot[]): TouchedDay[] {
  const days = new Map<string, TouchedDay>()
  for (const {
    day,
    place: { local },
  } of slots)
    days.set(`${local} ${day}`, { local, day })
  return [...days.values()]
}

async function stageSlots(connection: DuckDBConnection, slots: readonly PlacedSlot[]): Promise<void> {
  const column = (pick: (slot: PlacedSlot, i: number) => number) => Int32Array.from(slots, pick)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE slot_wide (slot INTEGER, client INTEGER, local INTEGER, area INTEGER, counted INTEGER,
      day INTEGER, hour INTEGER, fold INTEGER, lo DOUBLE, hi DOUBLE)`,
  )
  await appendColumns(
    connection,
    'slot_wide',
    [
      column((_, i) => i),
      column(({ place }) => place.client),
      column(({ place }) => place.local),
      column(({ place }) => place.area),
      column(({ place }) => place.counted),
      column(({ day }) => day),
      column(({ hour }) => hour),
      column(({ fold }) => fold),
      Float64Array.from(slots, ({ from }) => from),
      Float64Array.from(slots, ({ to }) => to),
    ],
    slots.length,
  )
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE slot AS SELECT slot, client, local, area, counted, day, hour, fold, lo::BIGINT AS lo,
      hi::BIGINT AS hi, (lo / 1000)::UINTEGER AS instant FROM slot_wide`,
  )
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE slot_quarter AS SELECT area, slot,
      unnest(generate_series(lo // 900000, (hi - 1) // 900000)) AS quarter FROM slot`,
  )
}

async function readTraffic(
  connection: DuckDBConnection,
  slots: readonly PlacedSlot[],
  atoms: readonly ReadingAtom[],
): Promise<TrafficBatch> {
  const names = summedOf(atoms)
  const rows = await (
    await connection.run(
      `SELECT slot, ${names.map((name) => `CAST(${name} AS DOUBLE)`).join(', ')} FROM area_hour ORDER BY slot`,
    )
  ).getRows()
  const batch = createBatch(rows.length)
  for (const [of, ...values] of rows) {
    // A device that said nothing but that it lives leaves no hour of counts.
    if (values.every((value) => value === null)) continue
    const { place, day, hour, fold, from } = slots[Number(of)]!
    const i = batch.length
    batch.client[i] = place.client
    batch.local[i] = place.local
    batch.area[i] = place.area
    batch.day[i] = day
    batch.hour[i] = hour
    batch.fold[i] = fold
    batch.instant[i] = from / 1000
    names.forEach((name, n) => {
      batch[name][i] = values[n] === null ? NULL : Math.min(Number(values[n]), 2147483647)
    })
    batch.length += 1
  }
  return batch
}
