/** A place in one of the lists period, lastDays and TTD, as days that end yesterday. */
import { shortDay } from '#domain/days'
import { parseDay, PERIOD_UNITS } from '#domain/periods'
import {
  isSectionPrefix,
  SECTION_PREFIXES,
  type SectionPeriod,
  sectionPeriod,
  sectionPeriodUntil,
} from '#domain/section-periods'
import { isRecord } from '../document/pointer.ts'
import type { Kind } from './kind.ts'
import { shapeOf } from './shapes.ts'

/** Properties of the control: the places of each list, with their days. */
export type PeriodLists = readonly (readonly SectionPeriod[])[]

const isDay = (value: unknown): value is string => typeof value === 'string' && parseDay(value) !== null

function normalise(raw: unknown): SectionPeriod | null {
  if (!isRecord(raw) || !isSectionPrefix(raw.prefix) || !isDay(raw.begin) || !isDay(raw.end)) return null
  const known = raw.begin > raw.end ? undefined : sectionPeriod(raw.prefix, Number(raw.index), raw.end)
  return known === undefined || known.index !== raw.index ? null : { ...known, begin: raw.begin, end: raw.end }
}

export const relativePeriod: Kind = {
  normalise,
  isNeverEmpty: true,
  places: {
    first: () => SECTION_PREFIXES[0],
    at: (_definition, prefix, index, today) => sectionPeriod(prefix, index, today),
  },
  remembered(choice, { today }) {
    const { prefix, index } = choice as SectionPeriod
    return sectionPeriod(prefix, index, today)
  },
  hasOwnDefault: true,
  defaultOf(given, { today }) {
    const { prefix = SECTION_PREFIXES[0], index = NaN } = isRecord(given) ? given : {}
    return sectionPeriod(String(prefix), Number(index), today)
  },
  fitsDefault: (given) =>
    isRecord(given) &&
    Object.keys(given).every((key) => key === 'prefix' || key === 'index') &&
    isSectionPrefix(given.prefix) &&
    (given.index === undefined || Number(given.index) < PERIOD_UNITS.length),
  fields: ['align'],
  defaultFields: ['prefix', 'index'],
  parts: {
    prefix: ['text'],
    index: ['number'],
    value: ['text', 'number'],
    begin: ['date'],
    end: ['date'],
  },
  gestures: {},
  urlShapes: [],
  shape: 'span',
  shapes: {
    span: shapeOf(
      'span',
      'a list (period, lastDays or TTD), a place in it and a last day',
      (text, { today }) => {
        const [, prefix = '', index, end] = /^([a-zA-Z]+)\.([0-3])(?:\.(\d{4}-\d{1,2}-\d{1,2}))?$/.exec(text) ?? []
        return end === undefined
          ? index === undefined
            ? undefined
            : sectionPeriod(prefix, Number(index), today)
          : sectionPeriodUntil(prefix, Number(index), end, today)
      },
      (value) => {
        const period = normalise(value)
        return period === null ? undefined : `${period.prefix}.${period.index}.${shortDay(period.end)}`
      },
    ),
  },
  view: (_definition, _text, { today }) => ({
    own: SECTION_PREFIXES.map((prefix) =>
      PERIOD_UNITS.flatMap((_unit, index) => sectionPeriod(prefix, index, today) ?? []),
    ) satisfies PeriodLists,
  }),
  room: 'pair',
  editor: {
    defaults: SECTION_PREFIXES.flatMap((prefix) => [[prefix, { prefix }] as const]),
    fields: [{ key: 'align', control: 'word' }],
  },
}
