import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRESET_KEYS, presetOption, RELATIVE_PRESETS, resolvePeriods } from '#domain/periods'
import schema from '../../../schemas/api/period-config-query.schema.json' with { type: 'json' }
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
let token: string
beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('analyst')
})
afterAll(() => f.close())

async function config(query: string) {
  const reply = await f.app.inject({
    method: 'POST',
    url: `/api/period/config?${query}`,
    headers: { access_token: token },
  })
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
}

test('an option that is incomplete or unknown is refused with what was expected', async () => {
  expect(await config('')).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
  expect(await config('key=someday')).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_INVALID', message: expect.stringContaining('thisWeekVsPrevious') },
  })
  expect(await config('key=advanced&thisOrLast=this')).toMatchObject({
    status: 400,
    body: { code: 'PERIODS_INCOMPLETE', message: expect.stringContaining('thisOrLastPeriod') },
  })
  expect(await config('key=customPeriods&begin=2026-01-01')).toMatchObject({
    status: 400,
    body: { code: 'PERIODS_INCOMPLETE' },
  })
  expect(
    await config('key=customPeriods&begin=2026-02-01&end=2026-01-01&referenceBegin=2025-01-01&referenceEnd=2025-01-31'),
  ).toMatchObject({ status: 400, body: { code: 'DATES_INCORRECT' } })
  expect(
    await config('key=customPeriods&begin=2000-01-01&end=2000-01-02&referenceBegin=2025-01-01&referenceEnd=2025-01-31'),
  ).toMatchObject({ status: 400, body: { code: 'PERIOD_OUT_OF_RANGE' } })
  expect(await config(`key=campaigns&client=${f.ids.uno}`)).toMatchObject({
    status: 400,
    body: { code: 'PERIOD_CAMPAIGN_UNKNOWN' },
  })
  expect(await config(`key=campaigns&client=${f.ids.uno}&campaign=${f.ids.otherCampaign}`)).toMatchObject({
    status: 400,
    body: { code: 'PERIOD_CAMPAIGN_UNKNOWN' },
  })
})

test('each preset gives what the page works out by itself', async () => {
  for (const key of ['noPeriods', ...RELATIVE_PRESETS, 'samePeriodLastYear'] as const) {
    expect(await config(`key=${key}`)).toEqual({
      status: 200,
      body: resolvePeriods(presetOption(key), { today: '2026-11-20' }),
    })
  }
})

test('the same period last year is that of a preset or of two days', async () => {
  expect(await config('key=samePeriodLastYear&of=lastWeekVsPrevious')).toMatchObject({
    status: 200,
    body: {
      comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'lastWeek' },
      reference: { begin: '2025-11-10', end: '2025-11-16' },
    },
  })
  expect(await config('key=samePeriodLastYear&begin=2026-01-05&end=2026-01-06')).toMatchObject({
    status: 200,
    body: {
      comparing: { begin: '2026-01-05', end: '2026-01-06' },
      reference: { begin: '2025-01-06', end: '2025-01-07' },
    },
  })
  expect(await config('key=samePeriodLastYear&of=campaigns')).toMatchObject({
    status: 400,
    body: { code: 'REQUEST_INVALID' },
  })
})

test('the four fields of the advanced option reach the rule', async () => {
  expect(
    await config(
      'type=advanced&key=advanced&thisOrLast=last&thisOrLastPeriod=month&howManyPeriodsInThePast=1&periodsInThePast=year',
    ),
  ).toMatchObject({
    status: 200,
    body: {
      option: { type: 'advanced', values: { howManyPeriodsInThePast: 1 } },
      comparing: { begin: '2026-10-01', end: '2026-10-31' },
      reference: { begin: '2025-10-01', end: '2025-10-31' },
    },
  })
})

test('a campaign and custom periods come back as they are', async () => {
  expect(await config(`key=campaigns&client=${f.ids.uno}&campaign=${f.ids.campaign}&versus=lastYear`)).toMatchObject({
    status: 200,
    body: {
      comparing: { begin: '2026-07-01', end: '2026-07-31', name: 'Rebajas Uno' },
      reference: { begin: '2025-07-02', end: '2025-08-01' },
    },
  })
  expect(
    await config('key=customPeriods&begin=2026-01-01&end=2026-01-31&referenceBegin=2025-01-01&referenceEnd=2025-01-31'),
  ).toMatchObject({
    status: 200,
    body: {
      comparing: { begin: '2026-01-01', end: '2026-01-31' },
      reference: { begin: '2025-01-01', end: '2025-01-31' },
    },
  })
})

test('today is the day of the client’s stores, not of the server', async () => {
  try {
    f.clock.time = Date.UTC(2026, 10, 22, 23, 30)
    token = await f.signIn('analyst')
    // Sunday evening in UTC is Monday in Madrid, where this week has no day yet.
    expect(await config('key=thisWeekVsPrevious')).toMatchObject({
      body: { comparing: { begin: '2026-11-16', end: '2026-11-21', name: 'thisWeek' } },
    })
    expect(await config(`key=thisWeekVsPrevious&client=${f.ids.uno}`)).toMatchObject({
      body: { comparing: { begin: '2026-11-16', end: '2026-11-22', name: 'lastWeek' }, notes: ['wholeUnit'] },
    })
  } finally {
    f.clock.time = NOW
  }
})

test('the schema knows every preset of the selector', () => {
  expect(schema.properties.key.enum).toEqual([...PRESET_KEYS])
})
