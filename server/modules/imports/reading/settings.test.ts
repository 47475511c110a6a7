/** Given settings of an import come before detected ones, and detected ones before defaults. */
import { describe, expect, test } from 'vitest'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Sample } from './sample.ts'
import { commonest, effectiveSettings } from './settings.ts'

const sample = (header: string, ...rows: readonly string[]): Sample => ({
  path: '/nowhere.csv',
  name: 'a.csv',
  file: 'a.csv',
  header: header.split(','),
  rows: rows.map((row) => row.split(',')),
  separator: ',',
})
const HOURS = sample('ts,sensor,ins', '2025-09-01T10:00,Sol,4')
const of = (settings: ImportSettings, samples: readonly Sample[] = [HOURS], zones: readonly string[] = []) =>
  effectiveSettings(settings, samples, zones)
const refusal = (settings: ImportSettings) =>
  of(settings).then(
    () => 'taken',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )

describe('the format', () => {
  const format = async (...headers: readonly string[]) => {
    const { guessed, found } = await of(
      {},
      headers.map((header) => sample(header)),
    )
    return [guessed.format, found.includes('format')]
  }

  test('is the general one where it fits, else the only one whose columns all files have', async () => {
    for (const [name, ...headers] of [
      ['hourly', 'ts,sensor,ins'],
      ['hourly', 'ts_local,sensor,count'],
      ['hourly', 'ts,ins'],
      ['leeds-feed', 'Date,Hour,LocationName,InCount'],
      ['leeds-feed', 'date,hour,location,incount,x', 'Date,Hour,LocationName,InCount'],
      ['bmrcl', 'date,hour,station,entries,exits'],
      ['online-retail', 'ts_local,country,amount,units'],
      ['hourly', 'Date,Hour,LocationName,InCount', 'date,hour,station,entries,exits'],
      ['hourly', 'Date,Hour,LocationName,Station,InCount,Entries'],
      ['hourly', 'ts_local,in,out,z'],
      ['hourly', 'a,b'],
    ] as const)
      expect([...headers, ...(await format(...headers))]).toEqual([...headers, name, true])
    expect(await format()).toEqual(['hourly', true])
  })

  test('is the chosen one, and is not detected then', async () => {
    const { guessed, found, preset } = await of({ format: 'leeds' })
    expect([guessed.format, found.includes('format'), preset.name, preset.timeZone]).toEqual([
      undefined,
      false,
      'leeds',
      'Europe/London',
    ])
    expect(await refusal({ format: 'parquet' })).toMatch(
      /^IMPORT_FORMAT_UNKNOWN: There is no format "parquet"; one of hourly, melbourne, /,
    )
  })
})

describe('columns that are chosen by hand', () => {
  const HEADER = 'wann,wo,area,modo,way,rein,raus,count,hour'
  const columns = async (chosen: Readonly<Record<string, string>>, header = HEADER) => {
    const { preset } = await of(
      { columns: Object.entries(chosen).map(([column, use]) => ({ column, use: use as never })) },
      [sample(header, '2025-09-01 10:00,Sol,north,bike,in,4,5,9,7')],
    )
    const there = header.split(',')
    const seen = (names: readonly string[] | undefined) => names?.filter((name) => there.includes(name))
    const { time, hour, sensor, kind, direction, area, atoms } = preset.columns
    return {
      time: seen(time),
      hour: seen(hour),
      sensor: seen(sensor),
      kind: seen(kind),
      direction: seen(direction),
      area: area?.map(seen).filter((names) => names!.length > 0),
      atoms: Object.fromEntries(Object.entries(atoms).map(([atom, names]) => [atom, seen(names)])),
      ignore: preset.ignore,
    }
  }

  test('are these fields, and the others are found as ever', async () => {
    expect(
      await columns({ wann: 'time', wo: 'sensor', modo: 'kind', way: 'direction', rein: 'ins', x: 'ignored' }),
    ).toEqual({
      time: ['wann'],
      hour: ['hour'],
      sensor: ['wo'],
      kind: ['modo'],
      direction: ['way'],
      area: [['area']],
      atoms: { ins: ['rein'] },
      ignore: ['x'],
    })
    expect(await columns({ wann: 'date', rein: 'ins', raus: 'outs', modo: 'area' })).toMatchObject({
      time: ['wann'],
      area: [['modo'], ['area']],
      atoms: { ins: ['rein'], outs: ['raus'] },
    })
    expect(await columns({ way: 'hour' })).toMatchObject({ hour: ['way'] })
  })

  test('are nothing else any more', async () => {
    expect(await columns({ area: 'sensor' })).toMatchObject({ sensor: ['area'], area: [] })
    expect(await columns({ COUNT: 'ignored' }, 'ts,area,count')).toMatchObject({
      atoms: { ins: [] },
      ignore: ['COUNT'],
    })
    expect(await columns({ count: 'tickets' }, 'ts,area,count')).toMatchObject({ atoms: { tickets: ['count'] } })
    expect((await columns({ ts: 'ignored' }, 'ts,date,count')).time).toEqual(['date'])
    expect((await columns({ hour: 'ignored' }, 'ts,hour,count')).hour).toEqual([])
    expect((await columns({ sensor: 'ignored' }, 'ts,sensor,site,count')).sensor).toEqual(['site'])
    expect((await columns({ ts: 'ins', count: 'ignored' }, 'ts,count')).time).toEqual([])
  })

  test('are one of each count, and of the uses that there are', async () => {
    const two = [
      { column: 'a', use: 'ins' as const },
      { column: 'b', use: 'ins' as const },
    ]
    expect(await refusal({ columns: two })).toBe(
      'IMPORT_OPTION_INVALID: Two columns are said to be ins: a and b; one was expected.',
    )
    expect(await refusal({ columns: [{ column: 'a', use: 'weather' as never }] })).toMatch(
      /^IMPORT_OPTION_INVALID: The column a is said to be weather; one of time, date, hour, sensor, area, kind, direction, ignored, far, fro, ins, .* was expected\.$/,
    )
    for (const use of ['time', 'date', 'hour', 'sensor', 'area', 'kind', 'direction', 'ignored', 'far'] as const)
      expect([use, await refusal({ columns: [{ column: 'a', use }] })]).toEqual([use, 'taken'])
  })
})

describe('the given settings', () => {
  test('of lines, duplicates, directions, offsets, separator, decimal and dates holds, and is not found out', async () => {
    const said = {
      lines: 'parts',
      duplicates: 'max',
      directions: 'swapped',
      offsets: 'trust',
      separator: ';',
      decimal: ',',
      dateOrder: 'mdy',
    } as const
    const { preset, found, guessed } = await of({ ...said, format: 'hourly', timeZone: 'Europe/Madrid' }, [
      sample('ts,sensor,ins', '13/02/2025 10:00,Sol,1.5'),
    ])
    expect(preset).toMatchObject(said)
    expect([found, guessed]).toEqual([[], {}])
  })

  test('of nothing leaves it open or finds it out', async () => {
    const { preset, found, guessed, zone } = await of({}, [sample('ts,sensor,ins', '2025-09-01T10:00,Sol,12.0')])
    expect([preset.lines, preset.duplicates, preset.directions, preset.offsets, preset.skips]).toEqual(
      Array(5).fill(undefined),
    )
    expect([preset.separator, preset.decimal, preset.dateOrder, zone]).toEqual([undefined, '.', 'dmy', undefined])
    expect([found, guessed]).toEqual([
      ['format', 'separator', 'decimal'],
      { format: 'hourly', separator: ',', decimal: '.' },
    ])
    const none = await of({}, [])
    expect([none.found, none.guessed, none.preset.decimal]).toEqual([['format'], { format: 'hourly' }, undefined])
  })

  test('of lines is one of the five meanings', async () => {
    for (const lines of ['counts', 'parts', 'passages', 'running', 'daily'] as const)
      expect((await of({ lines })).preset.lines).toBe(lines)
    expect(await refusal({ lines: 'guesses' as never })).toBe(
      'IMPORT_OPTION_INVALID: Lines are said to be guesses; one of counts, parts, passages, running, daily was ' +
        'expected.',
    )
  })

  test('of places to be left out is that', async () => {
    const places = [
      { place: 'a', skip: true },
      { place: 'b', skip: false },
      { place: 'c', name: 'C' },
      { place: 'd', skip: true },
    ]
    expect((await of({ places })).preset.skips).toEqual(['a', 'd'])
    expect((await of({ places: places.slice(1, 3) })).preset).not.toHaveProperty('skips')
  })
})

describe('the time zone', () => {
  test('is the chosen one, else that of the format, else that of the places of the client', async () => {
    const zone = async (settings: ImportSettings, zones: readonly string[]) => {
      const { zone: is, guessed, found } = await of(settings, [HOURS], zones)
      return [is, guessed.timeZone, found.includes('timeZone')]
    }
    const zones = ['Europe/Prague']
    expect(await zone({ timeZone: 'Europe/Madrid', format: 'leeds' }, zones)).toEqual([
      'Europe/Madrid',
      undefined,
      false,
    ])
    expect(await zone({ format: 'leeds' }, zones)).toEqual(['Europe/London', 'Europe/London', true])
    expect(await zone({}, zones)).toEqual(['Europe/Prague', 'Europe/Prague', true])
    expect(await zone({}, [])).toEqual([undefined, undefined, false])
  })

  test('is one that there is', async () => {
    expect(await refusal({ timeZone: 'Mars/Olympus' })).toBe(
      'IMPORT_ZONE_UNKNOWN: The time zone is "Mars/Olympus"; an IANA name was expected, for example Europe/Madrid.',
    )
  })

  test('of the client is that of nine in ten of its places', () => {
    const zones = (madrid: number, london: number) => [
      ...Array<string>(london).fill('Europe/London'),
      ...Array<string>(madrid).fill('Europe/Madrid'),
    ]
    expect([commonest(zones(9, 1)), commonest(zones(8, 1)), commonest(zones(1, 0)), commonest([])]).toEqual([
      'Europe/Madrid',
      undefined,
      'Europe/Madrid',
      undefined,
    ])
  })
})
