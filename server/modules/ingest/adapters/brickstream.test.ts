import { expect, test } from 'vitest'
import type { AdapterContext, CountReading, Reading } from '../reading.ts'
import { brickstream } from './brickstream.ts'
import { contextOf, fixture, parseFixture, refusalOf } from './testing.ts'

const parse = (xml: string, change: Partial<AdapterContext> = {}) =>
  brickstream.parse(Buffer.from(xml), contextOf(change))
const refused = (xml: string | Buffer) => refusalOf(() => brickstream.parse(Buffer.from(xml), contextOf()))
const at = (...parts: [number, number, number, number, number?]) =>
  Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4] ?? 0)

/** A version 1 message: civil times only. */
function version1(
  date: string,
  counts: readonly (readonly [string, number])[],
  { interval = 30, properties = '' } = {},
) {
  return `<Metrics><Properties><MacAddress>00:b0:9d:00:11:23</MacAddress>${properties}</Properties><ReportData Interval="${interval}"><Report Date="${date}"><Object Id="0">
${counts.map(([start, enters]) => `<Count StartTime="${start}" EndTime="" Enters="${enters}" Exits="0" Status="0"/>`).join('\n')}</Object></Report></ReportData></Metrics>`
}
const starts = (readings: readonly Reading[]) =>
  readings
    .filter((reading): reading is CountReading => reading.kind === 'count')
    .map(({ start, in: entered }) => [new Date(start).toISOString(), entered])
const readV1 = (...given: Parameters<typeof version1>) => parse(version1(...given))[0]!

test('a document type is refused with its line, so entities never grow and nothing is fetched', () => {
  const laughs = `<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i} "${`&${i === 0 ? 'lol' : `l${i - 1}`};`.repeat(10)}">`).join('')}]>\n<Metrics>&l8;</Metrics>`
  expect(refused(laughs)).toBe('Line 2: declarations such as a document type, entities or CDATA are not allowed.')
  expect(
    refused(
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Metrics><Properties><MacAddress>&e;</MacAddress></Properties></Metrics>',
    ),
  ).toMatch(/^Line 1: declarations/)
  expect(
    refused('<Metrics><Properties><MacAddress><![CDATA[00:b0:9d:00:11:23]]></MacAddress></Properties></Metrics>'),
  ).toMatch(/^Line 1: declarations/)
})

test('an entity that nobody declared is refused, and so is a processing instruction', () => {
  expect(refused('<Metrics>\n<Properties>&nbsp;</Properties></Metrics>')).toMatch(/^Line 2: Invalid character entity/)
  expect(refused('<Metrics>\n<?php echo 1 ?></Metrics>')).toBe('Line 2: processing instructions are not allowed.')
  expect(refused('<?xml-stylesheet href="http://example.com/x.xsl"?><Metrics/>')).toBe(
    'Line 1: processing instructions are not allowed.',
  )
})

test('deep, wide and long XML is refused', () => {
  expect(refused('<a>'.repeat(100_000))).toBe('Line 1: elements are nested deeper than 32.')
  expect(refused(`<Metrics ${Array.from({ length: 100 }, (_, i) => `a${i}="1"`).join(' ')}/>`)).toBe(
    'Line 1: an element has more than 64 attributes.',
  )
  expect(refused(`<Metrics Sitename="${'x'.repeat(5000)}"/>`)).toBe(
    'Line 1: an attribute is longer than 4096 characters.',
  )
  expect(refused(`<Metrics><Properties><HostName>${'x'.repeat(200_000)}</HostName></Properties></Metrics>`)).toMatch(
    /^Line 1: (a text is longer|Max buffer)/,
  )
})

test('UTF-16, zero bytes, bytes that are no UTF-8 and other encodings are refused', () => {
  expect(refused(Buffer.from('<Metrics/>', 'utf16le'))).toBe('Byte 2 is zero; expected plain UTF-8 text, not UTF-16.')
  expect(refused('<Metrics>\0</Metrics>')).toBe('Byte 10 is zero; expected plain UTF-8 text, not UTF-16.')
  expect(refused(Buffer.from([0xff, 0xfe]))).toBe('The document is not UTF-8.')
  expect(refused('<?xml version="1.0" encoding="UTF-7"?><Metrics/>')).toBe(
    'Line 1: the encoding is "UTF-7"; expected UTF-8.',
  )
})

test('a truncated message is refused with the line where it ends', () => {
  const whole = fixture('brickstream', 'v5-two-reports.xml').toString('utf8')
  expect(refused(whole.slice(0, whole.indexOf('<Report Date="2024-03-01">')))).toBe(
    `Line ${whole.slice(0, whole.indexOf('<Report Date="2024-03-01">')).split('\n').length}: Unclosed root tag.`,
  )
  expect(refused('')).toBe('Line 1: there is no element.')
})

test('another root, or no MAC address, is refused: nobody would know whose counts these are', () => {
  expect(refused('<html/>')).toBe('Line 1: the root element is "html"; expected Metrics.')
  expect(refused('<Metrics><Properties><MacAddress>12:34</MacAddress></Properties></Metrics>')).toBe(
    'MacAddress is "12:34"; expected a MAC address of 12 hex digits.',
  )
  expect(refusalOf(() => brickstream.parse({ Metrics: 1 }, contextOf()))).toBe(
    'The body was not read as bytes; send it as XML.',
  )
})

test('a bad count is kept apart with its line, and the others are kept', () => {
  const [message] =
    parse(`<Metrics><Properties><MacAddress>00:b0:9d:00:11:23</MacAddress></Properties><ReportData Interval="1"><Report Date="2024-07-01"><Object Id="0">
<Count StartTime="10:00:00" EndTime="10:01:00" Enters="-3" Exits="0"/>
<Count StartTime="25:00:00" EndTime="25:01:00" Enters="3" Exits="0"/>
<Count StartTime="10:02:00" EndTime="10:03:00" Enters="3" Exits="1"/></Object></Report></ReportData></Metrics>`)
  expect(message!.unread.map(({ reason, what }) => [reason, (what as { line: string }).line])).toEqual([
    ['COUNT_UNREADABLE', '2'],
    ['TIME_UNREADABLE', '3'],
  ])
  expect(message!.readings).toEqual([
    { kind: 'count', line: '0', start: at(2024, 7, 1, 8, 2), end: at(2024, 7, 1, 8, 3), in: 3, out: 1 },
  ])
})

test('version 5 with two reports and two objects is read by UnixStartTime, with the clock of the device', () => {
  expect(parseFixture(brickstream, 'v5-two-reports.xml')).toEqual([
    {
      device: '00:B0:9D:00:11:22',
      sentAt: 1_709_290_930_000,
      unread: [],
      readings: [
        { kind: 'count', line: '0', start: at(2024, 2, 29, 22, 59), end: at(2024, 2, 29, 23, 0), in: 1, out: 2 },
        { kind: 'count', line: '0', start: at(2024, 3, 1, 11, 0), end: at(2024, 3, 1, 11, 1), in: 5, out: 3 },
        { kind: 'count', line: '0', start: at(2024, 3, 1, 11, 1), end: at(2024, 3, 1, 11, 2), in: 0, out: 0 },
        { kind: 'count', line: '1', start: at(2024, 3, 1, 11, 0), end: at(2024, 3, 1, 11, 1), in: 7, out: 4 },
        { kind: 'heartbeat', at: at(2024, 3, 1, 11, 2), flags: [], firmware: '5.3.42' },
      ],
    },
  ])
})

test('version 1 is read in the zone of the local', () => {
  expect(parseFixture(brickstream, 'v1.xml')[0]!.readings).toEqual([
    { kind: 'count', line: '0', start: at(2024, 7, 1, 8, 0), end: at(2024, 7, 1, 8, 15), in: 9, out: 8 },
  ])
})

test('a clock that stands at another offset than its local is believed as it says', () => {
  const xml = version1('2024-07-01', [['10:00:00', 1]], { properties: '<Timezone>-5</Timezone><DST>0</DST>' })
  expect(starts(parse(xml)[0]!.readings)).toEqual([['2024-07-01T15:00:00.000Z', 1]])
  expect(starts(parse(xml, { zoneOf: () => undefined })[0]!.readings)).toEqual([['2024-07-01T15:00:00.000Z', 1]])
})

test('without a zone of the local and without a Timezone civil times are kept apart', () => {
  expect(
    parse(version1('2024-07-01', [['10:00:00', 1]]), { zoneOf: () => undefined })[0]!.unread.map(
      ({ reason }) => reason,
    ),
  ).toEqual(['TIME_UNREADABLE'])
})

test('counts that come late are placed by the summer time of their own day, not of today', () => {
  expect(
    starts(readV1('2024-01-15', [['10:00:00', 1]], { properties: '<Timezone>1</Timezone><DST>1</DST>' }).readings),
  ).toEqual([['2024-01-15T09:00:00.000Z', 1]])
})

test('the hour that comes twice: the order of the file says which pass is meant', () => {
  expect(
    starts(
      readV1('2023-10-29', [
        ['01:30:00', 1],
        ['02:00:00', 2],
        ['02:30:00', 3],
        ['02:00:00', 4],
        ['02:30:00', 5],
        ['03:00:00', 6],
      ]).readings,
    ),
  ).toEqual([
    ['2023-10-28T23:30:00.000Z', 1],
    ['2023-10-29T00:00:00.000Z', 2],
    ['2023-10-29T00:30:00.000Z', 3],
    ['2023-10-29T01:00:00.000Z', 4],
    ['2023-10-29T01:30:00.000Z', 5],
    ['2023-10-29T02:00:00.000Z', 6],
  ])
})

test('one pass of the hour that comes twice is placed by the neighbour it touches', () => {
  expect(
    starts(
      readV1('2023-10-29', [
        ['01:30:00', 1],
        ['02:00:00', 2],
      ]).readings,
    )[1],
  ).toEqual(['2023-10-29T00:00:00.000Z', 2])
  expect(
    starts(
      readV1('2023-10-29', [
        ['02:30:00', 2],
        ['03:00:00', 3],
      ]).readings,
    )[0],
  ).toEqual(['2023-10-29T01:30:00.000Z', 2])
})

test('an hour that comes twice without a neighbour, or between both, is kept apart as ambiguous', () => {
  expect(readV1('2023-10-29', [['02:00:00', 2]]).unread.map(({ reason }) => reason)).toEqual(['TIME_AMBIGUOUS'])
  const both = readV1('2023-10-29', [
    ['01:30:00', 1],
    ['02:00:00', 2],
    ['02:30:00', 3],
    ['03:00:00', 4],
  ])
  expect([both.readings.length, both.unread.length]).toEqual([2, 2])
})

test('while the second pass has not come, it is the first', () => {
  const xml = version1('2023-10-29', [['02:00:00', 2]])
  expect(starts(parse(xml, { receivedAt: at(2023, 10, 29, 0, 31) })[0]!.readings)).toEqual([
    ['2023-10-29T00:00:00.000Z', 2],
  ])
})

test('a civil time that was skipped in spring is kept apart', () => {
  const message = readV1('2024-03-31', [
    ['01:30:00', 1],
    ['02:30:00', 2],
    ['03:00:00', 3],
  ])
  expect([starts(message.readings), message.unread.map(({ reason }) => reason)]).toEqual([
    [
      ['2024-03-31T00:30:00.000Z', 1],
      ['2024-03-31T01:00:00.000Z', 3],
    ],
    ['TIME_UNREADABLE'],
  ])
})

test('a post without counts is a sign of life', () => {
  expect(
    parse('<Metrics><Properties><MacAddress>00:b0:9d:00:11:23</MacAddress></Properties></Metrics>')[0]!.readings,
  ).toEqual([{ kind: 'heartbeat', at: contextOf().receivedAt, flags: [] }])
})
