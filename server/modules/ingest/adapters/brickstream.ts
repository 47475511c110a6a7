/** Brickstream and FLIR stereo counters: XML by HTTP POST, versions 1 to 5 of the schema. */
import { parseDay } from '#domain/days'
import { instantOf, isZone, offsetAt } from '../../../facts/zone.ts'
import { parseHour } from '../../imports/reading/timestamp.ts'
import type { Adapter, AdapterContext } from '../reading.ts'
import { countOf, deviceOf, gather, invalid, shown, textOf, type Draft } from './read.ts'
import { placeCivil } from './place-time.ts'
import { instantS, numberOf } from './read-instants.ts'
import { attribute, below, parseXml, type Element } from './xml.ts'

const DAY_S = 86_400
/** How far a device's clock may be ahead before a time of day cannot be of the second pass. */
const AHEAD_S = 600
const LONGEST_MINUTES = 1440

export const brickstream: Adapter = {
  name: 'brickstream',
  label: 'Brickstream / FLIR',
  takes: 'bytes',
  types: ['application/xml', 'text/xml', 'text/plain', 'application/octet-stream'],

  parse(body, context) {
    const root = parseXml(body)
    if (root.name !== 'Metrics')
      throw invalid(`Line ${root.line}: the root element is ${shown(root.name)}; expected Metrics.`, {
        line: root.line,
      })
    const properties = propertiesOf(root)
    const device = deviceOf(properties.get('macaddress'), 'MacAddress')
    const messages = gather()
    const draft = messages.of(device)
    const sent = instantS(properties.get('transmittime'))
    if (sent !== null && sent > 0) draft.sentAt = sent

    const counts = countsOf(draft, root)
    const clock = clockOf(properties, device, context, sent)
    const ends = [...Map.groupBy(counts, (count) => count.line).values()].map((line) => place(draft, line, clock))

    const firmware = textOf(properties.get('swrelease'))
    // At the end of its counts: sent again later, the message says the same.
    const at =
      ends.reduce((newest, end) => (newest === null || (end !== null && end > newest) ? end : newest), null) ??
      draft.sentAt ??
      context.receivedAt
    if (counts.length === 0 || firmware !== '')
      draft.add({ kind: 'heartbeat', at, flags: [], ...(firmware !== '' && { firmware }) })
    return messages.messages()
  },
}

/** Properties by lower-case name: elements with text, in some firmware attributes. */
function propertiesOf(root: Element): Map<string, string> {
  const found = new Map<string, string>()
  for (const holder of below(root, 'Properties')) {
    for (const [name, value] of Object.entries(holder.attributes)) found.set(name.toLowerCase(), value)
    for (const { name, text } of holder.children) if (text !== '') found.set(name.toLowerCase(), text)
  }
  return found
}

interface Count {
  readonly line: string
  /** Civil seconds of its start, null when it has none. */
  readonly civil: number | null
  /** Epoch ms, from version 2 on. */
  readonly unix: number | null
  readonly seconds: number
  readonly in: number
  readonly out: number
  readonly what: Readonly<Record<string, string>>
}

function countsOf(draft: Draft, root: Element): Count[] {
  const counts: Count[] = []
  for (const data of below(root, 'ReportData')) {
    const minutes = countOf(attribute(data, 'Interval'))
    const interval = minutes !== null && minutes > 0 && minutes <= LONGEST_MINUTES ? minutes * 60 : null
    for (const report of below(data, 'Report')) {
      const day = parseDay(attribute(report, 'Date') ?? '')
      for (const object of below(report, 'Object')) {
        const line = textOf(attribute(object, 'Id')) || textOf(attribute(object, 'Name'))
        for (const element of below(object, 'Count')) {
          const count = countOfElement(draft, element, line, day, interval)
          if (count) counts.push(count)
        }
      }
    }
  }
  return counts
}

function countOfElement(
  draft: Draft,
  element: Element,
  line: string,
  day: number | null,
  interval: number | null,
): Count | null {
  const what = { line: String(element.line), ...element.attributes }
  const entered = countOf(attribute(element, 'Enters'))
  const left = countOf(attribute(element, 'Exits'))
  if (entered === null || left === null) {
    draft.miss('COUNT_UNREADABLE', what, 'Enters and Exits as whole numbers')
    return null
  }
  const start = parseHour(attribute(element, 'StartTime') ?? '')
  const end = parseHour(attribute(element, 'EndTime') ?? '')
  const civil = day === null || start === null ? null : day * DAY_S + start
  const unix = instantS(attribute(element, 'UnixStartTime'))
  if (civil === null && unix === null) {
    draft.miss('TIME_UNREADABLE', what, 'UnixStartTime, or Report Date as YYYY-MM-DD with StartTime as HH:MM:SS')
    return null
  }
  // Civil times jump when the clocks change, so their difference only counts when it is not longer than the interval.
  const between = start === null || end === null ? 0 : (end - start + DAY_S) % DAY_S
  const seconds = interval !== null && (between === 0 || between > interval) ? interval : between
  if (seconds === 0) {
    draft.miss('TIME_UNREADABLE', what, 'an EndTime after StartTime, or ReportData Interval in minutes')
    return null
  }
  return { line, civil, unix, seconds, in: entered, out: left, what }
}

type Clock = { readonly zone: string; readonly nowS: number } | { readonly offset: number } | null

/**
 * The zone of the device's civil times. When its stated offset agrees with the zone of its local, that zone holds,
 * because it is right across summer time; else the offset holds as stated.
 */
function clockOf(
  properties: ReadonlyMap<string, string>,
  device: string,
  context: AdapterContext,
  sent: number | null,
): Clock {
  const hours = numberOf(properties.get('timezone'))
  const summer = numberOf(properties.get('dst')) ?? 0
  const stated =
    hours !== null && Math.abs(hours) <= 14 && Math.abs(summer) <= 2 ? [hours * 3600, (hours + summer) * 3600] : []
  const zone = context.zoneOf(device)
  const nowS = Math.floor((sent ?? context.receivedAt) / 1000)
  const agrees = zone !== undefined && isZone(zone) && (stated.length === 0 || stated.includes(offsetAt(zone, nowS)))
  if (agrees) return { zone, nowS: Math.floor(context.receivedAt / 1000) }
  return stated[1] === undefined ? null : { offset: stated[1] }
}

/** Adds the counts of one line, in the order of the document. Gives the end of the newest one. */
function place(draft: Draft, counts: readonly Count[], clock: Clock): number | null {
  let newest: number | null = null
  const starts = counts.map(({ unix, civil }) => unix ?? startOf(civil!, clock))
  if (clock !== null && 'zone' in clock) solveRepeated(counts, starts, clock)
  counts.forEach(({ line, seconds, in: entered, out, what }, i) => {
    const start = starts[i]!
    if (start === 'TIME_AMBIGUOUS')
      draft.miss('TIME_AMBIGUOUS', what, 'an hour that came once, UnixStartTime, or its neighbours in the same message')
    else if (start === 'TIME_UNREADABLE')
      draft.miss(
        'TIME_UNREADABLE',
        what,
        'a civil time that exists in the zone of the local, or a Timezone in Properties',
      )
    else {
      const end = start + seconds * 1000
      draft.add({ kind: 'count', line, start, end, in: entered, out })
      newest = Math.max(newest ?? end, end)
    }
  })
  return newest
}

type Start = number | 'TIME_AMBIGUOUS' | 'TIME_UNREADABLE'

function startOf(civil: number, clock: Clock): Start {
  if (clock === null) return 'TIME_UNREADABLE'
  return 'zone' in clock ? placeCivil(clock.zone, civil) : (civil - clock.offset) * 1000
}

/**
 * The hour that comes twice in autumn, in payloads without UnixStartTime. A run of such times that steps back once has
 * both passes. A run without a step is the first pass when it goes on from the time before, the second when the time
 * after goes on from it, and the first too when the second has not come yet.
 */
function solveRepeated(counts: readonly Count[], starts: Start[], clock: { zone: string; nowS: number }) {
  for (let from = 0; from < counts.length; from += 1) {
    if (starts[from] !== 'TIME_AMBIGUOUS') continue
    let to = from
    while (starts[to + 1] === 'TIME_AMBIGUOUS') to += 1
    const steps = range(from + 1, to).filter((i) => counts[i]!.civil! <= counts[i - 1]!.civil!)
    const fold = steps.length === 0 ? foldOfRun(counts, from, to, clock) : null
    if (steps.length === 1 || fold !== null) {
      for (const i of range(from, to))
        starts[i] = instantOf(clock.zone, counts[i]!.civil!, fold ?? (i < steps[0]! ? 0 : 1)).instant * 1000
    }
    from = to
  }
}

function foldOfRun(
  counts: readonly Count[],
  from: number,
  to: number,
  { zone, nowS }: { zone: string; nowS: number },
): 0 | 1 | null {
  const [first, last, before, after] = [counts[from]!, counts[to]!, counts[from - 1], counts[to + 1]]
  const goesOn = before?.civil != null && before.civil + before.seconds === first.civil
  const isGoneOn = after?.civil != null && after.civil === last.civil! + last.seconds
  if (goesOn !== isGoneOn) return goesOn ? 0 : 1
  return instantOf(zone, first.civil!, 1).instant > nowS + AHEAD_S ? 0 : null
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
