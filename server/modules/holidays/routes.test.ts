import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { HolidayCalendar } from '#schemas/generated/entities/holiday-calendar.ts'
import { HOUR_STATE } from '../../facts/hour-state.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'

let f: Fixture
const as: Record<string, Send> = {}
beforeAll(async () => {
  f = await fixture()
  for (const [name, demo] of [
    ['manager', false],
    ['disguised', true],
  ] as const) {
    const { passwordHash } = (await f.catalog.sessions.credentials('operator@aforo.test'))!
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: `${name}@aforo.test`,
        passwordHash,
        role: 'basic',
        clients: [f.ids.uno],
        flags: ['scheduleManager'],
        properties: { demo },
      },
      NOW,
    )
  }
  for (const name of ['admin', 'analyst', 'manager', 'disguised']) as[name] = sender(f, await f.signIn(name))
  await f.catalog.locals.replace(SYSTEM_SCOPE, f.ids.granVia, {
    client: f.ids.uno,
    name: 'Gran Vía',
    code: 'U1',
    type: 'store',
    timeZone: 'Europe/Madrid',
    geo: { street: 'Gran Vía 1', locality: 'Madrid', region: 'Comunidad de Madrid', countryCode: 'ES' },
  })
}, 60_000)
afterAll(() => f.close())
beforeEach(async () => {
  const days = (await f.catalog.holidays.list(SYSTEM_SCOPE)).map(({ day }) => day)
  await f.catalog.holidays.remove(SYSTEM_SCOPE, [f.ids.granVia, f.ids.outlet, f.ids.closed, f.ids.installed], days)
})

const path = (local = f.ids.granVia) => `/holidays/local/${local}`
const calendar = async (query = '', who = 'manager') =>
  (await as[who]!('GET', `${path()}${query}`)).body as HolidayCalendar
const put = (body: object, who = 'manager', local = f.ids.granVia) => as[who]!('PUT', path(local), body)

describe('holidays are not changed', () => {
  test('without scheduleManager, at another client’s local, on a past day or in an invalid form', async () => {
    const christmas = { day: '2026-12-25', name: 'Navidad' }
    expect(await put({ add: [christmas], remove: [] }, 'analyst')).toMatchObject({
      status: 403,
      body: { code: 'FLAG_REQUIRED', details: { flags: ['scheduleManager'] } },
    })
    expect(await put({ add: [christmas], remove: [] }, 'manager', f.ids.otherGranVia)).toMatchObject({
      status: 404,
      body: { code: 'LOCAL_NOT_FOUND' },
    })
    for (const wrong of [
      { add: [{ day: '25-12-2026', name: 'x' }], remove: [] },
      { add: [{ ...christmas, name: '' }], remove: [] },
      { add: [] },
      { add: [], remove: [], local: 4 },
    ]) {
      expect([wrong, await put(wrong)]).toMatchObject([wrong, { status: 400, body: { code: 'REQUEST_INVALID' } }])
    }
    expect(await put({ add: [], remove: ['2026-02-31'] })).toMatchObject({
      status: 400,
      body: { code: 'DATE_INVALID' },
    })
    expect(await put({ add: [christmas], remove: ['2026-11-19'] })).toMatchObject({
      status: 409,
      body: {
        code: 'HOLIDAY_PAST',
        message: '2026-11-19 is in the past at this local, where it is 2026-11-20. Only future days can be changed.',
        details: { day: '2026-11-19', today: '2026-11-20' },
      },
    })
    expect(await put({ add: [{ ...christmas, day: '2029-01-01' }], remove: [] })).toMatchObject({
      status: 400,
      body: { code: 'YEAR_OUT_OF_RANGE', details: { from: 2001, to: 2028 } },
    })
    expect(await as.manager!('GET', `${path()}?year=2029`)).toMatchObject({
      status: 400,
      body: { code: 'YEAR_OUT_OF_RANGE' },
    })
    expect((await as.manager!('GET', `${path()}?year=2028`)).status).toBe(200)
    for (const query of ['year=2000', 'year=2101', 'year=x', 'language=de', 'country=es'])
      expect([query, (await as.manager!('GET', `${path()}?${query}`)).status]).toEqual([query, 400])
    for (const place of [
      { country: 'XX', region: null },
      { country: 'ES', region: 'ZZ' },
    ])
      expect(await put({ add: [christmas], remove: [], place })).toMatchObject({
        status: 400,
        body: { code: 'HOLIDAY_REGION_UNKNOWN', details: place },
      })
    expect(await as.manager!('GET', `${path()}?country=ES&region=ZZ`)).toMatchObject({
      status: 400,
      body: {
        code: 'HOLIDAY_REGION_UNKNOWN',
        message: 'No holidays are known for the region ZZ of ES; choose one of the list.',
      },
    })
    expect((await calendar()).days).toEqual([])
  })
})

test('a local is offered the holidays of the region of its address, in the language of the reader, and keeps what is chosen', async () => {
  const first = await calendar()
  expect(first).toMatchObject({ local: f.ids.granVia, year: 2026, today: '2026-11-20', country: 'ES', region: 'MD' })
  expect(first.official).toContainEqual({ day: '2026-05-02', name: 'Día de la Comunidad de Madrid', language: 'es' })
  expect(first.regions).toContainEqual({ code: 'CT', name: 'Cataluña' })
  expect(first.countries).toEqual(expect.arrayContaining(['ES', 'PT', 'CZ', 'IT', 'BR', 'MX']))
  // A name without a translation is shown as it is stored, whole: no half of it is in another language.
  const english = await calendar('?language=en')
  expect(english.official).toEqual(
    expect.arrayContaining([
      { day: '2026-04-02', name: 'Maundy Thursday', language: 'en' },
      { day: '2026-05-02', name: 'Día de la Comunidad de Madrid', language: 'es' },
      { day: '2026-12-07', name: 'Día de la Constitución Española (día sustituto)', language: 'es' },
    ]),
  )
  expect([first.language, english.language]).toEqual(['es', 'es'])
  const other = await calendar('?year=2027&language=ca&country=ES&region=CT')
  expect(other).toMatchObject({ year: 2027, region: 'CT' })
  expect(other.official.map(({ day }) => day)).toContain('2027-09-11')
  expect(other.official.map(({ day }) => day)).not.toContain('2027-05-02')
  await put({ add: [], remove: [], place: { country: 'ES', region: 'CT' } })
  expect((await calendar()).region).toBe('CT')
  await put({ add: [], remove: [], place: { country: 'ES', region: 'MD' } })
  expect((await calendar()).region).toBe('MD')
})

test('a local without an address is offered the holidays of the one country of its time zone', async () => {
  const imported = async (timeZone: string) => {
    const { id } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client: f.ids.dos,
      name: timeZone,
      code: timeZone,
      type: 'store',
      timeZone,
    })
    const { body } = await as.admin!('GET', path(id))
    const { country, region, official } = body as HolidayCalendar
    return [country, region, official.length > 5]
  }
  expect(await imported('Europe/Dublin')).toEqual(['IE', null, true])
  expect(await imported('Asia/Tokyo')).toEqual(['JP', null, true])
  expect(await imported('UTC')).toEqual([null, null, false])
})

test('a demo user learns neither the position of a local nor the names of its holidays', async () => {
  await put({ add: [{ day: '2026-12-24', name: 'Fiesta de Madrid' }], remove: [] })
  const shown = await calendar('', 'disguised')
  expect(shown).toMatchObject({
    country: null,
    region: null,
    official: [],
    days: [{ day: '2026-12-24', name: '', closed: true }],
  })
  expect(
    await put({ add: [], remove: ['2026-12-24'], place: { country: 'PT', region: null } }, 'disguised'),
  ).toMatchObject({ status: 403, body: { code: 'DEMO_CHANGES_NOT_ALLOWED' } })
  expect((await calendar()).days).toHaveLength(1)
  expect((await calendar()).country).toBe('ES')
})

test('days are added and removed at one local or at all of its client, and the change is in the audit log', async () => {
  expect(
    await put({
      add: [
        { day: '2026-12-25', name: 'Navidad' },
        { day: '2027-01-01', name: 'Año Nuevo' },
      ],
      remove: [],
      everywhere: true,
    }),
  ).toMatchObject({ status: 200, body: { locals: 4, added: 2, removed: 0 } })
  const closed = async () =>
    (await f.catalog.holidays.list(SYSTEM_SCOPE, { client: f.ids.uno })).map(({ local, day }) => `${local} ${day}`)
  expect(await closed()).toHaveLength(8)
  // A holiday with the doors open closes when it is added, and a day that is none is no reason to refuse.
  await f.catalog.holidays.insertMany(SYSTEM_SCOPE, [
    { local: f.ids.granVia, day: '2026-12-26', name: 'San Esteban', closed: false },
  ])
  expect(
    (await put({ add: [{ day: '2026-12-26', name: 'San Esteban' }], remove: ['2026-12-25', '2026-12-27'] })).body,
  ).toEqual({ locals: 1, added: 1, removed: 2 })
  expect((await calendar()).days).toEqual([{ day: '2026-12-26', name: 'San Esteban', closed: true }])
  expect((await calendar('?year=2027')).days).toEqual([{ day: '2027-01-01', name: 'Año Nuevo', closed: true }])
  expect(await closed()).toContain(`${f.ids.outlet} 2026-12-25`)
  expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
    action: 'holidays.change',
    target: `local ${f.ids.granVia}`,
    details: { client: f.ids.uno, locals: 1, added: 1, removed: 2 },
  })
})

test('from then on a holiday is a closed day: nothing is expected of it and its footscans are CLOSED, and days before it stay', async () => {
  await f.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: f.ids.granVia, weekDay, opening: '10:00', closing: '12:00' })),
  )
  const statesOf = async (day: number) => {
    const frame = await f.facts.traffic({ client: [f.ids.uno] }, f.ids.granVia, day, day)
    const data = frame.data[frame.columns.findIndex(({ id }) => id === 'state')]
    return data?.kind === 'numbers' ? [...data.values] : []
  }
  const health = f.app.jobs.find(({ name }) => name === 'device health')!
  const status = async () =>
    ((await f.get(`/locals/status/${f.ids.granVia}`, await f.signIn('admin'))).body as { status: string }).status
  await put({ add: [], remove: [] })
  await f.app.background.settled()
  await health.run()
  const { missing, settling, closed } = HOUR_STATE
  expect([await statesOf(DAY), await status()]).toEqual([[missing, settling], 'DOWN'])
  const before = await statesOf(DAY - 2)
  await put({ add: [{ day: '2026-11-20', name: 'Fiesta' }], remove: [] })
  await f.app.background.settled()
  await health.run()
  expect([await statesOf(DAY), await status(), await statesOf(DAY - 2)]).toEqual([[closed, closed], 'CLOSED', before])
  await put({ add: [], remove: ['2026-11-20'] })
  await f.app.background.settled()
  await health.run()
  expect([await statesOf(DAY), await status()]).toEqual([[missing, settling], 'DOWN'])
})
