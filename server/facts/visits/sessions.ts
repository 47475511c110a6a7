/**
 * From sightings of phones to visit sessions (metrics.md 5.1): pure, and the same for any order, repetition or division
 * of what was seen.
 */
import { businessDayAt, businessDayStart } from './business-day.ts'
import type { PresenceSettings } from './settings.ts'

export interface Sighting {
  readonly visitor: bigint
  /** The address was made up by the phone: the visitor cannot be known again. */
  readonly random: boolean
  readonly area: number
  /** Epoch ms. */
  readonly first: number
  readonly last: number
  /** dBm. */
  readonly rssi: number
}

/** Numbers are on disk: append, never renumber. */
export const SESSION_KIND = { far: 0, front: 1, bounce: 2, visit: 3 } as const
export type SessionKind = keyof typeof SESSION_KIND

export interface Session {
  readonly visitor: bigint
  readonly random: boolean
  /** Business day. */
  readonly day: number
  readonly kind: SessionKind
  /** Where it counts: the area that saw it first at the level of its kind. */
  readonly area: number
  /** When it counts, epoch ms: first seen at the level of its kind. */
  readonly at: number
  readonly first: number
  readonly last: number
  /** Seconds between the first and the last sighting inside; 0 for who stayed outside. */
  readonly stayS: number
}

type Levels = Pick<
  PresenceSettings,
  'timeZone' | 'dayStartHour' | 'absenceS' | 'rssiIgnoreDbm' | 'rssiFrontDbm' | 'rssiInsideDbm' | 'bounceThresholdS'
>

/**
 * The sessions of one local, by day, visitor and time. A session ends with its business day, or before an absence of
 * `absenceS`.
 */
export function sessionsOf(sightings: readonly Sighting[], settings: Levels): Session[] {
  const pieces = sightings
    .filter(({ rssi }) => rssi >= settings.rssiIgnoreDbm)
    .flatMap((sighting) => byDay(sighting, settings))
  const sessions: Session[] = []
  for (const ofVisitor of Map.groupBy(pieces, ({ visitor, day }) => `${day} ${visitor}`).values()) {
    ofVisitor.sort((a, b) => a.first - b.first || a.last - b.last)
    let open: Piece[] = []
    let end = -Infinity
    for (const piece of ofVisitor) {
      if (open.length > 0 && piece.first - end >= settings.absenceS * 1000) {
        sessions.push(close(open, settings))
        open = []
        end = -Infinity
      }
      open.push(piece)
      end = Math.max(end, piece.last)
    }
    sessions.push(close(open, settings))
  }
  return sessions.sort(
    (a, b) =>
      a.day - b.day || a.at - b.at || (a.visitor < b.visitor ? -1 : a.visitor > b.visitor ? 1 : a.first - b.first),
  )
}

interface Piece extends Sighting {
  readonly day: number
}

/**
 * A sighting cut at the ends of business days. Its end is open: who was last seen at the very start of a day is not of
 * that day.
 */
function byDay(sighting: Sighting, clock: Levels): Piece[] {
  const pieces: Piece[] = []
  let first = sighting.first
  for (;;) {
    const day = businessDayAt(clock, first)
    const next = businessDayStart(clock, day + 1)
    if (sighting.last <= next || next <= first) return [...pieces, { ...sighting, first, day }]
    pieces.push({ ...sighting, first, last: next, day })
    first = next
  }
}

function close(pieces: readonly Piece[], { rssiFrontDbm, rssiInsideDbm, bounceThresholdS }: Levels): Session {
  const inside = pieces.filter(({ rssi }) => rssi >= rssiInsideDbm)
  const front = pieces.filter(({ rssi }) => rssi >= rssiFrontDbm)
  const counted = inside.length > 0 ? inside : front.length > 0 ? front : pieces
  const begin = counted.reduce((best, piece) => (isBefore(piece, best) ? piece : best))
  const stayS = inside.length === 0 ? 0 : Math.floor((lastOf(inside) - begin.first) / 1000)
  const kind = inside.length > 0 ? (stayS < bounceThresholdS ? 'bounce' : 'visit') : front.length > 0 ? 'front' : 'far'
  const { visitor, random, day } = begin
  return {
    visitor,
    random,
    day,
    kind,
    area: begin.area,
    at: begin.first,
    first: pieces[0]!.first,
    last: lastOf(pieces),
    stayS,
  }
}

const lastOf = (pieces: readonly Piece[]) => pieces.reduce((last, piece) => Math.max(last, piece.last), -Infinity)

/** Earlier, or at the same time with the better signal; then by area, so that the order of arrival never matters. */
const isBefore = (a: Piece, b: Piece) =>
  a.first < b.first || (a.first === b.first && (a.rssi > b.rssi || (a.rssi === b.rssi && a.area < b.area)))
