import type { ReadyState } from '../../types.ts'
import { kindOf } from '../kinds/index.ts'
import type { LayoutModel, LiveWidget } from '../document/model.ts'
import type { FilterState } from '../graph/transaction.ts'

type IsOfAnother = (widget: LiveWidget, shown: ReadyState, filters: FilterState) => boolean

/**
 * Filters that say whose figures these are (a brand, one store): what was shown of another is not shown while the next
 * is in flight.
 */
export function createOwners(model: LayoutModel): IsOfAnother {
  const owners = [...model.params.values()].filter(
    ({ definition, optionsQuery }) => kindOf(definition).holds === 'one' && optionsQuery !== undefined,
  )
  return ({ section }, { values }, { params }) =>
    owners.some(({ key, id, section: own }) => {
      if (own !== undefined && own !== section) return false
      const runtime = params.get(key)
      const now = runtime?.status === 'set' ? runtime.value : runtime?.requested?.value
      return now !== undefined && values[id] !== undefined && now !== values[id]
    })
}
