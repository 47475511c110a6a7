/** People inside by the minute, for the last hour. */
import type { Cell } from '#domain/frame'
import { insideOf, minutesOf } from '#domain/occupancy'
import type { Span } from '#domain/occupancy'
import type { Standing } from './standings.ts'

export const MINUTE_S = 60
export const MINUTES = 60

/**
 * The value at the end is counted back to the begin of the hour and forward again, so that the last minute agrees with
 * `now`.
 */
export function minuteRows(
  { place: { local, since }, crossings, asOf, drift }: Standing,
  spans: readonly Span[],
  begin: number,
  first: number,
): Cell[][] {
  const minutes = minutesOf(spans, begin * 1000, (begin + MINUTES * MINUTE_S) * 1000)
  const later = spans.reduce((sum, span) => ({ ins: sum.ins + span.ins, outs: sum.outs + span.outs }), {
    ins: 0,
    outs: 0,
  })
  const within = minutes.reduce((sum, minute) => ({ ins: sum.ins + minute.ins, outs: sum.outs + minute.outs }), {
    ins: 0,
    outs: 0,
  })
  // Spans that began before the hour belong to it in part; those after its end not at all.
  const early = spans.reduce(
    (sum, { from, to, ins, outs }) => {
      const share = from >= begin * 1000 ? 0 : from === to ? 1 : Math.min(1, (begin * 1000 - from) / (to - from))
      return { ins: sum.ins + ins * share, outs: sum.outs + outs * share }
    },
    { ins: 0, outs: 0 },
  )
  const after = { ins: later.ins - within.ins - early.ins, outs: later.outs - within.outs - early.outs }
  let ins = (crossings?.ins ?? 0) - within.ins - after.ins
  let outs = (crossings?.outs ?? 0) - within.outs - after.outs
  let emitted = { ins: Math.round(ins), outs: Math.round(outs) }
  return minutes.map((minute, at) => {
    const from = begin + at * MINUTE_S
    ins += minute.ins
    outs += minute.outs
    const sum = { ins: Math.round(ins), outs: Math.round(outs) }
    const passed = { ins: sum.ins - emitted.ins, outs: sum.outs - emitted.outs }
    emitted = sum
    const isKnown = from >= since && from + MINUTE_S > first && asOf !== null && from + MINUTE_S <= asOf + MINUTE_S / 2
    return isKnown
      ? [local, from, insideOf(sum, drift).people, passed.ins, passed.outs]
      : [local, from, null, null, null]
  })
}
