/**
 * A whole and its parts, level by level. A part without a figure has no size: it is in the table and is named, and
 * the rest is no smaller for it.
 */
import type { Cell, Frame } from '#domain/frame'
import type { Completeness, Frames, Project, Projection, ProjectionContext } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldValue,
  hasReference,
  membersOf,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Dim, Field, Member, Pair } from '../lib/fields.ts'
import { coverageOfAtoms, passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { isOpenItem } from '../lib/item-charts/open.ts'
import { definitions, shareColumn, shareOf, textColumn, write } from '../lib/measure.ts'
import type { Change } from '../lib/measure.ts'
import { gapSentences, periodLabels } from '../lib/periods.ts'
import { reasonOf } from '../lib/reasons.ts'
import type { HierarchyOptions } from './generated/options.ts'

export interface Part {
  /** Members from the outermost level to its own; null for Others. */
  readonly path: readonly Cell[]
  readonly name: string
  /** Its own name after those of the parts around it. */
  readonly names: readonly string[]
  /** Place in `parts` of the one around it; null for the outermost. */
  readonly parent: number | null
  /** Which of the outermost parts it belongs to, the largest first. */
  readonly branch: number
  readonly isOthers: boolean
  readonly value: number | null
  readonly before: number | null
  /** Of the whole, and of the part around it, in percent. */
  readonly share: number | null
  readonly shareOfParent: number | null
  readonly change: Change
  readonly state: Completeness
  /** Much may still change or is missing: one late hour of a week does not count. */
  readonly isOpen: boolean
  readonly reason: string | null
  readonly coverage: number | null
}

export interface HierarchyProjection extends Projection {
  /** Same order as the rows: each part is followed by those inside of it. */
  readonly nodes: readonly Part[]
  readonly field: Field
  readonly whole: number | null
  readonly withReference: boolean
}

/** More parts than pixels can tell apart: a level with more of them is not shown. */
const MAX_PARTS = 4000

export const isHierarchy = (projection: Projection): projection is HierarchyProjection => 'nodes' in projection

export const project = ((options, { rows }: Frames, context): HierarchyProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const dims = options.levels.map((id) => dimOf(id, rows, context, options.names))
  const pairs =
    rows === undefined || !field.isAdditive
      ? []
      : pairsOf(rows, options.levels, context).filter(({ comparing }) => comparing !== null)
  const shown = dims.slice(0, levelsThatFit(pairs, dims.length, options.top))
  const withReference = rows !== undefined && hasReference(pairs)
  const total = rows === undefined ? EMPTY_PAIR : pairTotal(allOf(rows, context))
  const whole = field.isAdditive ? fieldValue(field, total.comparing) : null
  const nodes = dividedBy({ pairs, dims: shown, field, top: options.top, whole, context })
  const label = periodLabels(context).reference
  const at = (node: Part, level: number): Cell => node.names[level] ?? context.t('total')
  const innermost = innermostOf(nodes)
  return {
    columns: [
      ...shown.map(({ id, column }) => textColumn(`level.${id}`, column.label)),
      fieldColumn(field, 'value', field.label),
      shareColumn('share', context.t('share')),
      ...(withReference
        ? [
            fieldColumn(field, 'reference', context.t('of', { metric: field.label, period: label })),
            fieldChangeColumn(field, 'change', context.t('changeOf', { metric: field.label })),
          ]
        : []),
    ],
    rows: nodes.map((node): Cell[] => [
      ...shown.map((_, level) => at(node, level)),
      node.value,
      node.share,
      ...(withReference ? [node.before, node.change.value] : []),
    ]),
    states: nodes.map(({ state }) => state),
    coverage: nodes.map(({ coverage }) => coverage),
    category: `level.${(shown[0] ?? dims[0])?.id ?? ''}`,
    summary: [
      field.isAdditive
        ? fieldSentence(context, field, total.comparing, withReference ? total.reference : null)
        : context.t('noWhole', { metric: field.label }),
      ...largest(nodes, context),
      ...gapSentences(
        innermost.map(({ state }) => state),
        (at) => innermost[at]?.name ?? '',
        context,
      ),
      ...(shown.length < dims.length
        ? [
            context.t('tooMany', {
              what: dims
                .slice(shown.length)
                .map(({ column }) => column.label)
                .join(', '),
            }),
          ]
        : []),
    ].join(' '),
    passport: passportOfAtoms(total.comparing ?? {}, definitions(definitionsOf([field]))),
    nodes,
    field,
    whole,
    withReference,
  }
}) satisfies Project<HierarchyOptions>

/** Parts that are not divided: their notes are not repeated for those around them. */
export function innermostOf(nodes: readonly Part[]): Part[] {
  const around = new Set(nodes.map(({ parent }) => parent))
  return nodes.filter((_, at) => !around.has(at))
}

const EMPTY_PAIR: Pair = { key: [], comparing: null, reference: null }

/** Also what has no member of the first dimension belongs to the whole. */
const allOf = (rows: Frame, context: ProjectionContext) => pairsOf(rows, [], context)

/** Levels whose parts are few enough, from the outermost on; the first one always, for its rest is Others. */
function levelsThatFit(pairs: readonly Pair[], levels: number, top: number): number {
  for (let level = 2; level <= levels; level++) {
    const found = new Set(pairs.map(({ key }) => JSON.stringify(key.slice(0, level)))).size
    if (Math.min(found, (top + 1) ** level) > MAX_PARTS) return level - 1
  }
  return levels
}

interface Division {
  readonly pairs: readonly Pair[]
  readonly dims: readonly Dim[]
  readonly field: Field
  readonly top: number
  readonly whole: number | null
  readonly context: ProjectionContext
}

/** Every part of every level, each followed by those inside of it. Others have no parts: they are of many members. */
function dividedBy({ pairs, dims, field, top, whole, context }: Division): Part[] {
  const nodes: Part[] = []
  const divide = (within: readonly Pair[], level: number, parent: number | null) => {
    const dim = dims[level]
    if (dim === undefined) return
    const around = parent === null ? null : (nodes[parent] as Part)
    const groups = Map.groupBy(within, ({ key }) => key[level] ?? null)
    const members = membersOf(
      [...groups].map(([member, own]) => ({ ...pairTotal(own), key: [member] })),
      {
        dim,
        field,
        order: 'valueDown',
        // Others of one member would be that member without its name.
        top: groups.size === top + 1 ? 0 : top,
        others: context.t('others'),
      },
      context,
    )
    members.forEach((member, place) => {
      const at = nodes.push(partOf(member, place, around, parent)) - 1
      if (!member.isOthers) divide(groups.get(member.member) ?? [], level + 1, at)
    })
  }
  const partOf = (
    { member, name, isOthers, comparing, reference }: Member,
    place: number,
    around: Part | null,
    parent: number | null,
  ) => {
    const value = fieldValue(field, comparing)
    const state = value === null ? ('missing' as const) : stateOfAtoms(comparing, field.metric)
    return {
      path: [...(around?.path ?? []), isOthers ? null : member],
      name,
      names: [...(around?.names ?? []), name],
      parent,
      branch: around?.branch ?? place,
      isOthers,
      value,
      before: fieldValue(field, reference),
      share: shareOf(value, whole),
      shareOfParent: shareOf(value, around === null ? whole : around.value),
      change: fieldChange(field, comparing, reference),
      state,
      isOpen: isOpenItem(state, coverageOfAtoms(comparing)),
      reason: reasonOf(state, comparing, context, field.metric),
      coverage: coverageOfAtoms(comparing),
    }
  }
  divide(pairs, 0, null)
  return nodes
}

function largest(nodes: readonly Part[], context: ProjectionContext): string[] {
  const [first] = nodes.filter(({ parent, isOthers, value }) => parent === null && !isOthers && value !== null)
  if (first === undefined || first.share === null) return []
  return [context.t('largest', { name: first.name, share: write(context, first.share, 'percent') })]
}
