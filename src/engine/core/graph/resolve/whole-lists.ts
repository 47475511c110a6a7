/**
 * Which arguments may be asked by a word instead of by ids: those of a filter that starts with all of its list, where
 * the list is the very one the source knows by that word. Then a question needs no list, and both set off together.
 */
import { same } from '../../document/pointer.ts'
import type { WholeList } from '../../../types.ts'
import type { ArgValue, ParamModel, QueryModel } from '../../document/model.ts'
import { takesAll } from '../../params/defaults.ts'

/** The query with the words filled in; itself where there are none. */
export function withWords(
  query: QueryModel,
  params: ReadonlyMap<string, ParamModel>,
  queries: ReadonlyMap<string, QueryModel>,
): QueryModel {
  const args = Object.fromEntries(
    Object.entries(query.args).map(([name, arg]): [string, ArgValue] => {
      const all = query.source.args[name]?.all
      if (all === undefined || !('ref' in arg) || arg.ref.path.length > 0) return [name, arg]
      const param = params.get(arg.ref.param)
      const list = param?.optionsQuery === undefined ? undefined : queries.get(param.optionsQuery)
      return [
        name,
        param !== undefined && list !== undefined && isThatList(all, param, list, query)
          ? { ...arg, all: all.word }
          : arg,
      ]
    }),
  )
  return { ...query, args }
}

function isThatList(
  all: WholeList,
  { definition: { options, ...definition } }: ParamModel,
  list: QueryModel,
  query: QueryModel,
): boolean {
  const names = Object.keys(list.args)
  return (
    takesAll(definition) &&
    options !== undefined &&
    !Array.isArray(options) &&
    (options.hideNoData === true) === all.hideNoData &&
    list.source.name === all.source &&
    same(list.transform, all.transform) &&
    names.length === all.args.length &&
    all.args.every((arg) => names.includes(arg) && same(list.args[arg], query.args[arg]))
  )
}
