/** A period and the one it is compared with. */
import { dayNumber, isoDay, isPeriodPair, parseDay, presetOption } from '#domain/periods'
import type { Bounds, PeriodOption, PeriodPair } from '#domain/periods'
import type { Param } from '#schemas/generated/layout.ts'
import { PERIOD_PARTS, isFixed, periodKey, readPeriods, writePeriods } from '../params/period-address.ts'
import type { PeriodPart, PeriodText } from '../params/period-address.ts'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'
import type { KindContext } from './context.ts'
import { dayOf, type Shape } from './shapes.ts'

const PRESETS = [
  'thisWeekVsPrevious',
  'thisMonthVsPrevious',
  'lastWeekVsPrevious',
  'lastMonthVsPrevious',
  'yesterday',
  'last7Days',
  'last28Days',
  'samePeriodLastYear',
  'noPeriods',
] as const

const presetIn = (given: Param['default']) =>
  (isRecord(given) ? given.preset : undefined) as Parameters<typeof presetOption>[0]

/** Up to four keys: the last day, the preset, and both ranges. */
const periods: Shape = {
  expected: 'a preset or YYYY-MM-DD..YYYY-MM-DD',
  keys: (key) => PERIOD_PARTS.map((part) => periodKey(key, part)),
  read(key, textAt, { definition, resolvePeriods, today }) {
    const text: PeriodText = Object.fromEntries(
      PERIOD_PARTS.flatMap((part): [PeriodPart, string][] => {
        const found = textAt(periodKey(key, part))
        return found === null ? [] : [[part, found]]
      }),
    )
    const usual = presetOption(presetIn(definition.default))
    const { pair, refused } = readPeriods(text, { resolvePeriods, today, usual })
    const shapeOf = (part: PeriodPart) =>
      part === 'end' ? (dayOf(text.end ?? '') === undefined ? 'date' : 'past') : 'periods'
    return {
      ...(pair !== undefined && { value: pair }),
      refused: refused.map((part) => [text[part] ?? '', shapeOf(part)]),
    }
  },
  write: (key, value) =>
    isPeriodPair(value)
      ? Object.fromEntries(
          Object.entries(writePeriods(value)).map(([part, text]) => [periodKey(key, part as PeriodPart), text]),
        )
      : {},
}

export const periodPair: Kind = {
  list: 'offer',
  normalise: (raw) => (isPeriodPair(raw) ? raw : null),
  /** The campaign that the pair was made of. */
  gone(choice, { values }) {
    const campaign =
      isPeriodPair(choice) && choice.option.key === 'campaigns' ? choice.option.values?.campaign : undefined
    return campaign === undefined || values.includes(campaign) ? undefined : campaign
  },
  /** A relative choice is worked out for today, and a fixed one keeps its bounds. */
  remembered(choice, { resolvePeriods, today }) {
    const pair = choice as PeriodPair
    return isFixed(pair.option) ? pair : (resolvePeriods(pair.option, { today }) ?? undefined)
  },
  hasOwnDefault: true,
  defaultOf(given, { resolvePeriods, today }) {
    if (given !== undefined && !isRecord(given)) return given
    if (isRecord(given) && given.pick !== undefined) return undefined
    return resolvePeriods(presetOption(presetIn(given)), { today }) ?? undefined
  },
  fitsDefault: (given) => isRecord(given) && Object.keys(given).join() === 'preset',
  defaultFields: ['preset'],
  parts: {
    comparing: [],
    'comparing.begin': ['date'],
    'comparing.end': ['date'],
    'comparing.name': ['text'],
    reference: [],
    'reference.begin': ['date'],
    'reference.end': ['date'],
    'reference.name': ['text'],
    'option.key': ['text'],
  },
  // A gesture at one end of a period is one at the whole of it.
  gestures: Object.fromEntries(
    ['comparing', 'reference'].flatMap((part) =>
      [part, `${part}.begin`, `${part}.end`].map((place) => [place, ['day', 'range'] as const]),
    ),
  ),
  fromEvent,
  urlShapes: ['date'],
  shape: 'periods',
  shapes: { periods },
  hasOwnShape: true,
  isAddressShort: true,
  room: 'wide',
  editor: { defaults: PRESETS.map((preset) => [preset, { preset }]) },
}

/** A day, or a range, becomes one of the two periods; the other follows it. */
function fromEvent(
  raw: unknown,
  path: readonly string[],
  now: unknown,
  { resolvePeriods, today }: KindContext,
): unknown {
  if (path.length === 0) return raw
  const bounds = boundsOf(raw)
  if (bounds === undefined || !isPeriodPair(now)) return undefined
  const which = path[0] === 'reference' ? 'reference' : 'comparing'
  const ranges: { comparing: Bounds; reference?: Bounds } = {
    comparing: now.comparing,
    ...(now.reference && { reference: now.reference }),
    [which]: bounds,
  }
  if (which === 'comparing' && now.reference !== null) ranges.reference = alike(bounds, now.comparing, now.reference)
  const key = ranges.reference === undefined ? 'noPeriods' : 'customPeriods'
  const option: PeriodOption = {
    type: 'default',
    key,
    name: key,
    values: Object.fromEntries(Object.entries(ranges).map(([name, { begin, end }]) => [name, { begin, end }])),
  }
  return resolvePeriods(option, { today }) ?? undefined
}

/**
 * One day is compared with its own day of the reference, not with the whole of it: the one at the same distance from
 * the begin. A longer range, or a day beyond the reference, is compared with the same weekdays just before it.
 */
function alike(chosen: Bounds, comparing: Bounds, reference: Bounds): Bounds {
  const [from, to] = [dayNumber(chosen.begin), dayNumber(chosen.end)]
  const shift = dayNumber(comparing.begin) - dayNumber(reference.begin)
  const inside = from - shift >= dayNumber(reference.begin) && to - shift <= dayNumber(reference.end)
  const back = inside ? shift : 7 * Math.ceil((to - from + 1) / 7)
  return { begin: isoDay(from - back), end: isoDay(to - back) }
}

/** A day (number or date) is a range of one; a range is itself. */
export function boundsOf(raw: unknown): Bounds | undefined {
  if (isRecord(raw))
    return typeof raw.begin === 'string' && typeof raw.end === 'string' ? { begin: raw.begin, end: raw.end } : undefined
  const day = typeof raw === 'number' && Number.isInteger(raw) ? raw : typeof raw === 'string' ? parseDay(raw) : null
  return day === null ? undefined : { begin: isoDay(day), end: isoDay(day) }
}
