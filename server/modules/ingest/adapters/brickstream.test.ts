import { describe, expect, test } from 'vitest'
import type { AdapterContext, CountReading, Reading } from '../reading.ts'
import { brickstream } from './brickstream.ts'
import { contextOf, fixture, parseFixture, refusalOf } from './testing.ts'

const parse = (xml: string, change: Partial<AdapterContext> = {}) =>
  brickstream.parse(Buffer.from(xml), contextOf(change))
const refused = (xml: string | Buffer) => refusalOf(() => brickstream.parse(Buffer.from(xml), contextOf()))
const at = (...parts: [number, number, number, number, number?]) =>
  Date.UTC(parts[0], parts[1] - 1, parts[2], parts[3], parts[4] ?? 0)

/** Of a version 1 message, up to its first count. */
const begun = (date: string, interval: number, properties = '') =>
  `<Metrics><Properties><MacAddress>00:b0:9d:00:11:23</MacAddress>${properties}</Properties>` +
  `<ReportData Interval="${interval}"><Report Date="${date}"><Object Id="0">\n`

/** A version 1 message: civil times only. */
function version1(
  date: string,
  counts: readonly (readonly [string, number])[],
  { interval = 30, properties = '' } = {},
) {
  const lines = counts.map(
    ([start, enters]) => `<Count StartTime="${start}" EndTime="" Enters="${enters}" Exits="0" Status="0"/>`,
  )
  return `${begun(date, interval, properties)}${lines.join('\n')}</Object></Report></ReportData></Metrics>`
}
const starts = (readings: readonly Reading[]) =>
  readings
    .filter((reading): reading is CountReading => reading.kind === 'count')
    .map(({ start, in: entered }) => [new Date(start).toISOString(), entered])
const readV1 = (...given: Parameters<typeof version1>) => parse(version1(...given))[0]!

test('a document type is refused with its line, so entities never grow and nothing is fetched', () => {
  const entities = Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY l${i} "${`&${i === 0 ? 'lol' : `l${i - 1}`};`.repeat(10)}">`,
  )
  const laughs = `<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol">${entities.join('')}]>
<Metrics>&l8;</Metrics>`
  expect(refused(laughs)).toBe('Line 2: declarations such as a document type, entities or CDATA are not allowed.')
  expect(
    refused(
      '<!DOCTYPE x [<!ENTITY e SYSTEM ' +
        '"file:///etc/passwd">]><Metrics><Properties><MacAddress>&e;</MacAddress></Properties></Metrics>',
    ),
  ).toMatch(/^Line 1: declarations/)
  expect(
    refused('<Metrics><Properties><MacAddress><![CDATA[00:b0:9d:00:11:23]]></MacAddress></Properties></Metrics>'),
  ).toMatch(/^Line 1: declarations/)
})

test('an entity that was not declared is refused, and so is a processing instruction', () => {
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

test('another root, or no MAC address, is refused: it would not be known whose counts these are', () => {
  expect(refused('<html/>')).toBe('Line 1: the root element is "html"; expected Metrics.')
  expect(refused('<Metrics><Properties><MacAddress>12:34</MacAddress></Properties></Metrics>')).toBe(
    'MacAddress is "12:34"; expected a MAC address of 12 hex digits.',
  )
  expect(refusalOf(() => brickstream.parse({ Metrics: 1 }, contextOf()))).toBe(
    'The body was not read as bytes; send it as XML.',
  )
})

test('a bad count is quarantined with its line, and the others are kept', () => {
  const [message] =
    parse(`${begun('2024-07-01', 1)}<Count StartTime="10:00:00" EndTime="10:01:00" Enters="-3" Exits="0"/>
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

test('a clock with another offset than its local is believed', () => {
  const xml = version1('2024-07-01', [['10:00:00', 1]], { properties: '<Timezone>-5</Timezone><DST>0</DST>' })
  expect(starts(parse(xml)[0]!.readings)).toEqual([['2024-07-01T15:00:00.000Z', 1]])
  expect(starts(parse(xml, { zoneOf: () => undefined })[0]!.readings)).toEqual([['2024-07-01T15:00:00.000Z', 1]])
})

test('without a zone of the local and without a Timezone civil times are quarantined', () => {
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

test('an hour that comes twice without a neighbour, or between both, is quarantined as ambiguous', () => {
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

test('a civil time that was skipped in spring is quarantined', () => {
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

/** One object with these counts, after these properties. */
const whole = (counts: string, { properties = '', interval = ' Interval="1"', date = '2024-07-01' } = {}) =>
  parse(
    `<Metrics><Properties><MacAddress>00:b0:9d:00:11:23</MacAddress>${properties}</Properties><ReportData${interval}>` +
      `<Report Date="${date}"><Object Id="0">\n${counts}</Object></Report></ReportData></Metrics>`,
  )[0]!
const one = (attributes: string) => `<Count ${attributes}/>`
const spans = (readings: readonly Reading[]) =>
  readings.flatMap((reading) => (reading.kind === 'count' ? [(reading.end - reading.start) / 60_000] : []))
const missed = (unread: readonly { reason: string; expected: string }[]) =>
  unread.map(({ reason, expected }) => [reason, expected])
const COUNTED = 'Enters="1" Exits="2"'

test.each([
  ['Interval', ' Interval="15"', 'StartTime="10:00:00"', 15],
  ['Interval, in capitals', ' INTERVAL="15"', 'StartTime="10:00:00" EndTime=""', 15],
  ['EndTime within the interval', ' Interval="15"', 'StartTime="10:00" EndTime="10:10"', 10],
  ['Interval, where EndTime is later', ' Interval="15"', 'StartTime="10:00" EndTime="11:15"', 15],
  ['EndTime without an interval', '', 'StartTime="10:00" EndTime="11:15"', 75],
  ['EndTime beside an interval of nothing', ' Interval="0"', 'StartTime="10:00" EndTime="11:15"', 75],
  ['EndTime beside an interval of more than a day', ' Interval="1441"', 'StartTime="10:00" EndTime="11:15"', 75],
  ['an interval of a day', ' Interval="1440"', 'StartTime="10:00"', 1440],
  ['EndTime after midnight', '', 'StartTime="23:30" EndTime="00:15"', 45],
  ['Interval, for the start of UnixStartTime alone', ' Interval="5"', 'UnixStartTime="1719820800"', 5],
])('how long a count is: %s', (_, interval, times, minutes) => {
  const { readings, unread } = whole(one(`${times} ${COUNTED}`), { interval })
  expect([spans(readings), unread]).toEqual([[minutes], []])
})

test('a count of unknown length or time is quarantined with what it says', () => {
  const open = whole(one(`StartTime="10:00:00" ${COUNTED}`), { interval: '' })
  expect([open.readings, open.unread]).toEqual([
    [{ kind: 'heartbeat', at: contextOf().receivedAt, flags: [] }],
    [
      {
        reason: 'TIME_UNREADABLE',
        what: { line: '2', StartTime: '10:00:00', Enters: '1', Exits: '2' },
        expected: 'an EndTime after StartTime, or ReportData Interval in minutes',
      },
    ],
  ])
  const when = 'UnixStartTime, or Report Date as YYYY-MM-DD with StartTime as HH:MM:SS'
  const noDay = whole(one(`StartTime="10:00:00" ${COUNTED}`), { date: 'today' })
  expect(missed(noDay.unread)).toEqual([['TIME_UNREADABLE', when]])
  expect(missed(whole(one(COUNTED)).unread)).toEqual([['TIME_UNREADABLE', when]])
  expect(missed(whole(one('StartTime="10:00:00" Enters="1"')).unread)).toEqual([
    ['COUNT_UNREADABLE', 'Enters and Exits as whole numbers'],
  ])
  expect(missed(whole(one('StartTime="10:00:00" Exits="1"')).unread)).toEqual([
    ['COUNT_UNREADABLE', 'Enters and Exits as whole numbers'],
  ])
})

test('a line is named by the Id of its object, else by its Name', () => {
  const lines = (object: string) =>
    parse(
      `<Metrics><Properties><MacAddress>00b09d001123</MacAddress></Properties><ReportData Interval="1">` +
        `<Report Date="2024-07-01"><Object ${object}><Count StartTime="10:00" ` +
        `${COUNTED}/></Object></Report></ReportData></Metrics>`,
    )[0]!.readings.map((reading) => (reading.kind === 'count' ? reading.line : reading.kind))
  expect([lines('Id="7" Name="Door"'), lines('Id="" Name="Door"'), lines('DeviceId="1"')]).toEqual([
    ['7'],
    ['Door'],
    [''],
  ])
})

test('properties are elements with a text, or attributes, in any case', () => {
  const read = (properties: string) =>
    parse(`<Metrics>${properties}<ReportData Interval="1"/></Metrics>`, { receivedAt: 7000 })[0]!
  const alive = { device: '00:B0:9D:00:11:23', unread: [], readings: [{ kind: 'heartbeat', at: 7000, flags: [] }] }
  expect(read('<Properties MACADDRESS="00b09d001123"/>')).toEqual(alive)
  expect(read('<Properties MacAddress="00b09d001123"><MacAddress></MacAddress></Properties>')).toEqual(alive)
  const sent = '<Properties><macaddress>00b09d001123</macaddress><SwRelease>5.3</SwRelease>'
  expect(read(`${sent}<TransmitTime>1719820800</TransmitTime></Properties>`)).toEqual({
    ...alive,
    sentAt: 1_719_820_800_000,
    readings: [{ kind: 'heartbeat', at: 1_719_820_800_000, flags: [], firmware: '5.3' }],
  })
  expect(read(`${sent}<TransmitTime>0</TransmitTime></Properties>`)).toEqual({
    ...alive,
    readings: [{ kind: 'heartbeat', at: 7000, flags: [], firmware: '5.3' }],
  })
})

test('a message with counts reports its firmware at the end of the newest of them, in any order', () => {
  const counts = ['10:02', '10:00'].map((start) => one(`StartTime="${start}" ${COUNTED}`)).join('')
  const alive = ({ readings }: ReturnType<typeof whole>) => readings.filter(({ kind }) => kind === 'heartbeat')
  const firmware = '<SWRelease>5.3</SWRelease><TransmitTime>1719830000</TransmitTime>'
  expect(alive(whole(counts, { properties: firmware }))).toEqual([
    { kind: 'heartbeat', at: at(2024, 7, 1, 8, 3), flags: [], firmware: '5.3' },
  ])
  expect(alive(whole(counts))).toEqual([])
  const unreadable = one(`StartTime="02:30" ${COUNTED}`)
  expect(alive(whole(unreadable, { properties: firmware, date: '2024-03-31' }))).toEqual([
    { kind: 'heartbeat', at: 1_719_830_000_000, flags: [], firmware: '5.3' },
  ])
})

test('the newest of several lines is the device’s last contact', () => {
  const object = (id: number, start: string) => `<Object Id="${id}"><Count StartTime="${start}" ${COUNTED}/></Object>`
  const read = (...starts: string[]) =>
    parse(
      `<Metrics><Properties><MacAddress>00b09d001123</MacAddress><SwRelease>1</SwRelease></Properties>` +
        `<ReportData Interval="1"><Report Date="2024-07-01">${starts.map((start, i) => object(i, start)).join('')}` +
        `</Report></ReportData></Metrics>`,
    )[0]!.readings.at(-1)
  const newest = { kind: 'heartbeat', at: at(2024, 7, 1, 8, 11), flags: [], firmware: '1' }
  expect([read('10:10', '10:00'), read('10:00', '10:10')]).toEqual([newest, newest])
})

describe('the clock of a device', () => {
  const read = (properties: string, zone: string | undefined, date = '2024-07-01') =>
    starts(parse(version1(date, [['10:00:00', 1]], { properties }), { zoneOf: () => zone })[0]!.readings).map(
      ([start]) => start,
    )
  const ten = (hour: string) => [`2024-07-01T${hour}.000Z`]
  const said = (timezone: string, dst = '') =>
    `<Timezone>${timezone}</Timezone>${dst === '' ? '' : `<DST>${dst}</DST>`}`

  test.each([
    ['with the summer time that it states', said('-5', '1'), undefined, '14:00:00'],
    ['without one, as it states', said('-5'), undefined, '15:00:00'],
    ['by half hours too', said('5.5'), undefined, '04:30:00'],
    [
      'by its local, when the winter offset it states is the one that holds there',
      said('2'),
      'Europe/Madrid',
      '08:00:00',
    ],
    ['by its local, when it states no offset', '', 'America/Lima', '15:00:00'],
    ['as it states, when its local has no known zone', said('-5'), 'Atlantis/City', '15:00:00'],
    ['up to 14 hours ahead', said('14'), undefined, '20:00:00'],
    ['and up to two hours of summer', said('0', '2'), undefined, '08:00:00'],
  ])('is read %s', (_, properties, zone, hour) => {
    const day = hour === '20:00:00' ? ['2024-06-30T20:00:00.000Z'] : ten(hour)
    expect(read(properties, zone)).toEqual(day)
  })

  test.each([said('14.5'), said('-15'), said('1', '2.5'), said('1', '-3'), said('CET'), ''])(
    'is none of its own with %j: its local’s zone is used, and without one it is unknown',
    (properties) => {
      expect([read(properties, 'Europe/Madrid'), read(properties, undefined), read(properties, 'x')]).toEqual([
        ten('08:00:00'),
        [],
        [],
      ])
    },
  )

  test('a time that cannot be placed says what would help', () => {
    const { unread } = parse(version1('2024-07-01', [['10:00:00', 1]]), { zoneOf: () => undefined })[0]!
    expect(missed(unread)).toEqual([
      ['TIME_UNREADABLE', 'a civil time that exists in the zone of the local, or a Timezone in Properties'],
    ])
    expect(missed(readV1('2023-10-29', [['02:00:00', 2]]).unread)).toEqual([
      ['TIME_AMBIGUOUS', 'an hour that came once, UnixStartTime, or its neighbours in the same message'],
    ])
  })

  test('whether its offset agrees with its local is asked for when it sent this, not for when it was received', () => {
    // Summer when it was sent, winter when it arrived: +2 is the offset of then.
    const sent = `${said('2')}<TransmitTime>${at(2023, 10, 28, 12) / 1000}</TransmitTime>`
    const read = (properties: string) =>
      starts(
        parse(version1('2023-10-30', [['10:00:00', 1]], { properties }), {
          receivedAt: at(2023, 10, 30, 12),
        })[0]!.readings,
      )
    expect(read(sent)).toEqual([['2023-10-30T09:00:00.000Z', 1]])
    expect(read(said('2'))).toEqual([['2023-10-30T08:00:00.000Z', 1]])
  })
})

test('the second pass has not come while the clock of the server is more than ten minutes before it', () => {
  const xml = version1('2023-10-29', [['02:00:00', 2]])
  const second = at(2023, 10, 29, 1, 0)
  const read = (receivedAt: number) => parse(xml, { receivedAt })[0]!
  expect(starts(read(second - 601_000).readings)).toEqual([['2023-10-29T00:00:00.000Z', 2]])
  const ambiguous = [{ reason: 'TIME_AMBIGUOUS' }]
  expect([read(second - 600_000), read(second)]).toMatchObject([{ unread: ambiguous }, { unread: ambiguous }])
})

test('a run of the hour that comes twice may step back once and not twice; two runs are placed each by itself', () => {
  const twice = readV1('2023-10-29', [
    ['02:30:00', 1],
    ['02:00:00', 2],
    ['02:00:00', 3],
  ])
  expect(twice.unread.map(({ reason }) => reason)).toEqual(['TIME_AMBIGUOUS', 'TIME_AMBIGUOUS', 'TIME_AMBIGUOUS'])
  expect(
    starts(
      readV1('2023-10-29', [
        ['02:00:00', 1],
        ['02:00:00', 2],
      ]).readings,
    ),
  ).toEqual([
    ['2023-10-29T00:00:00.000Z', 1],
    ['2023-10-29T01:00:00.000Z', 2],
  ])
  const apart = readV1('2023-10-29', [
    ['01:30:00', 1],
    ['02:00:00', 2],
    ['04:00:00', 3],
    ['02:30:00', 4],
    ['03:00:00', 5],
  ])
  expect(starts(apart.readings).map(([start]) => start)).toEqual([
    '2023-10-28T23:30:00.000Z',
    '2023-10-29T00:00:00.000Z',
    '2023-10-29T03:00:00.000Z',
    '2023-10-29T01:30:00.000Z',
    '2023-10-29T02:00:00.000Z',
  ])
})

test('a count with UnixStartTime is placed by it, not by its civil time', () => {
  const unix = at(2024, 3, 31, 12) / 1000
  const { readings } = whole(one(`StartTime="02:30:00" UnixStartTime="${unix}" ${COUNTED}`), { date: '2024-03-31' })
  expect(readings).toEqual([{ kind: 'count', line: '0', start: unix * 1000, end: unix * 1000 + 60_000, in: 1, out: 2 }])
})
