/**
 * How a sum flows between the members of neighbouring dimensions. Only the comparing period: a ribbon has one width.
 */
import type { Cell } from '#domain/frame'
import type { Frames, Project, Projection } from '#engine/types'
import { added, definitionsOf, dimOf, fieldColumn, fieldOf, fieldValue, pairsOf, pairTotal } from '../lib/fields.ts'
import type { Dim, Field, Pair } from '../lib/fields.ts'
import { passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { definitions, shareColumn, shareOf, textColumn, write } from '../lib/measure.ts'
import type { SankeyOptions } from './generated/options.ts'
import { layFlow } from './flow.ts'
import type { FlowLink, FlowNode } from './flow.ts'

export interface SankeyProjection extends Projection {
  /** Each stage's members, the largest first, Others last. */
  readonly stages: readonly { readonly name: string; readonly nodes: readonly FlowNode[] }[]
  /** Same order as the rows. */
  readonly links: readonly FlowLink[]
  readonly total: number
}

export const isSankey = (projection: Projection): projection is SankeyProjection => 'links' in projection

export const project = ((options, { rows }: Frames, context): SankeyProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const dims = options.stages.map((id) => dimOf(id, rows, context, options.names))
  const pairs = rows === undefined || !field.isAdditive ? [] : pairsOf(rows, options.stages, context)
  const comparing = pairTotal(pairs).comparing
  const { nodes, links, total } = layFlow(flowsOf(pairs, field), {
    top: options.top,
    others: context.t('others'),
    nameOf: (cell, stage) => (dims[stage] as Dim).name(cell),
  })
  const [widest] = links.toSorted((a, b) => b.value - a.value)
  return {
    columns: [
      ...(dims.length > 2 ? [textColumn('stage', context.t('stage'))] : []),
      textColumn('from', dims.length > 2 ? context.t('from') : (dims[0] as Dim).column.label),
      textColumn('to', dims.length > 2 ? context.t('to') : (dims[1] as Dim).column.label),
      fieldColumn(field, 'value', field.label),
      shareColumn('share', context.t('share')),
    ],
    rows: links.map(({ stage, from, to, value }): Cell[] => [
      ...(dims.length > 2 ? [`${(dims[stage] as Dim).column.label} – ${(dims[stage + 1] as Dim).column.label}`] : []),
      nodes[stage]?.[from]?.name ?? null,
      nodes[stage + 1]?.[to]?.name ?? null,
      value,
      shareOf(value, total),
    ]),
    states: links.map(() => (comparing === null ? 'missing' : stateOfAtoms(comparing))),
    category: 'from',
    summary:
      widest === undefined
        ? context.t('summary.none')
        : context.t('widest', {
            total: write(context, total, field.format),
            metric: field.label,
            value: write(context, widest.value, field.format),
            from: nodes[widest.stage]?.[widest.from]?.name ?? '',
            to: nodes[widest.stage + 1]?.[widest.to]?.name ?? '',
          }),
    passport: passportOfAtoms(comparing ?? {}, definitions(definitionsOf([field]))),
    stages: dims.map(({ column }, at) => ({ name: column.label, nodes: nodes[at] ?? [] })),
    links,
    total,
  }
}) satisfies Project<SankeyOptions>

/** Paths with something on them; less than nothing cannot flow. */
const flowsOf = (pairs: readonly Pair[], field: Field) =>
  pairs.flatMap(({ key, comparing }) => {
    const value = fieldValue(field, comparing === null ? null : added([comparing]))
    return value !== null && value > 0 ? [{ path: key, value }] : []
  })
