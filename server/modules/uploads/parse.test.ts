/** From a file to rows that were validated: what each kind of file needs, and what is wrong with a row. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseColumns } from '../../facts/upload-rows.ts'
import type { KnownLocal } from './raw-row.ts'
import { parse, type ParseJob } from './parse.ts'
import { workbookOf, type TestCell, type TestSheet } from './testing.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aforo-parse-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const local = (id: number, code: string, more: Partial<KnownLocal> = {}): KnownLocal => ({
  id,
  client: 1,
  name: `Local ${id}`,
  code,
  externalId: null,
  timeZone: 'Europe/Madrid',
  ...more,
})
const DIRECTORY = {
  locals: [
    local(1, 'U1', { externalId: 'X1' }),
    local(2, 'U2', { externalId: 'U1' }),
    local(3, 'SAME'),
    local(4, 'SAME', { client: 2 }),
    local(5, 'OLD', { externalId: 'OLD-5' }),
    local(6, 'AUK', { timeZone: 'Pacific/Auckland' }),
    local(7, 'HNL', { timeZone: 'Pacific/Honolulu' }),
    local(8, 'KAT', { timeZone: 'Asia/Kathmandu' }),
    local(9, 'TWIN'),
    local(10, 'TWIN'),
  ],
  clients: [
    { id: 1, name: 'Uno', externalId: 'ext-1' },
    { id: 2, name: 'Dós', externalId: null },
  ],
}
const DAY = (iso: string) => Date.parse(iso) / 86_400_000
async function validated(data: string | Buffer, job: Partial<ParseJob> = {}) {
  const path = join(folder, 'file')
  writeFileSync(path, data)
  return parse({
    path,
    kind: 'ticketsDaily',
    mode: 'SINGLE',
    client: 1,
    directory: DIRECTORY,
    nowMs: NOW,
    isCheck: true,
    ...job,
  })
}
const check = async (...args: Parameters<typeof validated>) => (await validated(...args)).check
/** Of each row `problem field value`, or its local where it is right. */
async function problems(...args: Parameters<typeof validated>) {
  const { invalid } = await check(...args)
  return invalid.map(({ problem, field, value }) =>
    [problem, field, value].filter((one) => one !== null && one !== '').join(' '),
  )
}
/** The rows as they would be stored. */
async function rows(data: string | Buffer, job: Partial<ParseJob> = {}) {
  const parsed = (await validated(data, { ...job, isCheck: false })).rows!
  const { columns, length } = parsed
  const found = Array.from({ length }, (_, at) =>
    Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of[at]])),
  )
  releaseColumns(columns)
  return found
}
const refusal = (...args: Parameters<typeof validated>) =>
  validated(...args).then(
    () => 'taken',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  )
const sheet = (name: string, ...of: (readonly TestCell[])[]): TestSheet => ({ name, rows: of })
const OFFERS = { kind: 'offersOrders', mode: 'SINGLE' } as const
const HEAD = ['Code', 'Date', 'Offers', 'Orders']

describe('tickets by the day', () => {
  test('are a code, a day and tickets, with sales and units behind them if they like', async () => {
    expect(await rows('U1;2026-11-16;3\nU2;2026-11-15;4;12,50;7\nU1;2026-11-14;5;;9\nU1;2026-11-13;6;1.5;\n')).toEqual([
      { client: 1, local: 1, day: DAY('2026-11-13'), instant: 0, label: 0, first: 6, second: 150, third: -1 },
      { client: 1, local: 1, day: DAY('2026-11-14'), instant: 0, label: 0, first: 5, second: -1, third: 9 },
      { client: 1, local: 2, day: DAY('2026-11-15'), instant: 0, label: 0, first: 4, second: 1250, third: 7 },
      { client: 1, local: 1, day: DAY('2026-11-16'), instant: 0, label: 0, first: 3, second: -1, third: -1 },
    ])
  })

  test('are shown as they were read', async () => {
    expect(await check('U1;2026-11-16;3;12,50;7\nnone;2026-11-15;4\nU2;2026-11-14;x\n')).toEqual({
      rows: 3,
      foundRows: 1,
      missingRows: 1,
      invalidRows: 1,
      unusableDates: 0,
      missingIds: 1,
      ambiguousIds: 0,
      begin: '2026-11-16',
      end: '2026-11-16',
      found: [
        {
          line: 1,
          sheet: null,
          code: 'U1',
          local: 'Local 1',
          client: 'Uno',
          date: '2026-11-16',
          hour: null,
          offers: null,
          orders: null,
          tickets: 3,
          sales: 12.5,
          units: 7,
          investment: null,
          concept: null,
          company: null,
          problem: null,
          field: null,
          value: null,
        },
      ],
      missing: ['none'],
      invalid: [
        expect.objectContaining({
          line: 3,
          code: 'U2',
          local: null,
          client: 'Uno',
          date: '2026-11-14',
          tickets: null,
          problem: 'countInvalid',
          field: 'Tickets',
          value: 'x',
        }),
      ],
    })
  })

  test('are wrong in what is named', async () => {
    expect(
      await problems(
        [
          'U1;2026-11-16;',
          'U1;2026-11-16;-1',
          'U1;2026-11-16;2000001',
          'U1;2026-11-16;1;x',
          'U1;2026-11-16;1;20000000.01',
          'U1;2026-11-16;1;1;x',
          'U1;2026-11-16;1;1;2000001',
          ';2026-11-16;1',
        ].join('\n'),
      ),
    ).toEqual([
      'countInvalid Tickets',
      'countInvalid Tickets -1',
      'countInvalid Tickets 2000001',
      'amountInvalid Sales x',
      'amountInvalid Sales 20000000.01',
      'countInvalid Units x',
      'countInvalid Units 2000001',
      'codeMissing Code',
    ])
    expect(await problems('U1;2026-11-16;2000000;20000000;2000000\n')).toEqual([])
  })

  test('have three columns at least and five at most; what is empty behind them is nothing', async () => {
    expect(await problems('U1;2026-11-16\nU1;2026-11-16;1;1;1;x\nU1;2026-11-16;1;;; ; \n"U1;2026-11-16;1')).toEqual([
      'columnsMissing U1;2026-11-16',
      'columnsTooMany U1;2026-11-16;1;1;1;x',
      'quoteOpen "',
    ])
  })
})

describe('a date', () => {
  test('is of 2014 at least, and of today at most, by the clock of its local', async () => {
    // It is 12:00 UTC of 20 November: in Auckland it is the 21st already, in Honolulu the 20th has begun.
    expect(
      await problems(
        ['U1;2013-12-31;1', 'U1;2026-11-21;1', 'AUK;2026-11-22;1', 'HNL;2026-11-21;1', 'U1;2026-02-30;1', 'U1;;1'].join(
          '\n',
        ),
      ),
    ).toEqual([
      'dateUnusable Date 2013-12-31',
      'dateUnusable Date 2026-11-21',
      'dateUnusable Date 2026-11-22',
      'dateUnusable Date 2026-11-21',
      'dateInvalid Date 2026-02-30',
      'dateInvalid Date',
    ])
    const right = await check('U1;2014-01-01;1\nAUK;2026-11-21;1\nHNL;2026-11-20;1\nU1;2026-11-20;1\n')
    expect([right.foundRows, right.begin, right.end, right.unusableDates]).toEqual([4, '2014-01-01', '2026-11-21', 0])
    expect((await check('U1;2013-12-31;1\nU1;soon;1\nU1;2026-11-16;x')).unusableDates).toBe(2)
  })

  test('of a workbook is shown as a day', async () => {
    const found = await check(workbookOf([sheet('a', HEAD, ['U1', 46_347, 1, 1], ['U1', 46_342, 'x', 1])]), OFFERS)
    expect(found.invalid.map(({ date, value }) => [date, value])).toEqual([
      ['2026-11-21', '2026-11-21'],
      ['2026-11-16', 'x'],
    ])
  })
})

describe('tickets by the hour', () => {
  const HOURS = { kind: 'ticketsHourly' } as const
  const of = (...lines: readonly string[]) => problems(lines.join('\n'), HOURS)

  test('have an hour and its offset, and are of the day of their local', async () => {
    expect(await rows('U1;2026-11-16;10:00:00;+01;3\nU1;2026-11-16;23:00:00;-03;4;1;2\n', HOURS)).toEqual([
      {
        client: 1,
        local: 1,
        day: DAY('2026-11-16'),
        instant: Date.UTC(2026, 10, 16, 9) / 1000,
        label: 0,
        first: 3,
        second: -1,
        third: -1,
      },
      {
        client: 1,
        local: 1,
        day: DAY('2026-11-17'),
        instant: Date.UTC(2026, 10, 17, 2) / 1000,
        label: 0,
        first: 4,
        second: 100,
        third: 2,
      },
    ])
    expect((await check('U1;2026-11-16;10:00:00;+01;3', HOURS)).found[0]).toMatchObject({ hour: '10:00:00 +01' })
    expect((await check('U1;2026-11-16;;+01;3', HOURS)).invalid[0]).toMatchObject({ hour: '+01' })
  })

  test('are wrong in what is named', async () => {
    expect(
      await of(
        'U1;2026-11-16;24:00:00;+01;3',
        'U1;2026-11-16;10:00:00;Z;3',
        'U1;2026-11-16;10:30:00;+01;3',
        'KAT;2026-11-16;10:00:00;+00;3',
        'U1;2026-11-16;10:00:00;+01;200001',
        'U1;2026-11-16;10:00:00;+01;1;;200001',
        'U1;2026-11-20;13:00:00;+00;3',
      ),
    ).toEqual([
      'hourInvalid Hour 24:00:00',
      'offsetInvalid UTC offset Z',
      'hourNotWhole Hour 10:30:00',
      'hourNotWhole Hour 10:00:00',
      'countInvalid Tickets 200001',
      'countInvalid Units 200001',
      'dateUnusable Date 2026-11-20',
    ])
    expect(
      await of('U1;2026-11-20;12:00:00;+00;200000', 'KAT;2026-11-16;10:15:00;+00;3', 'AUK;2026-11-21;00:00:00;+13;1'),
    ).toEqual([])
  })
})

describe('a code', () => {
  const found = async (codes: readonly string[], client: number | null = 1) => {
    const {
      found: right,
      missing,
      invalid,
      ambiguousIds,
    } = await check(codes.map((code, i) => `${code};2026-11-0${1 + i};1`).join('\n'), { client })
    return [right.map(({ local: name }) => name), missing, invalid.map(({ problem }) => problem), ambiguousIds]
  }

  test('is that of a local, else its number outside, of the client that is said', async () => {
    expect(await found(['U1', ' U2 ', 'X1', 'u1', 'SAME', 'TWIN'])).toEqual([
      ['Local 1', 'Local 2', 'Local 1', 'Local 3'],
      ['u1'],
      ['clientNeeded'],
      1,
    ])
    expect(await found(['SAME', 'U1'], 2)).toEqual([['Local 4'], ['U1'], [], 0])
    expect(await found(['SAME', 'U1', 'SAME', 'TWIN'], null)).toEqual([
      ['Local 1'],
      [],
      ['clientNeeded', 'clientNeeded', 'clientNeeded'],
      2,
    ])
    // The same code again is the same local, and an id that no local has is one.
    expect(await found(['U1', 'U1', 'none', 'none'])).toEqual([['Local 1', 'Local 1'], ['none'], [], 0])
  })

  test('may be old: it is looked for as a number outside first', async () => {
    const lines = (rows: readonly (readonly TestCell[])[]) =>
      rows.map(([id, before], i) => [id!, before!, `2026-11-0${1 + i}`, 4])
    const head = ['ID', 'Id antiguo', 'Fecha Matr.', 'Cuenta de Matrícula']
    const {
      found: right,
      missing,
      invalid,
    } = await check(
      workbookOf([
        sheet(
          'PEDIDOS',
          head,
          ...lines([
            ['U1', 'OLD-5'],
            ['none', 'OLD-5'],
            [null, 'OLD'],
            [null, 'U1'],
            [null, 'none'],
            [null, ' '],
            ['first', 'second'],
          ]),
        ),
        sheet('OFERTAS', ['ID', 'Id antiguo', 'Fecha corta', 'Cuenta de Modelo'], ['U2', null, '2026-11-01', 7]),
      ]),
      { kind: 'offersOrders', mode: 'SEPARATED_OLD' },
    )
    expect([
      right.map(({ local: name, code, offers, orders }) => [name, code, offers, orders]),
      missing,
      invalid.map(({ problem }) => problem),
    ]).toEqual([
      [
        ['Local 1', 'U1', null, 4],
        ['Local 5', 'none', null, 4],
        ['Local 5', 'OLD', null, 4],
        ['Local 2', 'U1', null, 4],
        ['Local 2', 'U2', 7, null],
      ],
      ['none', 'first'],
      ['codeMissing'],
    ])
  })
})

describe('offers and orders', () => {
  test('are in one sheet, and a row says both', async () => {
    expect(await rows(workbookOf([sheet('x', HEAD, ['U1', '2026-11-16', 4, 2])]), OFFERS)).toEqual([
      { client: 1, local: 1, day: DAY('2026-11-16'), instant: 0, label: 0, first: 4, second: 2, third: -1 },
    ])
    expect(
      await problems(
        workbookOf([sheet('x', HEAD, ['U1', '2026-11-16', 'a', 2], ['U1', '2026-11-16', 1, null])]),
        OFFERS,
      ),
    ).toEqual(['countInvalid Offers a', 'countInvalid Orders'])
  })

  test('are in two sheets, and a row of one leaves the other open', async () => {
    const two = workbookOf([
      sheet(' offers ', ['code', 'DATE', 'Offers'], ['U1', '2026-11-16', 4], ['U2', '2026-11-16', 5]),
      sheet('ORDERS', ['Code', 'Date', 'Orders'], ['U1', '2026-11-16', 2]),
    ])
    const job = { kind: 'offersOrders', mode: 'SEPARATED' } as const
    expect((await rows(two, job)).map(({ local: id, first, second }) => [id, first, second])).toEqual([
      [1, 4, 2],
      [2, 5, -1],
    ])
    expect((await check(two, job)).found.map(({ line, sheet: name }) => [line, name])).toEqual([
      [2, ' offers '],
      [3, ' offers '],
      [2, 'ORDERS'],
    ])
  })

  test('are in text, of one client or of several that are named', async () => {
    expect(await rows('U1;2026-11-16;4;2\n', { kind: 'offersOrders', mode: 'CSV' })).toMatchObject([
      { first: 4, second: 2 },
    ])
    const job = { kind: 'offersOrders', mode: 'CSV_MULTICLIENT', client: null } as const
    const lines = [
      'SAME;2026-11-16;4;2;Uno',
      'SAME;2026-11-16;5;2;dos',
      'U1;2026-11-16;5;2;ext-1',
      'U2;2026-11-16;5;2;1',
    ]
    expect((await rows(lines.join('\n'), job)).map(({ client, local: id }) => [client, id])).toEqual([
      [1, 3],
      [2, 4],
      [1, 1],
      [1, 2],
    ])
    expect(await problems('U1;2026-11-16;4;2;Tres\nU1;2026-11-16;4;2;\n', job)).toEqual([
      'clientUnknown Client Tres',
      'clientUnknown Client',
    ])
    expect(await problems('U1;2026-11-16;4;2\n', job)).toEqual(['columnsMissing U1;2026-11-16;4;2'])
    expect((await check('SAME;2026-11-16;4;2;dos', job)).found[0]?.client).toBe('Dós')
  })

  test('of an importer have one of its companies', async () => {
    const job = { kind: 'offersOrders', mode: 'SINGLE_HME', client: null } as const
    const head = ['Company Name', 'Created On', 'Dealer Code', 'Offer Qty.', 'Order Qty.']
    const names = ['Hyundai Motor España', 'kia iberia', 'TOYOTA ESPANA', 'Nissan Iberia', 'Mazda Automoviles España']
    const lines = names.map((company, i) => [company, `2026-11-0${1 + i}`, 'U1', 4, 2])
    expect(await rows(workbookOf([sheet('x', head, ...lines)]), job)).toMatchObject(
      names.map((_, i) => ({ label: i + 1, first: 4, second: 2, local: 1 })),
    )
    expect(await problems(workbookOf([sheet('x', head, ['Seat', '2026-11-16', 'U1', 4, 2])]), job)).toEqual([
      'companyUnknown Company Name Seat',
    ])
  })
})

describe('an investment', () => {
  const JOB = { kind: 'investment', mode: 'SINGLE' } as const
  const of = (...cells: (readonly TestCell[])[]) =>
    workbookOf([sheet('x', ['Date', 'Investment', 'Concept'], ...cells)])

  test('is of a client and a day, an amount and a concept', async () => {
    const concepts = 'Affilitation,affiliation,tv,Cinema,DISPLAY,Other,Outdoor,Press,Radio,SEM,Social'.split(',')
    const found = await rows(
      of(...concepts.map((concept, i) => [`2026-11-${1 + i}`.replace(/-(\d)$/, '-0$1'), 100.5, concept])),
      JOB,
    )
    expect(found.map(({ label }) => label)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(found[0]).toEqual({
      client: 1,
      local: 0,
      day: DAY('2026-11-01'),
      instant: 0,
      label: 1,
      first: 10_050,
      second: -1,
      third: -1,
    })
    expect((await rows(of(['2026-11-01', 1_000_000_000, 'TV']), JOB))[0]!.first).toBe(100_000_000_000)
    expect((await check(of(['2026-11-01', '12,5', 'TV']), JOB)).found[0]).toMatchObject({
      investment: 12.5,
      concept: 'TV',
      client: 'Uno',
      local: null,
      code: null,
    })
  })

  test('is wrong in what is named', async () => {
    expect(
      await problems(
        of(
          ['2026-11-01', 'x', 'TV'],
          ['2026-11-01', 1, 'Shop'],
          ['2026-11-22', 1, 'TV'],
          ['2026-11-01', 1, 'TV'],
          ['2026-11-01', 2, 'TV'],
        ),
        JOB,
      ),
    ).toEqual([
      'amountInvalid Investment x',
      'conceptUnknown Concept Shop',
      'dateUnusable Date 2026-11-22',
      'contradicts Date 2026-11-01',
    ])
    // Nowhere is it later than 21 November.
    expect(await problems(of(['2026-11-21', 1, 'TV']), JOB)).toEqual([])
  })
})

describe('two rows of one key', () => {
  test('that agree are accepted, and one may have a value that the other leaves out', async () => {
    expect(await rows('U1;2026-11-16;3\nU1;2026-11-16;3;12,5\nU1;2026-11-16;3;;7\n')).toMatchObject([
      { first: 3, second: 1250, third: 7 },
    ])
  })

  test('that contradict each other are refused in what differs', async () => {
    expect(
      await problems('U1;2026-11-16;3;1;1\nU1;2026-11-16;4;1;1\nU1;2026-11-16;3;2;1\nU1;2026-11-16;3;1;2\n'),
    ).toEqual(['contradicts Tickets 4', 'contradicts Sales 2', 'contradicts Units 2'])
    expect(await problems('U1;2026-11-16;4;2\nU1;2026-11-16;4;3\n', { kind: 'offersOrders', mode: 'CSV' })).toEqual([
      'contradicts Date 2026-11-16',
    ])
  })
})

test('of each list ten rows are shown, and a thousand ids; all are counted', async () => {
  const days = (code: (i: number) => string, n: number, tickets = '1') =>
    Array.from({ length: n }, (_, i) => `${code(i)};2026-11-0${1 + (i % 9)};${tickets}`).join('\n')
  const found = await check(
    [
      days(() => 'U1', 9),
      days(() => 'U2', 9),
      days(() => 'U1', 12, 'x'),
      days((i) => `n${i}${'y'.repeat(300)}`, 1002),
    ].join('\n'),
  )
  expect([found.found.length, found.invalid.length, found.missing.length, found.missing[0]?.length]).toEqual([
    10, 10, 1000, 200,
  ])
  expect([found.rows, found.foundRows, found.invalidRows, found.missingRows, found.missingIds]).toEqual([
    1032, 18, 12, 1002, 1002,
  ])
})

describe('a file is refused as a whole', () => {
  test('of text, when something else than semicolons seems to separate its first line', async () => {
    const words = (what: string) => `UPLOAD_SEPARATOR: The columns are not separated with ; but perhaps with ${what}.`
    expect([
      await refusal('U1,2026-11-16,3\n'),
      await refusal('U1\t2026-11-16\t3\n'),
      await refusal('U1|2026-11-16|3\n'),
      await refusal('U1\nU1,2026-11-16,3\n'),
    ]).toEqual([words(','), words('tabs'), words('|'), 'taken'])
  })

  test('of a workbook, when it has other sheets', async () => {
    const one = sheet('Hoja1', HEAD)
    const of = (sheets: readonly TestSheet[], mode: ParseJob['mode']) =>
      refusal(workbookOf(sheets), { kind: 'offersOrders', mode })
    expect(await of([], 'SINGLE')).toBe('UPLOAD_SHEETS: The workbook has the sheets none; expected one sheet.')
    expect(await of([one, sheet('Otra')], 'SINGLE')).toBe(
      'UPLOAD_SHEETS: The workbook has the sheets Hoja1, Otra; expected one sheet.',
    )
    expect(await of([sheet('OFFERS'), sheet('x'.repeat(50))], 'SEPARATED')).toBe(
      `UPLOAD_SHEETS: The workbook has the sheets OFFERS, ${'x'.repeat(40)}; expected OFFERS and ORDERS.`,
    )
    const many = Array.from({ length: 10 }, (_, i) => sheet(`s${i}`))
    expect(await of(many, 'SINGLE')).toContain('the sheets s0, s1, s2, s3, s4, s5, s6, s7; expected')
    await expect(validated(workbookOf([]), OFFERS)).rejects.toMatchObject({ details: { expected: '1', found: '0' } })
    await expect(validated(workbookOf([one]), { kind: 'offersOrders', mode: 'SEPARATED' })).rejects.toMatchObject({
      details: { expected: 'OFFERS, ORDERS', found: 'Hoja1' },
    })
    await expect(validated(workbookOf(many), OFFERS)).rejects.toMatchObject({
      details: { found: 's0, s1, s2, s3, s4, s5, s6, s7' },
    })
  })

  test('when its sheet lacks columns, has one twice, or nothing', async () => {
    const of = (...cells: (readonly TestCell[])[]) => refusal(workbookOf([sheet('Hoja1', ...cells)]), OFFERS)
    expect(await of(['Code', null, 'Date', 'x'])).toBe(
      'UPLOAD_COLUMNS: The sheet Hoja1 lacks the columns Offers, Orders, or has one of them twice; its first row is ' +
        'Code, Date, x.',
    )
    expect(await of([...HEAD, ' CODE '])).toBe(
      'UPLOAD_COLUMNS: The sheet Hoja1 lacks the columns Code, or has one of them twice; its first row is Code, ' +
        'Date, Offers, Orders, CODE.',
    )
    expect(await of()).toBe(
      'UPLOAD_COLUMNS: The sheet Hoja1 lacks the columns Code, Date, Offers, Orders, or has one of them twice; its ' +
        'first row is empty.',
    )
    const wide = Array.from({ length: 20 }, (_, i) => `${i}${'z'.repeat(60)}`)
    const words = await of(wide)
    expect(words.slice(words.indexOf('first row is ') + 13)).toBe(
      `${wide
        .slice(0, 12)
        .map((name) => name.slice(0, 40))
        .join(', ')}.`,
    )
  })
})

test('rows of a workbook without a cell are none, and its head is its first row with one', async () => {
  const { rows: all, found } = await check(
    workbookOf([sheet('x', [], ['', null], HEAD, [], ['U1', '2026-11-16', 1, 1], ['', ''])]),
    OFFERS,
  )
  expect([all, found[0]?.line]).toEqual([1, 5])
})

test('a workbook that counts its days from 1904 is read so', async () => {
  expect(
    await rows(workbookOf([sheet('x', HEAD, ['U1', 46_342 - 1462, 1, 1])], { is1904: true }), OFFERS),
  ).toMatchObject([{ day: DAY('2026-11-16') }])
})
