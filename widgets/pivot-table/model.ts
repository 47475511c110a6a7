/**
 * A measure by two dimensions. Totals are derived from the sums of their row or column; shares of a ratio do not exist.
 */
import type { Cell } from '#domain/frame'
import type { Completeness, Frames, Project, Projection, ProjectionColumn } from '#engine/types'
import {
  definitionsOf,
  dimOf,
  fieldChange,
  fieldChangeReader,
  fieldChangeColumn,
  fieldColumn,
  fieldOf,
  fieldSentence,
  fieldReader,
  membersOf,
  pairsOf,
  pairTotal,
} from '../lib/fields.ts'
import type { Member, Pair } from '../lib/fields.ts'
import { passportOfAtoms, stateOfAtoms } from '../lib/groups.ts'
import { definitions, shareColumn, shareOf, UNJUDGED } from '../lib/measure.ts'
import type { Judged } from '../lib/measure.ts'
import type { PivotTableOptions } from './generated/options.ts'

export interface PivotProjection extends Projection {
  readonly members: readonly Cell[]
  readonly heads: readonly Cell[]
  /** Columns of the table without the first: with the totals last where they are wished. */
  readonly judged: readonly (readonly Judged[])[]
  readonly totals: Readonly<Record<string, Cell>> | null
  /** Of the totals below, by column. */
  readonly totalsJudged: Readonly<Record<string, Judged>>
  /** Per row and column: how strong the cell is, -1 to 1; null = not tinted. */
  readonly tints: readonly (readonly (number | null)[])[]
  readonly isChange: boolean
}

export const isPivot = (projection: Projection): projection is PivotProjection => 'tints' in projection

/** More columns than these are no table any more. */
const MAX_COLUMNS = 60

export const project = ((options, { rows }: Frames, context): PivotProjection => {
  const field = fieldOf(options.measure, rows, context, options.names)
  const [down, across] = [
    dimOf(options.rows, rows, context, options.names),
    dimOf(options.columns, rows, context, options.names),
  ]
  const base = rows === undefined ? [] : pairsOf(rows, [options.rows, options.columns], context)
  const wish = { field, top: 0, others: null }
  const rowPairs = rows === undefined ? [] : pairsOf(rows, [options.rows], context)
  const lines = membersOf(
    rowPairs,
    { ...wish, dim: down, order: options.sort, top: options.top, others: context.t('others') },
    context,
  )
  const heads = membersOf(
    rows === undefined ? [] : pairsOf(rows, [options.columns], context),
    { ...wish, dim: across, order: 'data' },
    context,
  ).slice(0, MAX_COLUMNS)
  const found = new Map(base.map((pair) => [JSON.stringify(pair.key), pair]))
  const named = new Set(lines.filter(({ isOthers }) => !isOthers).map(({ member }) => member))
  const rest = rowPairs.map(({ key }) => key[0] ?? null).filter((member) => !named.has(member))
  const pairAt = (line: Member, head: Member): Pair =>
    pairTotal(
      (line.isOthers ? rest : [line.member]).flatMap(
        (member) => found.get(JSON.stringify([member, head.member])) ?? [],
      ),
    )
  const all = pairTotal(rowPairs)
  const isShare = options.show.startsWith('share')
  const isChange = options.show === 'change'
  const amount = fieldReader(field)
  const change = fieldChangeReader(field)
  const valueOf = (pair: Pair, line: Pair, head: Pair): number | null => {
    if (isChange) return change(pair.comparing, pair.reference)
    if (!isShare) return amount(pair.comparing)
    return field.isAdditive
      ? shareOf(
          amount(pair.comparing),
          amount((options.show === 'shareOfRow' ? line : options.show === 'shareOfColumn' ? head : all).comparing),
        )
      : null
  }
  const column = (id: string, label: string): ProjectionColumn =>
    isChange ? fieldChangeColumn(field, id, label) : isShare ? shareColumn(id, label) : fieldColumn(field, id, label)
  const cells = lines.map((line) => heads.map((head) => pairAt(line, head)))
  const values = cells.map((list, row) =>
    list.map((pair, at) => valueOf(pair, lines[row] as Member, heads[at] as Member)),
  )
  const most = values.flat().reduce<number>((top, value) => Math.max(top, Math.abs(value ?? 0)), 0)
  const judge = (pair: Pair): Judged => (isChange ? fieldChange(field, pair.comparing, pair.reference) : UNJUDGED)
  return {
    columns: [
      { id: 'row', label: down.column.label, format: 'text', role: 'dim' },
      ...heads.map(({ name }, at) => column(`at${at}`, name)),
      ...(options.totals ? [column('total', context.t('total'))] : []),
    ],
    rows: lines.map((line, row): Cell[] => [
      line.name,
      ...(values[row] ?? []),
      ...(options.totals ? [valueOf(line, line, all)] : []),
    ]),
    columnStates: {
      ...Object.fromEntries(
        heads.map((_, at) => [
          `at${at}`,
          cells.map((list): Completeness =>
            list[at]?.comparing == null ? 'closed' : stateOfAtoms(list[at].comparing, field.metric),
          ),
        ]),
      ),
      ...(options.totals && {
        total: lines.map(({ comparing }): Completeness =>
          comparing === null ? 'missing' : stateOfAtoms(comparing, field.metric),
        ),
      }),
    },
    category: 'row',
    summary: fieldSentence(context, field, all.comparing, all.reference),
    passport: passportOfAtoms(all.comparing ?? {}, definitions(definitionsOf([field]))),
    members: lines.map(({ member, isOthers }) => (isOthers ? null : member)),
    heads: heads.map(({ member }) => member),
    judged: lines.map((line, row) => [...(cells[row] ?? []).map(judge), ...(options.totals ? [judge(line)] : [])]),
    totals:
      options.totals && lines.length > 1
        ? Object.fromEntries([
            ...heads.map((head, at) => [`at${at}`, valueOf(head, all, head)]),
            ['total', valueOf(all, all, all)],
          ])
        : null,
    totalsJudged: Object.fromEntries([...heads.map((head, at) => [`at${at}`, judge(head)]), ['total', judge(all)]]),
    // A change within noise has no colour.
    tints: values.map((list, row) =>
      list.map((value, at) =>
        !options.shading ||
        value === null ||
        most === 0 ||
        (isChange && judge(cells[row]?.[at] as Pair).verdict === 'neutral')
          ? null
          : value / most,
      ),
    ),
    isChange,
  }
}) satisfies Project<PivotTableOptions>
