/** How a sum divides among the members of a dimension: the largest, and Others. Ratios do not divide. */
import type { Cell } from '#domain/frame'
import type { Frames, Project, Projection } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldOf,
  fieldSentence,
  fieldValue,
  hasReference,
  membersOf,
  pairsOf,
  pairTotal,
  placeTone,
} from '../lib/fields.ts'
import { passportOfAtoms } from '../lib/groups.ts'
import { definitions, shareOf, write } from '../lib/measure.ts'
import { pairedTotals } from '../lib/periods.ts'
import { parted } from '../lib/parted.ts'
import type { Part, PartedProjection } from '../lib/parted.ts'
import { OTHERS_TONE } from '../lib/tones.ts'
import type { ShareChartOptions } from './generated/options.ts'

export interface ShareProjection extends PartedProjection {
  /** The value of a gesture on a part; null for Others. */
  readonly members: readonly Cell[]
  readonly totalLabel: string
}

export const isShares = (projection: Projection): projection is ShareProjection => 'totalLabel' in projection

export const project = ((options, { rows }: Frames, context): ShareProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const dim = dimOf(options.category, rows, context, options.names)
  const pairs = rows === undefined || !field.isAdditive ? [] : pairsOf(rows, [options.category], context)
  const withReference = options.showReference && hasReference(pairs)
  const members = membersOf(
    pairs,
    { dim, field, order: options.sort, top: options.top, others: context.t('others') },
    context,
  )
  const all = pairTotal(pairs)
  const total = { comparing: all.comparing, reference: withReference ? all.reference : null }
  // Less than nothing is no part of a whole.
  const known = (value: number | null) => (value !== null && value < 0 ? null : value)
  const parts = members.map(({ comparing, reference, name, isOthers }, place): Part => ({
    id: isOthers ? 'others' : `part${place}`,
    label: name,
    tone: isOthers ? OTHERS_TONE : placeTone(place),
    comparing: known(fieldValue(field, comparing)),
    reference: withReference ? known(fieldValue(field, reference)) : null,
  }))
  const paired = members.map((member, place) => {
    const { comparing, reference } = pairedTotals(member)
    return {
      id: parts[place]?.id ?? '',
      comparing: known(fieldValue(field, comparing)),
      reference: withReference ? known(fieldValue(field, reference)) : null,
    }
  })
  const whole = parts.reduce((sum, { comparing }) => sum + (comparing ?? 0), 0)
  const top = parts.filter(({ id }) => id !== 'others').toSorted((a, b) => (b.comparing ?? 0) - (a.comparing ?? 0))[0]
  const share = top === undefined ? null : shareOf(top.comparing, whole)
  return {
    ...parted({
      parts,
      paired,
      totals: total,
      measure: field.metric,
      header: { ...dim.column, format: 'text' },
      context,
      counts: true,
    }),
    summary: [
      fieldSentence(context, field, total.comparing, total.reference),
      ...(top === undefined || share === null
        ? []
        : [context.t('top', { name: top.label, value: write(context, share, 'percent') })]),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
    members: members.map(({ member, isOthers }) => (isOthers ? null : member)),
    totalLabel: field.label,
  }
}) satisfies Project<ShareChartOptions>
