/** Resolves the `repeat` of a section or a widget. */
import type { Repeat } from '#schemas/generated/layout.ts'
import type { Issue } from '../../../types.ts'
import { flow } from '../../document/columns.ts'
import { issue } from '../../document/issue.ts'
import type { QueryKey, RepeatModel } from '../../document/model.ts'
import { kindOf, LIST_KINDS } from '../../kinds/index.ts'
import { queryColumns } from '../answered-columns.ts'
import { suggest } from '../../document/suggest.ts'
import { withoutDollar, type ParamTable } from './params.ts'
import type { QueryTable } from './queries.ts'

const MAX = 24

interface Place {
  readonly section: string | undefined
  readonly pointer: string
  readonly params: ParamTable
  readonly queries: QueryTable
}

export interface ResolvedRepeat {
  readonly repeat?: RepeatModel
  /** With any of these the section cannot be shown. */
  readonly wrong: readonly Issue[]
  /** Warnings for the author. */
  readonly hints: readonly Issue[]
}

export function resolveRepeat(written: Repeat | undefined, place: Place): ResolvedRepeat {
  if (written === undefined) return { wrong: [], hints: [] }
  const { param, query, value, column, most = MAX } = written
  if (param !== undefined && query === undefined) return byParam(param, { column, most }, place)
  if (query !== undefined && value !== undefined && param === undefined)
    return byQuery({ query, value, label: written.label ?? value }, { column, most }, place)
  return { wrong: [issue('REPEAT_SOURCE_INVALID', place.pointer)], hints: [] }
}

type Bound = Pick<RepeatModel, 'column' | 'most'>

function byParam(id: string, bound: Bound, { section, pointer, params, queries }: Place): ResolvedRepeat {
  const found = params.resolve({ param: id, path: [] }, id, section, `${pointer}/param`, withoutDollar)
  if (found.issue !== undefined) return { wrong: [found.issue], hints: [] }
  const definition = found.key === undefined ? undefined : params.models.get(found.key)?.definition
  if (found.key === undefined || definition === undefined) return { wrong: [], hints: [] }
  if (!LIST_KINDS.includes(definition.type))
    return {
      wrong: [
        issue('REPEAT_KIND_INVALID', `${pointer}/param`, { type: definition.type, kinds: LIST_KINDS.join(', ') }),
      ],
      hints: [],
    }
  // Of a filter that is left empty there are copies of all that it offers.
  const mayBeMany = kindOf(definition).holds === 'many' || definition.optional === true
  const count = Array.isArray(definition.options) && mayBeMany ? definition.options.length : 0
  const rest = count - bound.most
  return {
    repeat: { by: { param: found.key }, ...bound },
    wrong: queries.paramCauses(found.key),
    hints: rest > 0 ? [issue('LINT_REPEAT_BOUND', `${pointer}/most`, { count, most: bound.most, rest })] : [],
  }
}

function byQuery(
  { query: id, value, label }: { readonly query: string; readonly value: string; readonly label: string },
  bound: Bound,
  { section, pointer, queries }: Place,
): ResolvedRepeat {
  const query = queries.ask(id, section)
  if (query === undefined) return { wrong: [queries.unknown(id, `${pointer}/query`)], hints: [] }
  const model = queries.model(query)
  const columns = model && flow(queryColumns(model), model.transform, () => undefined).columns
  const missing = columns === undefined ? [] : [value, label].filter((column) => !columns.has(column))
  const wrong = [...new Set(missing)].map((column) => {
    const at = `${pointer}/${column === value ? 'value' : 'label'}`
    const meant = suggest(column, columns?.keys() ?? [])
    return issue(
      'PARAM_OPTIONS_COLUMN_UNKNOWN',
      at,
      { query: id, column, columns: [...(columns?.keys() ?? [])].join(', ') },
      meant === undefined ? {} : { fix: [{ op: 'replace', path: at, value: meant }] },
    )
  })
  return {
    repeat: { by: { query, value, label }, ...bound },
    wrong: [...wrong, ...queries.causes(query)],
    hints: [],
  }
}

/** The question of a repeat that a query gives the values of. */
export const queryOfRepeat = (repeat: RepeatModel | undefined): QueryKey | undefined =>
  repeat !== undefined && 'query' in repeat.by ? repeat.by.query : undefined
