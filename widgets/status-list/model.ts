/** Members of a dimension with the level each has reached. */
import type { Cell } from '#domain/frame'
import type { Frames, Project, Projection } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldValue,
  hasReference,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import { passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { definitions, textColumn } from '../lib/measure.ts'
import { UNJUDGED } from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import { stepOf, worded } from '../lib/steps.ts'
import type { Step } from '../lib/steps.ts'
import type { StatusListOptions } from './generated/options.ts'

export interface StatusLine {
  readonly member: Cell
  readonly name: string
  readonly value: number | null
  readonly change: number | null
  readonly judged: Judged
  /** Null below the first level, and where nothing was measured. */
  readonly level: Step | null
}

/** `lines` has the same order as the rows. */
export interface StatusListProjection extends Projection {
  readonly lines: readonly StatusLine[]
  readonly withReference: boolean
}

export const isStatusList = (projection: Projection): projection is StatusListProjection => 'lines' in projection

/** Problems first. */
const URGENCY = { bad: 0, warn: 1, neutral: 3, good: 4 } as const
/** Between what is to be watched and what is of no concern: not known. */
const UNKNOWN = 2

export const project = ((options, { rows }: Frames, context): StatusListProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const dim = dimOf(options.by, rows, context, options.names)
  const pairs = rows === undefined ? [] : pairsOf(rows, [options.by], context)
  const withReference = options.showReference && hasReference(pairs)
  const total = pairTotal(pairs)
  const levels = worded(options.levels, context)
  const lines = pairs.map(({ key: [member = null], comparing, reference }) => {
    const value = fieldValue(field, comparing)
    const judged = withReference ? fieldChange(field, comparing, reference) : { ...UNJUDGED, value: null }
    return {
      member,
      name: dim.name(member),
      value,
      change: judged.value,
      judged,
      level: stepOf(levels, value),
      state: comparing === null ? ('missing' as const) : stateOfAtoms(comparing, field.metric),
    }
  })
  const byName = (a: StatusLine, b: StatusLine) => a.name.localeCompare(b.name, context.locale, { numeric: true })
  const down = (a: StatusLine, b: StatusLine) => (b.value ?? -Infinity) - (a.value ?? -Infinity)
  const urgency = ({ level }: StatusLine) => (level === null ? UNKNOWN : URGENCY[level.tone])
  lines.sort(
    (a, b) =>
      (options.order === 'name'
        ? 0
        : options.order === 'worst'
          ? urgency(a) - urgency(b)
          : options.order === 'valueUp'
            ? -down(a, b)
            : down(a, b)) || byName(a, b),
  )
  const counted = levels
    .map(({ word }) => ({ word, n: lines.filter(({ level }) => level?.word === word).length }))
    .filter(({ n }) => n > 0)
  return {
    columns: [
      { ...dim.column, format: 'text' },
      textColumn('level', context.t('level')),
      fieldColumn(field, 'value', field.label),
      ...(withReference ? [fieldChangeColumn(field, 'change', context.t('changeOf', { metric: field.label }))] : []),
    ],
    rows: lines.map(({ name, level, value, change }): Cell[] => [
      name,
      level?.word ?? null,
      value,
      ...(withReference ? [change] : []),
    ]),
    states: lines.map(({ state }) => state),
    category: dim.column.id,
    summary:
      lines.length === 0
        ? context.t('summary.none')
        : [
            context.t('members', { count: lines.length, what: field.label }),
            ...counted.map(({ word, n }) => `${word}: ${n}.`),
          ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
    lines,
    withReference,
  }
}) satisfies Project<StatusListOptions>
