/** The kinds of filters, one line each. The schema of layouts names them, so none can be missing here. */
import type { Param } from '#schemas/generated/layout.ts'
import { date } from './date.ts'
import { dateRange } from './date-range.ts'
import type { Kind } from './kind.ts'
import { multi } from './multi.ts'
import { number } from './number.ts'
import { periodPair } from './period-pair.ts'
import { prefix } from './prefix.ts'
import { PLAIN_SHAPES, type Shape } from './shapes.ts'
import { local } from './local.ts'
import { month } from './month.ts'
import { quarter } from './quarter.ts'
import { relativePeriod } from './relative-period.ts'
import { year } from './year.ts'
import { single } from './single.ts'
import { text } from './text.ts'
import { toggle } from './toggle.ts'
import { tree } from './tree.ts'

export const KINDS: Readonly<Record<Param['type'], Kind>> = {
  single,
  multi,
  text,
  number,
  date,
  dateRange,
  periodPair,
  prefix,
  toggle,
  tree,
  year,
  quarter,
  month,
  local,
  relativePeriod,
}

export const kindOf = ({ type }: Pick<Param, 'type'>): Kind => KINDS[type]

/** Parts that may be named of a filter, with the arguments that each fits; none for what is no kind. */
export const partsIn = (type: string): Kind['parts'] =>
  Object.hasOwn(KINDS, type) ? KINDS[type as Param['type']].parts : {}

/** Parts of a filter that an event can set, with what each takes; none for what is no kind. */
export const gesturesIn = (type: string): Kind['gestures'] =>
  Object.hasOwn(KINDS, type) ? KINDS[type as Param['type']].gestures : {}

export const holdsMany = (type: string): boolean =>
  Object.hasOwn(KINDS, type) && KINDS[type as Param['type']].holds === 'many'

const SHAPES: Readonly<Record<string, Shape>> = Object.assign(
  {},
  PLAIN_SHAPES,
  ...Object.values(KINDS).map(({ shapes }) => shapes),
)

export const shapeNamed = (name: string): Shape | undefined => (Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined)

const all = (fields: 'fields' | 'optionFields' | 'defaultFields'): readonly string[] => [
  ...new Set(Object.values(KINDS).flatMap((kind) => kind[fields] ?? [])),
]
/** Fields that only some kinds have: of a definition, of its `options` and of its `default`. */
export const KIND_FIELDS = all('fields')
export const KIND_OPTION_FIELDS = all('optionFields')
export const KIND_DEFAULT_FIELDS = all('defaultFields')

/** Kinds whose filters hold values of a list, which something may represent once each. */
export const LIST_KINDS: readonly string[] = Object.entries(KINDS).flatMap(([name, { holds }]) =>
  holds === undefined ? [] : [name],
)
