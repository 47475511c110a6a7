import type { LiveWidget } from '../document/model.ts'
import { EMPTY_STATE, type FilterState, type Gate } from '../graph/transaction.ts'

/** Gates follow from the filters alone; answers come one by one and change no filter. */
export function createGates(
  filters: () => FilterState,
  gate: (widget: LiveWidget) => Gate,
): (widget: LiveWidget) => Gate {
  let gates: { of: FilterState; known: Map<string, Gate> } = { of: EMPTY_STATE, known: new Map() }
  return (widget) => {
    const now = filters()
    if (gates.of !== now) gates = { of: now, known: new Map() }
    let found = gates.known.get(widget.id)
    if (found === undefined) gates.known.set(widget.id, (found = gate(widget)))
    return found
  }
}
