/**
 * `npm run check:estimates`: takes hours away from public counts, lets the product estimate them, and holds the
 * estimates against what was counted: how often the truth lies within the interval of 95 %, and how far all estimates
 * of a kind of gap are off together. Prints a line for each set and length of gap. The data are those of `npm run
 * check:data`; which hours are taken away is the same every time.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createCatalog } from '../server/open-catalog.ts'
import { createDuckDbFactStore } from '../server/facts/duckdb/store.ts'
import { prepareImport } from '../server/modules/imports/reading/index.ts'
import { presetNamed } from '../server/modules/imports/reading/preset.ts'
import { SYSTEM_SCOPE } from '../server/lib/scope.ts'
import { SETTINGS } from '../src/domain/metrics/settings.ts'

const DATA = process.env.AFORO_DATA ?? resolve(import.meta.dirname, '../../shared/data')
const NOW = Date.UTC(2026, 10, 20, 12)
const SETS = [
  { folder: 'melbourne-pedestrian', format: 'melbourne' },
  { folder: 'leeds-footfall', format: 'leeds' },
  { folder: 'dublin-footfall-2023', format: 'dublin' },
  { folder: 'bmrcl-metro', format: 'bmrcl', file: 'station_hourly.csv.gz' },
] as const
/** Hours in a row that are taken away, and from when on: nights are easy. */
const GAPS = [
  { hours: 1, from: 9, to: 20 },
  { hours: 4, from: 9, to: 17 },
  { hours: 24, from: 0, to: 0 },
  { hours: 72, from: 0, to: 0 },
] as const
/** One draw leaves some twenty to sixty gaps of a kind in a set. */
const DRAWS = 4
/** A gap is estimated from weeks around it, which have to be whole. */
const WEEKS_BETWEEN = 10

interface Hour {
  readonly local: number
  readonly area: number
  readonly at: number
  readonly ins: number
}
interface Gap {
  readonly hours: number
  readonly local: number
  readonly area: number
  readonly from: number
}

/** A seeded generator of numbers from 0 to 1 (mulberry32, public domain). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Of every counter, gaps of one length after another, with whole weeks between them. */
function gapsOf(hours: readonly Hour[], next: () => number): Gap[] {
  const ends = new Map<string, { from: number; to: number; local: number; area: number }>()
  for (const { local, area, at } of hours) {
    const seen = ends.get(`${local} ${area}`)
    ends.set(`${local} ${area}`, {
      local,
      area,
      from: Math.min(seen?.from ?? at, at),
      to: Math.max(seen?.to ?? at, at),
    })
  }
  const step = WEEKS_BETWEEN * 7
  return [...ends.values()].flatMap(({ local, area, from, to }) => {
    const firstDay = Math.ceil(from / 24) + step
    return Array.from({ length: Math.max(0, Math.floor((to / 24 - firstDay) / step)) }, (_, at): Gap => {
      const { hours: length, from: early, to: late } = GAPS[at % GAPS.length]!
      return {
        hours: length,
        local,
        area,
        from: (firstDay + at * step + Math.floor(next() * 7)) * 24 + early + Math.floor(next() * (late - early + 1)),
      }
    })
  })
}

async function imported(
  files: readonly string[],
  preset: Parameters<typeof prepareImport>[0]['preset'],
  client: string,
) {
  const own = mkdtempSync(join(tmpdir(), 'aforo-estimates-'))
  const catalog = await createCatalog({ catalogUrl: 'sqlite::memory:' })
  const facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const prepared = await prepareImport({ files: [...files], preset, client, within: own })
  await prepared.store({ catalog, facts, now: NOW })
  prepared.close()
  return {
    facts,
    catalog,
    async close() {
      await facts.close()
      await catalog.close()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

const textOf = (at: number) => new Date(at * 3_600_000).toISOString().slice(0, 16)
const keyOf = (local: number, area: number, at: number) => `${local} ${area} ${at}`

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/**
 * Of all gaps of one length: how many, how many within their interval, people counted and estimated in them, and how
 * far each was off.
 */
interface Trial {
  asked: number
  within: number
  came: number
  said: number
  off: number
}

async function trials(folder: string, format: string, file: string, draw: number): Promise<Map<number, Trial>> {
  const preset = presetNamed(format)
  const whole = await imported([join(DATA, folder, file)], preset, folder)
  // A repeated clock time is one hour here.
  const counted = (
    await whole.facts.read(
      'SELECT local, area, day * 24 + hour AS at, min(ins) FROM traffic WHERE ins IS NOT NULL AND hour < 24 GROUP ' +
        'BY ALL ORDER BY ALL',
    )
  ).map(([local, area, at, ins]): Hour => ({
    local: Number(local),
    area: Number(area),
    at: Number(at),
    ins: Number(ins),
  }))
  await whole.close()
  const gaps = gapsOf(counted, random(draw))
  const taken = new Map(
    gaps.flatMap((gap, of) =>
      Array.from({ length: gap.hours }, (_, at) => [keyOf(gap.local, gap.area, gap.from + at), of] as const),
    ),
  )
  const own = mkdtempSync(join(tmpdir(), 'aforo-estimates-'))
  const left = join(own, 'left.csv')
  writeFileSync(
    left,
    `ts,sensor,ins\n${counted
      .filter(({ local, area, at }) => !taken.has(keyOf(local, area, at)))
      .map(({ local, area, at, ins }) => `${textOf(at)},${local}-${area},${ins}\n`)
      .join('')}`,
  )
  const torn = await imported(
    [left],
    { ...presetNamed('hourly'), ...(preset.timeZone !== undefined && { timeZone: preset.timeZone }) },
    folder,
  )
  try {
    const names = new Map(
      (await torn.catalog.locals.list(SYSTEM_SCOPE)).map(({ id, code, name }) => [id, code ?? name]),
    )
    const estimated = new Map(
      (
        await torn.facts.read(
          'SELECT local, day * 24 + hour, estimatedIns, estimatedDev FROM traffic WHERE estimatedIns IS NOT NULL',
        )
      ).map(([local, at, people, dev]) => [
        `${names.get(Number(local))!.replace('-', ' ')} ${Number(at)}`,
        { people: Number(people), dev: Number(dev) },
      ]),
    )
    const truth = new Map(counted.map(({ local, area, at, ins }) => [keyOf(local, area, at), ins]))
    const found = new Map<number, Trial>()
    for (const { hours } of GAPS) {
      const trial: Trial = { asked: 0, within: 0, came: 0, said: 0, off: 0 }
      found.set(hours, trial)
      for (const gap of gaps.filter((one) => one.hours === hours)) {
        const list = Array.from({ length: hours }, (_, at) => keyOf(gap.local, gap.area, gap.from + at))
        // Hours that were not counted, or could not be estimated, are no trials.
        if (!list.every((key) => truth.has(key) && estimated.has(key))) continue
        const [real, people] = [
          list.reduce((sum, key) => sum + truth.get(key)!, 0),
          list.reduce((sum, key) => sum + estimated.get(key)!.people, 0),
        ]
        // The hours of a day are one error, days are apart: as in the product.
        const days = new Map<number, number>()
        for (const key of list)
          days.set(
            Math.floor(Number(key.split(' ')[2]) / 24),
            (days.get(Math.floor(Number(key.split(' ')[2]) / 24)) ?? 0) + estimated.get(key)!.dev,
          )
        const half =
          SETTINGS.noiseZ.value *
          SETTINGS.estimateSpread.value *
          Math.sqrt([...days.values()].reduce((sum, dev) => sum + dev * dev, 0))
        trial.asked += 1
        trial.within += Math.abs(real - people) <= half ? 1 : 0
        trial.came += real
        trial.said += people
        trial.off += Math.abs(real - people)
      }
    }
    return found
  } finally {
    await torn.close()
    rmSync(own, { recursive: true, force: true })
  }
}

for (const set of SETS) {
  const file = 'file' in set ? set.file : 'counts_hourly.csv.gz'
  if (!existsSync(join(DATA, set.folder, file))) {
    console.log(`       ${set.folder}: not there`)
    continue
  }
  const drawn: Map<number, Trial>[] = []
  for (let draw = 1; draw <= DRAWS; draw++) drawn.push(await trials(set.folder, set.format, file, draw))
  for (const { hours } of GAPS) {
    const sum = (part: keyof Trial) => drawn.reduce((total, found) => total + (found.get(hours)?.[part] ?? 0), 0)
    const [asked, came] = [sum('asked'), sum('came')]
    if (asked > 0)
      console.log(
        `${set.folder.padEnd(24)} ${String(hours).padStart(3)} h: ${percent(sum('within') / asked)} of ${asked} ` +
          `gaps within the interval; all together ${percent(sum('said') / came - 1)} off, one by one ` +
          percent(sum('off') / came),
      )
  }
}
