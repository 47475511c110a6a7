/** Whether files say people inside by the minute, and how they are read. */
import { describe, expect, test } from 'vitest'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { minuteSettings } from './minute-settings.ts'
import type { Sample } from './sample.ts'

const sample = (header: string, row = ''): Sample => ({
  path: '/nowhere.csv',
  name: 'a.csv',
  file: 'a.csv',
  header: header.split(','),
  rows: row === '' ? [] : [row.split(',')],
  separator: ',',
})
const of = (header: string | readonly string[], settings: ImportSettings = {}, zones: readonly string[] = []) =>
  minuteSettings(
    settings,
    (typeof header === 'string' ? [header] : header).map((one) => sample(one)),
    zones,
  )
/** Time, people and room that would be read. */
async function read(header: string, settings: ImportSettings = {}) {
  const found = await of(header, settings)
  if (found === null) return null
  const { name, time, people, presence, room } = found.format
  return { name, time: Object.values(time).slice(0, 3).join('+'), people, presence, room }
}
const by = (columns: Readonly<Record<string, string>>, more: ImportSettings = {}): ImportSettings => ({
  ...more,
  columns: Object.entries(columns).map(([column, use]) => ({ column, use: use as never })),
})
const refusal = (...args: Parameters<typeof of>) =>
  of(...args).then(
    () => 'taken',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )

describe('a column is of people inside', () => {
  test.each([
    ['English', 'Occupants, occupancy, People inside, Inside, headcount'],
    ['Spanish', 'Ocupantes, Ocupación, Personas dentro, Dentro'],
    ['Portuguese', 'Ocupantes, Ocupação, Pessoas dentro'],
    ['Czech', 'Obsazenost, Lidé uvnitř'],
    ['Catalan', 'Ocupants, Ocupació, Persones a dins'],
    ['Italian', 'Occupanti, Occupazione, Persone all’interno'],
  ])('by its name in %s', async (_, names) => {
    for (const name of names.split(', '))
      expect([name, await read(`ts,${name}`)]).toEqual([
        name,
        { name: 'people-inside', time: 'ts', people: name, presence: false, room: undefined },
      ])
  })

  test.each([
    ['English', 'Occupied, presence, is_occupied'],
    ['Spanish', 'Ocupado, OCUPADA, Presencia'],
    ['Portuguese', 'Presença'],
    ['Czech', 'Obsazeno, Přítomnost'],
    ['Catalan', 'Ocupat, Presència'],
    ['Italian', 'Occupato, Presenza'],
  ])('or reports presence, by its name in %s', async (_, names) => {
    for (const name of names.split(', '))
      expect([name, await read(`ts,${name}`)]).toEqual([
        name,
        { name: 'presence', time: 'ts', people: name, presence: true, room: undefined },
      ])
  })

  test('people before presence, and neither beside a column of people who come in', async () => {
    expect(await read('ts,occupied,occupants')).toMatchObject({ people: 'occupants', presence: false })
    expect(await read('ts,occupants,entries')).toBe(null)
    expect(await read('ts,occupied,visits')).toBe(null)
    expect(await read('ts,weather')).toBe(null)
    expect(await read('x,occupants')).toBe(null)
    expect(await minuteSettings({}, [], [])).toBe(null)
  })

  test('by hand, under any name and beside any other column', async () => {
    expect(await read('ts,n,entries', by({ n: 'people' }))).toEqual({
      name: 'people-inside',
      time: 'ts',
      people: 'n',
      presence: false,
      room: undefined,
    })
    expect(await read('ts,N,occupants', by({ n: 'presence' }))).toMatchObject({
      name: 'presence',
      people: 'N',
      presence: true,
    })
    expect(await read('ts,occupants', by({ occupants: 'presence' }))).toMatchObject({ presence: true })
    expect(await read('ts,occupied', by({ occupied: 'people' }))).toMatchObject({ presence: false })
    expect(await read('ts,occupants', by({ occupants: 'ignored' }))).toBe(null)
  })

  test('and one only', async () => {
    expect(await refusal('ts,a,b', by({ a: 'people', b: 'presence' }))).toBe(
      'IMPORT_OPTION_INVALID: Two columns are said to be people inside or presence: a and b; one was expected.',
    )
  })
})

describe('its time', () => {
  test('is found, or chosen by hand; a date with an hour beside it are two columns', async () => {
    expect(await read('fecha,occupants')).toMatchObject({ time: 'fecha' })
    expect(await read('fecha,hora,occupants')).toMatchObject({ time: 'fecha+hora' })
    expect(await read('wann,hora,occupants', by({ wann: 'time' }))).toMatchObject({ time: 'wann' })
    expect(await read('wann,hora,occupants', by({ wann: 'date' }))).toMatchObject({ time: 'wann+hora' })
    expect(await read('wann,uhr,occupants', by({ wann: 'date', uhr: 'hour' }))).toMatchObject({ time: 'wann+uhr' })
    expect(await read('fecha,hora,occupants', by({ fecha: 'time' }))).toMatchObject({ time: 'fecha' })
    expect(await read('wann,fecha,hora,occupants', by({ wann: 'time' }))).toMatchObject({ time: 'wann' })
    expect(await read('ts_local,hora,occupants')).toMatchObject({ time: 'ts_local+hora' })
    expect(await read('wann,x,occupants', by({ wann: 'date' }))).toMatchObject({ time: 'wann' })
    expect(await read('fecha,hora,occupants', by({ hora: 'ignored' }))).toMatchObject({ time: 'fecha' })
    expect(await read('fecha,dia,occupants', by({ fecha: 'ignored' }))).toMatchObject({ time: 'dia' })
  })

  test('is needed where the people were said', async () => {
    expect(await refusal('x,occupants', by({ occupants: 'people' }))).toBe(
      'FILE_COLUMNS_MISSING: a.csv has no column with the time; it has x, occupants. Nothing was loaded.',
    )
    const many = `x,occupants,${'y'.repeat(400)}`
    expect(await refusal(many, by({ occupants: 'people' }))).toContain(
      `it has ${many.replaceAll(',', ', ').slice(0, 300)}. Nothing`,
    )
  })
})

test('its room is the column of places, or one that is called so', async () => {
  for (const name of ['sensor', 'Tienda', 'Room', 'sala', 'Místnost', 'stanza', 'Aula'])
    expect([name, (await read(`ts,${name},occupants`))?.room]).toEqual([name, name])
  expect((await read('ts,x,occupants'))?.room).toBe(undefined)
  expect((await read('ts,x,sensor,occupants', by({ x: 'sensor' })))?.room).toBe('x')
  expect((await read('ts,room,occupants', by({ room: 'ignored' })))?.room).toBe(undefined)
})

describe('a format of ours', () => {
  const SDU = 'room,day_id,time,weekday,holiday,occupants'

  test('is found where a file has all its columns, or is chosen', async () => {
    expect(await read(SDU)).toEqual({
      name: 'sdu-rooms',
      time: 'time+day_id+weekday',
      people: 'occupants',
      presence: false,
      room: 'room',
    })
    expect(await read('TS_local,Occupied')).toMatchObject({ name: 'uci-office', presence: true, room: undefined })
    expect(await read('room,time,occupants')).toMatchObject({ name: 'people-inside', time: 'time' })
    expect(await read('a,b', { format: 'uci-office' })).toMatchObject({ name: 'uci-office' })
    const [found, said] = [await of(SDU), await of(SDU, { format: 'sdu-rooms' })]
    expect([found?.guessed, found?.found]).toEqual([
      { format: 'sdu-rooms', separator: ',', timeZone: 'Europe/Copenhagen' },
      ['format', 'separator', 'timeZone'],
    ])
    expect([said?.guessed.format, said?.found]).toEqual([undefined, ['separator', 'timeZone']])
  })

  test('may have some of its columns chosen by hand', async () => {
    expect(await read(SDU, by({ holiday: 'sensor' }))).toMatchObject({ name: 'sdu-rooms', room: 'holiday' })
    expect(await read(SDU, by({ holiday: 'time' }))).toMatchObject({ name: 'sdu-rooms', time: 'holiday' })
    expect(await read(SDU, by({ holiday: 'people' }, { format: 'sdu-rooms' }))).toMatchObject({
      name: 'sdu-rooms',
      people: 'holiday',
      presence: false,
    })
    expect(await read(SDU, by({ holiday: 'presence' }, { format: 'sdu-rooms' }))).toMatchObject({ presence: true })
    // Where people are chosen, no format is looked for.
    expect(await read(SDU, by({ holiday: 'people' }))).toMatchObject({ name: 'people-inside', people: 'holiday' })
  })

  test('is none of another format, nor of files with a count that was named by hand', async () => {
    expect(await read(SDU, { format: 'hourly' })).toBe(null)
    for (const use of ['ins', 'area', 'kind', 'direction']) expect(await read(SDU, by({ holiday: use }))).toBe(null)
    for (const use of ['ignored', 'date', 'hour'])
      expect(await read(SDU, by({ holiday: use }))).toMatchObject({ name: 'sdu-rooms' })
    expect(await read(SDU, by({ holiday: 'ins', occupants: 'people' }))).toMatchObject({ people: 'occupants' })
  })
})

describe('what is not said is found out', () => {
  test('the separator, the order of dates, and the zone of the client', async () => {
    const found = await of('ts,occupants', {}, ['Europe/Prague'])
    expect([found?.zone, found?.found, found?.guessed]).toEqual([
      'Europe/Prague',
      ['separator', 'timeZone'],
      { separator: ',', timeZone: 'Europe/Prague' },
    ])
    expect(found?.format).not.toHaveProperty('dateOrder')
    const said = await of('ts,occupants', { separator: ',', timeZone: 'Europe/Madrid', dateOrder: 'mdy' }, [
      'Europe/Prague',
    ])
    expect([said?.zone, said?.found, said?.guessed, said?.format.dateOrder]).toEqual(['Europe/Madrid', [], {}, 'mdy'])
    expect((await of('ts,occupants'))?.zone).toBe(undefined)
    expect((await of('ts_local,occupied', {}, ['Europe/Prague']))?.zone).toBe('Europe/Brussels')
  })

  test('files of rooms with their seats are distinguished from those of minutes', async () => {
    const found = await of(['room,seats', 'ts,room,occupants', 'Sala,Plazas'])
    expect([found?.samples, found?.seatFiles].map((files) => files?.map(({ header }) => header.join()))).toEqual([
      ['ts,room,occupants'],
      ['room,seats', 'Sala,Plazas'],
    ])
    expect(await of(['room,seats'])).toBe(null)
  })

  test('what each column is used for', async () => {
    const uses = async (header: string, settings: ImportSettings = {}) => (await of(header, settings))?.uses
    expect(await uses('x,ts,Room,occupants')).toEqual([null, 'time', 'sensor', 'people'])
    expect(await uses('fecha,hora,presencia')).toEqual(['date', 'hour', 'presence'])
    expect(await uses('room,day_id,time,weekday,holiday,occupants')).toEqual([
      'sensor',
      'date',
      'hour',
      null,
      null,
      'people',
    ])
  })
})
