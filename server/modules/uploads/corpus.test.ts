/**
 * Files as dirty as in real life, and worse (reliability.md C): each gets its documented answer, none a 5xx, and none
 * of a refused one is stored. `UPLOAD_MUTATIONS` says how many mutated files follow (`npm run drill -- cases`: a night
 * of them).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deflateRawSync } from 'node:zlib'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { createParser } from './parser.ts'
import { FILE_LIMITS } from '../../lib/file-problem.ts'
import { formOf, serialOf, sheetXml, workbookOf, workbookParts, zipOf } from './testing.ts'
import type { TestCell, TestSheet, ZipPart } from './testing.ts'

const MUTATIONS = Number(process.env.UPLOAD_MUTATIONS ?? 500)

let f: Fixture
let token: string
beforeAll(async () => {
  f = await fixture({ config: { logLevel: 'fatal' } })
  const { id } = await f.catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'uploader@aforo.test', passwordHash: null, role: 'basic', clients: [f.ids.uno], flags: ['canUpload'] },
    NOW,
  )
  token = newToken()
  await f.catalog.sessions.open({ tokenHash: hashOf(token), userId: id, at: NOW, address: '10.0.0.1', agent: 'corpus' })
}, 60_000)
afterAll(() => f.close())

type Kind = 'SINGLE' | 'SEPARATED' | 'hourly' | 'daily'
const address = (kind: Kind, step: 'check' | 'load') =>
  kind === 'hourly' || kind === 'daily'
    ? `/api/upload/tickets/${kind}/${f.ids.uno}/${step === 'load' ? 'csv' : 'check'}`
    : `/api/automotive/oo/${f.ids.uno}/${step === 'load' ? 'upload' : 'check'}/${kind}`

async function post(url: string, { payload, headers }: { payload: Buffer | string; headers: Record<string, string> }) {
  const { statusCode: status, body } = await f.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { access_token: token, ...headers },
  })
  return { status, body: body === '' ? null : (JSON.parse(body) as unknown) }
}
const send = (kind: Kind, data: string | Buffer, step: 'check' | 'load' = 'check') =>
  post(address(kind, step), formOf([{ field: 'file', fileName: 'datos', data }]))

const kept = async () =>
  JSON.stringify([
    await f.facts.read('SELECT count(*)::INTEGER, sum(hash(tickets))::VARCHAR FROM traffic'),
    await f.facts.read(
      'SELECT (SELECT count(*) FROM offers_orders)::INTEGER, (SELECT count(*) FROM tickets_hourly)::INTEGER, ' +
        '(SELECT count(*) FROM tickets_daily)::INTEGER, (SELECT count(*) FROM uploads)::INTEGER',
    ),
    await f.catalog.uploads.list(SYSTEM_SCOPE),
    await f.catalog.uploads.unfinished(SYSTEM_SCOPE, NOW + 1),
  ])

/** The code of a refusal; or of a check the rows found, ids missing and what is wrong with the invalid rows. */
function said({ status, body }: { status: number; body: unknown }): string {
  if (status !== 200) return (body as { code: string }).code
  const { foundRows, missing, invalid } = body as UploadCheck
  return [foundRows, ...missing, ...invalid.map(({ problem }) => problem)].join(' ')
}

const HEAD = ['Code', 'Date', 'Offers', 'Orders']
const ROW = ['U1', '2026-11-16', 4, 2]
const sheet = (...rows: (readonly TestCell[])[]): TestSheet => ({ name: 'Hoja1', rows })
const one = (...rows: (readonly TestCell[])[]) => workbookOf([sheet(HEAD, ...rows)])
const GOOD = one(ROW)
/** A good workbook with one part changed, added or left out. */
function parts(
  change: Readonly<Record<string, string | Buffer | Partial<ZipPart> | null>>,
  base: readonly ZipPart[] = workbookParts([sheet(HEAD, ROW)]),
): Buffer {
  const names = new Set(base.map(({ name }) => name))
  const made = (name: string, to: string | Buffer | Partial<ZipPart>): ZipPart => ({
    name,
    data: '',
    ...base.find((one) => one.name === name),
    ...(typeof to === 'string' || Buffer.isBuffer(to) ? { data: to } : to),
  })
  return zipOf([
    ...base.flatMap((part) =>
      part.name in change ? (change[part.name] === null ? [] : [made(part.name, change[part.name]!)]) : [part],
    ),
    ...Object.entries(change).flatMap(([name, to]) => (names.has(name) || to === null ? [] : [made(name, to)])),
  ])
}
const SHEET = 'xl/worksheets/sheet1.xml'
const xml = (body: string) => parts({ [SHEET]: body })
const cell = (inside: string): TestCell => ({ xml: inside })
const good = sheetXml(sheet(HEAD, ROW))

const CONTAINERS: readonly (readonly [string, () => Buffer | string, string])[] = [
  ['empty', () => '', 'UPLOAD_EMPTY'],
  ['one byte', () => 'P', 'UPLOAD_NOT_WORKBOOK'],
  ...Array.from(
    { length: 10 },
    (_, at) =>
      [
        `cut off at ${at + 1} of 11`,
        () => GOOD.subarray(0, Math.floor((GOOD.length * (at + 1)) / 11)),
        'UPLOAD_DAMAGED',
      ] as const,
  ),
  ['without a directory', () => zipOf(workbookParts([sheet(HEAD, ROW)]), { directory: false }), 'UPLOAD_DAMAGED'],
  ['sizes that are too small', () => parts({ [SHEET]: { lie: { size: 10 } } }), 'UPLOAD_DAMAGED'],
  ['sizes that are too large', () => parts({ [SHEET]: { lie: { size: 900_000 } } }), 'UPLOAD_DAMAGED'],
  ['a size of zip64 that is not there', () => parts({ [SHEET]: { lie: { size: 0xffffffff } } }), 'UPLOAD_TOO_MUCH'],
  [
    'an archive in an archive',
    () => zipOf([{ name: 'lib 0.zip', data: zipOf([{ name: '0.dll', data: Buffer.alloc(1_000_000) }]) }]),
    'UPLOAD_NOT_WORKBOOK',
  ],
  [
    'a bomb of a thousand to one',
    () => xml(`<worksheet><sheetData>${' '.repeat(3_000_000)}</sheetData></worksheet>`),
    'UPLOAD_TOO_MUCH',
  ],
  ['a sheet that says it has 300 MB', () => parts({ [SHEET]: { lie: { size: 300_000_000 } } }), 'UPLOAD_TOO_MUCH'],
  [
    'parts that overlap',
    () => parts({ 'xl/worksheets/sheet2.xml': { data: good, lie: { offset: 30 } } }),
    'UPLOAD_DAMAGED',
  ],
  [
    'a hundred and more parts',
    () => parts(Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`x/${at}`, 'x']))),
    'UPLOAD_TOO_MUCH',
  ],
  ['a name that leads out', () => parts({ '../../evil': 'x' }), 'UPLOAD_DAMAGED'],
  ['an absolute name', () => parts({ '/etc/passwd': 'x' }), 'UPLOAD_DAMAGED'],
  [
    'a part that is there twice',
    () => zipOf([...workbookParts([sheet(HEAD, ROW)]), { name: SHEET, data: good }]),
    'UPLOAD_DAMAGED',
  ],
  ['a link', () => parts({ 'xl/link': { data: '/etc/passwd', lie: { mode: 0o120777 } } }), 'UPLOAD_DAMAGED'],
  ['a part with a password', () => parts({ [SHEET]: { lie: { flags: 1 } } }), 'UPLOAD_NOT_WORKBOOK'],
  [
    'a workbook with a password or of old',
    () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'),
    'UPLOAD_NOT_WORKBOOK',
  ],
  ['a binary workbook', () => zipOf([{ name: 'xl/workbook.bin', data: 'x' }]), 'UPLOAD_NOT_WORKBOOK'],
  [
    'an open document',
    () =>
      zipOf([
        { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true },
        { name: 'content.xml', data: '<x/>' },
      ]),
    'UPLOAD_NOT_WORKBOOK',
  ],
  ['text', () => 'Code;Date;Offers;Orders\nU1;2026-11-16;4;2', 'UPLOAD_NOT_WORKBOOK'],
  ['a PDF', () => '%PDF-1.7 x', 'UPLOAD_NOT_WORKBOOK'],
  ['a page', () => '<html><table><tr><td>Code</td></tr></table>', 'UPLOAD_NOT_WORKBOOK'],
  ['something before the archive', () => Buffer.concat([Buffer.from('MZ'), GOOD]), 'UPLOAD_NOT_WORKBOOK'],
  [
    'bytes that are no deflate',
    () => {
      const body = Buffer.from(GOOD)
      const at = body.indexOf(deflateRawSync(good))
      body.fill(0xff, at, at + 20)
      return body
    },
    'UPLOAD_DAMAGED',
  ],
]

const XML: readonly (readonly [string, () => Buffer, string])[] = [
  [
    'a billion laughs',
    () => xml(`<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50)}"><!ENTITY b "&a;&a;&a;&a;">]><worksheet>&b;</worksheet>`),
    'UPLOAD_DAMAGED',
  ],
  ['an external entity', () => xml('<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>'), 'UPLOAD_DAMAGED'],
  [
    'a document type alone',
    () => xml(`<!DOCTYPE worksheet>${good.slice(good.indexOf('<worksheet'))}`),
    'UPLOAD_DAMAGED',
  ],
  ['an undefined entity', () => xml('<worksheet>&undefined;</worksheet>'), 'UPLOAD_DAMAGED'],
  ['UTF-16 in name', () => xml(good.replace('UTF-8', 'UTF-16')), 'UPLOAD_DAMAGED'],
  ['UTF-7 in name', () => xml(good.replace('UTF-8', 'UTF-7')), 'UPLOAD_DAMAGED'],
  ['UTF-16 in fact', () => parts({ [SHEET]: Buffer.from(`\ufeff${good}`, 'utf16le') }), 'UPLOAD_DAMAGED'],
  ['a depth of 100,000', () => xml(`<worksheet>${'<a>'.repeat(100_000)}`), 'UPLOAD_TOO_MUCH'],
  [
    'a huge attribute',
    () => xml(`<worksheet a="${Array.from({ length: 80_000 }, (_, at) => at % 7).join('')}"/>`),
    'UPLOAD_COLUMNS',
  ],
  ['NUL', () => xml(good.replace('U1', 'U\0')), 'UPLOAD_DAMAGED'],
  ['no workbook', () => parts({ 'xl/workbook.xml': null }), 'UPLOAD_NOT_WORKBOOK'],
  ['no relations', () => parts({ 'xl/_rels/workbook.xml.rels': null }), 'UPLOAD_DAMAGED'],
  [
    'relations that lead to themselves',
    () =>
      parts({
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="_rels/workbook.xml.rels"/></Relationships>',
      }),
    'UPLOAD_DAMAGED',
  ],
  ['a sheet that is not there', () => parts({ [SHEET]: null }), 'UPLOAD_DAMAGED'],
  [
    'names in a space of their own',
    () => xml(good.replaceAll(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x=')),
    '1',
  ],
  ['something else than a sheet', () => xml('<chart/>'), 'UPLOAD_DAMAGED'],
  ['tags that do not close', () => xml(good.replace('</sheetData>', '')), 'UPLOAD_DAMAGED'],
]

const SHEETS: readonly (readonly [string, Kind, () => Buffer, string])[] = [
  ['no sheet', 'SINGLE', () => workbookOf([]), 'UPLOAD_SHEETS'],
  [
    'two sheets in place of one',
    'SINGLE',
    () => workbookOf([sheet(HEAD, ROW), { name: 'Otra', rows: [] }]),
    'UPLOAD_SHEETS',
  ],
  [
    'OFFERS hidden',
    'SEPARATED',
    () =>
      workbookOf([
        { name: 'OFFERS', state: 'hidden', rows: [['Code', 'Date', 'Offers']] },
        { name: 'ORDERS', rows: [['Code', 'Date', 'Orders']] },
      ]),
    'UPLOAD_SHEETS',
  ],
  [
    'names in other case, with blanks',
    'SEPARATED',
    () =>
      workbookOf([
        {
          name: ' offers',
          rows: [
            ['code ', 'DATE', 'Offers'],
            ['U1', '2026-11-16', 4],
          ],
        },
        {
          name: 'Orders ',
          rows: [
            ['Code', 'Date', 'Orders'],
            ['U1', '2026-11-16', 2],
          ],
        },
      ]),
    '2',
  ],
  ['PEDIDOS without OFERTAS', 'SEPARATED', () => workbookOf([{ name: 'PEDIDOS', rows: [] }]), 'UPLOAD_SHEETS'],
  [
    'merged heads',
    'SINGLE',
    () => workbookOf([{ ...sheet(['Datos'], HEAD, ROW), after: '<mergeCells><mergeCell ref="A1:D1"/></mergeCells>' }]),
    'UPLOAD_COLUMNS',
  ],
  ['a head alone', 'SINGLE', () => one(), '0'],
  ['nothing at all', 'SINGLE', () => workbookOf([sheet()]), 'UPLOAD_COLUMNS'],
  [
    'one cell in the last corner',
    'SINGLE',
    () => xml(good.replace('</sheetData>', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')),
    '1',
  ],
  [
    'a row beyond the last',
    'SINGLE',
    () => xml(good.replace('</sheetData>', '<row r="1048577"><c r="A1048577"><v>1</v></c></row></sheetData>')),
    'UPLOAD_DAMAGED',
  ],
  ['a negative size', 'SINGLE', () => workbookOf([{ ...sheet(HEAD, ROW), before: '<dimension ref="D9:A-1"/>' }]), '1'],
  [
    'a text that is not there',
    'SINGLE',
    () => one([cell('<c r="@" t="s"><v>7</v></c>'), ...ROW.slice(1)]),
    'UPLOAD_DAMAGED',
  ],
  [
    'a formula without a value',
    'SINGLE',
    () => one(['U1', '2026-11-16', cell('<c r="@"><f>1+1</f></c>'), 2]),
    '0 countInvalid',
  ],
  [
    'a formula with its value',
    'SINGLE',
    () => one(['U1', '2026-11-16', cell('<c r="@"><f>1+1</f><v>2</v></c>'), 2]),
    '1',
  ],
  [
    'cells with errors',
    'SINGLE',
    () =>
      one(
        ['U1', '2026-11-16', cell('<c r="@" t="e"><v>#N/A</v></c>'), 2],
        [cell('<c r="@" t="e"><v>#REF!</v></c>'), '2026-11-16', 1, 1],
      ),
    '0 #REF! countInvalid',
  ],
  [
    'days since 1904',
    'SINGLE',
    () => workbookOf([sheet(HEAD, ['U1', serialOf('2026-11-16') - 1462, 4, 2])], { is1904: true }),
    '1',
  ],
  [
    'dates as number, text and with a time',
    'SINGLE',
    () =>
      one(
        ['U1', serialOf('2026-11-16') + 0.75, 1, 1],
        ['U1', '2026-11-15 10:00:00', 1, 1],
        ['U1', '2026-11-14T00:00:00', 1, 1],
      ),
    '3',
  ],
  [
    'dates that are none',
    'SINGLE',
    () =>
      one(
        ['U1', '16/11/2026', 1, 1],
        ['U1', '2026-02-29', 1, 1],
        ['U1', 60, 1, 1],
        ['U1', -5, 1, 1],
        ['U1', null, 1, 1],
      ),
    '0 dateInvalid dateInvalid dateInvalid dateInvalid dateInvalid',
  ],
  [
    'dates before 2014 and tomorrow',
    'SINGLE',
    () => one(['U1', '2013-12-31', 1, 1], ['U1', '2026-11-21', 1, 1], ['U1', 61, 1, 1]),
    '0 dateUnusable dateUnusable dateUnusable',
  ],
  [
    'counts that are none',
    'SINGLE',
    () =>
      one(
        ...['1e308', -1, 1.5, 'NaN', 1e15, 'Infinity', '0x10', '1 000'].map((count) => ['U1', '2026-11-16', count, 1]),
      ),
    '0 countInvalid countInvalid countInvalid countInvalid countInvalid countInvalid countInvalid countInvalid',
  ],
  [
    '1e308 as a number',
    'SINGLE',
    () => one(['U1', '2026-11-16', cell('<c r="@"><v>1e308</v></c>'), 1]),
    '0 countInvalid',
  ],
  [
    'minus zero, and a number as text',
    'SINGLE',
    () => one(['U1', '2026-11-16', cell('<c r="@"><v>-0</v></c>'), ' 7 ']),
    '1',
  ],
  [
    'a head of the prototype',
    'SINGLE',
    () => workbookOf([sheet(['__proto__', 'constructor', ...HEAD], ['x', 'y', ...ROW])]),
    '1',
  ],
  [
    'a head that is there twice',
    'SINGLE',
    () => workbookOf([sheet([...HEAD, 'Code'], [...ROW, 'U2'])]),
    'UPLOAD_COLUMNS',
  ],
  [
    'a code of smileys, accents and invisible blanks',
    'SINGLE',
    () => one(['🛍', '2026-11-16', 1, 1], ['U\u20601 ', '2026-11-16', 1, 1], ['\u00a0U2', '2026-11-16', 1, 1]),
    '2 🛍',
  ],
  ['leading zeros that are lost', 'SINGLE', () => one([7, '2026-11-16', 1, 1], ['007', '2026-11-16', 1, 1]), '0 7 007'],
  [
    'a hundred columns',
    'SINGLE',
    () =>
      workbookOf([
        {
          ...sheet(),
          xml: good.replace('</row>', `${Array.from({ length: 500 }, () => '<c><v>1</v></c>').join('')}</row>`),
        },
      ]),
    '1',
  ],
]

const TEXTS: readonly (readonly [string, Kind, () => Buffer | string, string])[] = [
  ['empty', 'daily', () => '', 'UPLOAD_EMPTY'],
  ['blank lines', 'daily', () => '\n\r\n  \n', 'UPLOAD_EMPTY'],
  ['a mark of UTF-8', 'daily', () => '\ufeffU1;2026-11-16;3', '1'],
  ['UTF-16, little end first', 'daily', () => Buffer.from('\ufeffU1;2026-11-16;3\r\n', 'utf16le'), '1'],
  ['UTF-16, big end first', 'daily', () => Buffer.from('\ufeffU1;2026-11-16;3\r\n', 'utf16le').swap16(), '1'],
  ['Windows-1252', 'daily', () => Buffer.from('Café;2026-11-16;3\nU1;2026-11-16;3', 'latin1'), '1 Café'],
  ['lines that end with CR', 'daily', () => 'U1;2026-11-16;3\rU2;2026-11-16;3\r', '2'],
  [
    'lines that end in every way',
    'daily',
    () => 'U1;2026-11-16;3\r\nU2;2026-11-16;3\nU1;2026-11-15;3\rU2;2026-11-15;3',
    '4',
  ],
  ['; in quotes', 'daily', () => '"a;b";2026-11-16;3\n"say ""no""";2026-11-16;1', '0 a;b say "no"'],
  ['an unclosed quote', 'daily', () => '"U1;2026-11-16;3\nU1;2026-11-16;3', '1 quoteOpen'],
  ['one line of 10 MB', 'daily', () => 'U1;'.repeat(3_500_000), 'UPLOAD_TOO_MUCH'],
  ['columns that are missing', 'daily', () => 'U1;2026-11-16\nU1', '0 columnsMissing columnsMissing'],
  [
    'columns that are too many, and empty ones',
    'daily',
    () => 'U1;2026-11-16;3;1;1;x\nU1;2026-11-16;3;;',
    '1 columnsTooMany',
  ],
  [
    'sales without tickets, or that are none',
    'daily',
    () =>
      ['', '3;-1', '3;1.234', '3;1,5 €', '3;20000000.01', '3;1e3']
        .map((end) => (end === '' ? 'U1;2026-11-16;;12,50' : `U1;2026-11-16;${end}`))
        .join('\n'),
    '0 countInvalid amountInvalid amountInvalid amountInvalid amountInvalid amountInvalid',
  ],
  [
    'units that are none',
    'hourly',
    () => ['-1', '1.5', 'x', '200001'].map((units) => `U1;2026-11-16;10:00:00;+01;3;1;${units}`).join('\n'),
    '0 countInvalid countInvalid countInvalid countInvalid',
  ],
  [
    'sales or units alone behind the tickets',
    'hourly',
    () => 'U1;2026-11-16;10:00:00;+01;3;12,5\nU1;2026-11-16;11:00:00;+01;3;;7;;',
    '2',
  ],
  ['commas', 'daily', () => 'U1,2026-11-16,3\n', 'UPLOAD_SEPARATOR'],
  ['a header', 'daily', () => 'code;date;tickets\nU1;2026-11-16;3', '1 dateInvalid'],
  [
    'hours that are none',
    'hourly',
    () => ['24:00:00', '9:00:00', '10:00', '10:60:00', ''].map((hour) => `U1;2026-11-16;${hour};+01;3`).join('\n'),
    '0 hourInvalid hourInvalid hourInvalid hourInvalid hourInvalid',
  ],
  ['half an hour', 'hourly', () => 'U1;2026-11-16;10:30:00;+01;3', '0 hourNotWhole'],
  [
    '02:30 and 02:00 on the day the clocks change',
    'hourly',
    () =>
      'U1;2026-03-29;02:30:00;+01;3\nU1;2026-03-29;02:00:00;+01;3\nU1;2026-10-25;02:00:00;+02;1\nU1;2026-10-25;02:00:00;+01;2',
    '3 hourNotWhole',
  ],
  [
    'offsets of every form',
    'hourly',
    () =>
      ['+00', '-00', '+01', '+0130', '+05:30']
        .map((offset, at) => `U1;2026-11-${10 + at};${at > 2 ? '10:30:00' : '10:00:00'};${offset};3`)
        .join('\n'),
    '5',
  ],
  [
    'offsets that are none',
    'hourly',
    () =>
      ['', 'Z', '1', '+1', '+99', '+0199', 'Europe/Madrid']
        .map((offset) => `U1;2026-11-16;10:00:00;${offset};3`)
        .join('\n'),
    '0 offsetInvalid offsetInvalid offsetInvalid offsetInvalid offsetInvalid offsetInvalid offsetInvalid',
  ],
  [
    'an hour that has not come',
    'hourly',
    () => 'U1;2026-11-20;12:00:00;+00;3\nU1;2026-11-20;13:00:00;+00;3',
    '1 dateUnusable',
  ],
  [
    'counts that are none',
    'hourly',
    () => ['-1', '1.5', '1000000000', '', '1e3', 'x'].map((count) => `U1;2026-11-16;10:00:00;+01;${count}`).join('\n'),
    '0 countInvalid countInvalid countInvalid countInvalid countInvalid countInvalid',
  ],
  [
    'formulas',
    'daily',
    () => "=cmd|'/C calc'!A0;2026-11-16;3\n'=1+1;2026-11-16;3\nU1;2026-11-16;=1+1",
    "0 =cmd|'/C calc'!A0 =1+1 countInvalid",
  ],
  ['NUL', 'daily', () => 'U1;2026-11-16;3\0', 'UPLOAD_NOT_TEXT'],
  ['one key with two counts', 'daily', () => 'U1;2026-11-16;3\nU1;2026-11-16;3\nU1;2026-11-16;4', '2 contradicts'],
  ['a workbook', 'daily', () => GOOD, 'UPLOAD_NOT_TEXT'],
  ['a PDF', 'daily', () => '%PDF-1.7', 'UPLOAD_NOT_TEXT'],
  ['a page', 'daily', () => '<html>\n<body>', '0 columnsMissing columnsMissing'],
  [
    'names of the prototype',
    'daily',
    () => '__proto__;2026-11-16;1\nconstructor;2026-11-16;1\ntoString;2026-11-16;1',
    '0 __proto__ constructor toString',
  ],
]

const FILE = { field: 'file', fileName: 'a.csv', data: 'U1;2026-11-16;3' }
const FORMS: readonly (readonly [
  string,
  () => { payload: Buffer | string; headers: Record<string, string> },
  string,
])[] = [
  ['no file', () => formOf([{ field: 'x', data: 'y' }]), 'UPLOAD_FILE_MISSING'],
  ['two files', () => formOf([FILE, { ...FILE, field: 'data' }]), 'UPLOAD_BODY_INVALID'],
  ['a field of another name', () => formOf([{ ...FILE, field: 'upload' }]), 'UPLOAD_BODY_INVALID'],
  ['no boundary', () => ({ payload: 'x', headers: { 'content-type': 'multipart/form-data' } }), 'UPLOAD_BODY_INVALID'],
  [
    'a boundary that is not in it',
    () => ({ ...formOf([FILE]), headers: { 'content-type': 'multipart/form-data; boundary=other' } }),
    'UPLOAD_BODY_INVALID',
  ],
  [
    'an end that does not come',
    () => {
      const { payload, headers } = formOf([FILE], { end: false })
      return { payload: payload.subarray(0, -3), headers }
    },
    'UPLOAD_BODY_INVALID',
  ],
  ['a name of 200 KB', () => formOf([{ ...FILE, fileName: 'x'.repeat(200_000) }]), '1'],
  [
    'a thousand parts',
    () => formOf(Array.from({ length: 1000 }, () => ({ field: 'x', data: 'y' }))),
    'UPLOAD_BODY_INVALID',
  ],
  ['a field of 100 KB', () => formOf([{ field: 'x', data: 'y'.repeat(100_000) }, FILE]), '1'],
  ['a name that leads out', () => formOf([{ ...FILE, fileName: '../../etc/passwd' }]), '1'],
  ['a name of the prototype', () => formOf([{ field: '__proto__', data: 'x' }]), 'UPLOAD_BODY_INVALID'],
  [
    'a body of JSON',
    () => ({ payload: '{"file":"x"}', headers: { 'content-type': 'application/json' } }),
    'CONTENT_TYPE_UNSUPPORTED',
  ],
]

describe('a container', () => {
  test.each(CONTAINERS)('that is %s', async (_name, make, expected) => {
    expect(said(await send('SINGLE', make()))).toBe(expected)
  })
})
describe('XML', () => {
  test.each(XML)('with %s', async (_name, make, expected) => {
    expect(said(await send('SINGLE', make()))).toBe(expected)
  })
})
describe('a sheet', () => {
  test.each(SHEETS)('with %s', async (_name, kind, make, expected) => {
    expect(said(await send(kind, make()))).toBe(expected)
  })
})
describe('text', () => {
  test.each(TEXTS)(
    'that is or has %s',
    async (_name, kind, make, expected) => {
      expect(said(await send(kind, make()))).toBe(expected)
    },
    60_000,
  )
})
describe('a form', () => {
  test.each(FORMS)('with %s', async (_name, make, expected) => {
    expect(said(await post(address('daily', 'check'), make()))).toBe(expected)
  })
})

/** Files with `n` of something. One within its limit may still be refused for another reason, or read. */
const BASE = workbookParts([sheet(HEAD, ROW)], { texts: ['a'] })
const REST = ';2026-11-16;3'
const AMOUNTS: readonly (readonly [what: string, limit: number, kind: Kind, make: (n: number) => Buffer | string])[] = [
  [
    'parts of a workbook',
    FILE_LIMITS.entries,
    'SINGLE',
    (n) => parts(Object.fromEntries(Array.from({ length: n - BASE.length }, (_, at) => [`more${at}`, 'x'])), BASE),
  ],
  ['levels of XML', FILE_LIMITS.depth, 'SINGLE', (n) => xml('<a>'.repeat(n) + '</a>'.repeat(n))],
  ['characters of a text', FILE_LIMITS.textLength, 'SINGLE', (n) => one(['x'.repeat(n), '2026-11-16', 4, 2])],
  [
    'different texts',
    FILE_LIMITS.texts,
    'SINGLE',
    (n) => workbookOf([sheet(HEAD, ROW)], { texts: Array.from({ length: n }, (_, at) => `t${at}`) }),
  ],
  ['characters of a line', FILE_LIMITS.lineLength, 'daily', (n) => `${'x'.repeat(n - REST.length)}${REST}`],
  ['rows of a text', FILE_LIMITS.rows, 'daily', (n) => `U1${REST}\n`.repeat(n)],
]
describe('a limit', () => {
  test.each(AMOUNTS)(
    'of %s (%i) lets as many in, and one more not',
    async (_what, limit, kind, make) => {
      const isTooMuch = async (n: number) => said(await send(kind, make(n))).startsWith('UPLOAD_TOO_MUCH')
      expect([await isTooMuch(limit), await isTooMuch(limit + 1)]).toEqual([false, true])
    },
    60_000,
  )
})

test('the corpus has more than seventy files', () => {
  expect(CONTAINERS.length + XML.length + SHEETS.length + TEXTS.length + FORMS.length).toBeGreaterThan(100)
})

test('no part of a refused file is kept, of any kind', async () => {
  const before = await kept()
  const all = [...CONTAINERS, ...XML]
    .map(([name, make, expected]) => ['SINGLE' as Kind, name, make, expected] as const)
    .concat([...SHEETS, ...TEXTS].map(([name, kind, make, expected]) => [kind, name, make, expected] as const))
  // Those that are refused as they are read cannot be half loaded; rows can.
  const rows = all.filter(([, , , expected]) => /^\d+ /.test(expected))
  expect(rows.length).toBeGreaterThan(20)
  for (const [kind, name, make] of rows) expect([name, (await send(kind, make(), 'load')).status]).toEqual([name, 422])
  expect(await kept()).toBe(before)
})

test(
  'mutated files are read or refused, and what is refused leaves nothing',
  async () => {
    // A generator of its own, so that a failure comes again.
    let seed = 20_261_122
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % below
    }
    const texts = Buffer.from(
      Array.from(
        { length: 40 },
        (_, at) => `U${(at % 3) + 1};2026-11-${String((at % 16) + 1).padStart(2, '0')};${at % 3}`,
      ).join('\n'),
    )
    const sources = [
      ['SINGLE', GOOD],
      ['daily', texts],
      ['SINGLE', one(...Array.from({ length: 20 }, (_, at) => ['U2', serialOf('2026-10-01') + at, at, 1]))],
    ] as const
    const statuses = new Set<number>()
    let known = await kept()
    for (let at = 0; at < MUTATIONS; at += 1) {
      const [kind, source] = sources[at % sources.length]!
      let bytes = Buffer.from(source)
      for (let times = random(4); times >= 0; times -= 1) {
        const place = random(bytes.length)
        const length = random(40)
        const how = random(4)
        if (how === 0) bytes[place] = random(256)
        else if (how === 1) bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + length)])
        else if (how === 2)
          bytes = Buffer.concat([
            bytes.subarray(0, place),
            bytes.subarray(random(bytes.length)).subarray(0, length),
            bytes.subarray(place),
          ])
        else bytes.fill(random(256), place, place + length)
        if (bytes.length === 0) bytes = Buffer.from('x')
      }
      // Looking at a file is what a damaged one can break; loading it costs ten times as much.
      const step = at % 10 === 0 ? 'load' : 'check'
      const { status, body } = await send(kind, bytes, step)
      statuses.add(status)
      expect([at, status]).toEqual([at, expect.toBeOneOf([200, 304, 422])])
      if (status === 422) expect((body as { code: string }).code).toMatch(/^UPLOAD_/)
      if (step === 'check') continue
      const now = await kept()
      if (status !== 200) expect([at, now]).toEqual([at, known])
      known = now
    }
    expect(statuses).toContain(422)
    expect(statuses).toContain(200)
  },
  Math.max(300_000, MUTATIONS * 1000),
)

describe('the thread that reads', () => {
  const job = (code: string) =>
    ({
      path: code,
      kind: 'ticketsDaily',
      mode: 'SINGLE',
      client: 1,
      directory: { locals: [], clients: [] },
      nowMs: NOW,
      isCheck: true,
    }) as const
  const worker = (code: string) => {
    const script = `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', (job) => { ${code} })`
    return new URL(`data:text/javascript,${encodeURIComponent(script)}`)
  }

  test('is given up when it dies, runs out of memory or takes too long, and the next file is read', async () => {
    for (const [code, timeMs] of [
      ['process.exit(3)', 5000],
      ['throw new Error("x")', 5000],
      ['const all = []; for (;;) all.push(new Array(100000).fill(all.length))', 20_000],
      ['for (;;);', 300],
    ] as const) {
      const parser = createParser({ worker: worker(code), timeMs })
      await expect(parser.parse(job('x'))).rejects.toMatchObject({ code: 'UPLOAD_TOO_MUCH' })
      await parser.close()
    }
    expect((await send('daily', 'U1;2026-11-16;3')).status).toBe(200)
  })

  test('runs two and queues ten; more are asked to retry', async () => {
    const parser = createParser({
      worker: worker('if (job.path === "go") parentPort.postMessage({ parsed: { check: {}, rows: null } })'),
      timeMs: 60_000,
    })
    const all = Array.from({ length: 12 }, () => parser.parse(job('wait')).catch((error: unknown) => error))
    await expect(parser.parse(job('more'))).rejects.toMatchObject({
      code: 'UPLOAD_BUSY',
      status: 429,
      details: { retryAfterS: 10 },
    })
    const closing = setInterval(() => {
      void parser.close()
    }, 20)
    expect(
      (await Promise.all(all)).every((error) => error instanceof AppError && error.code === 'UPLOAD_TOO_MUCH'),
    ).toBe(true)
    clearInterval(closing)
  })
})
