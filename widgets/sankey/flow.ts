/**
 * The places of a flow: which members are on each stage, and how wide the ribbons between them are. No pixels yet.
 */
import type { Cell } from '#domain/frame'

export interface Flow {
  readonly path: readonly Cell[]
  readonly value: number
}

export interface FlowNode {
  readonly name: string
  /** Null for Others. */
  readonly member: Cell
  readonly isOthers: boolean
  readonly value: number
}

export interface FlowLink {
  /** From this stage to the next. */
  readonly stage: number
  /** Places in the two stages' nodes. */
  readonly from: number
  readonly to: number
  readonly value: number
}

export interface FlowWish {
  readonly top: number
  readonly others: string
  readonly nameOf: (cell: Cell, stage: number) => string
}

/**
 * The largest `top` members of each stage by what runs through them; all else is one node. What runs into a stage runs
 * out of it.
 */
export function layFlow(
  flows: readonly Flow[],
  { top, others, nameOf }: FlowWish,
): { nodes: FlowNode[][]; links: FlowLink[]; total: number } {
  const depth = flows[0]?.path.length ?? 0
  const placed = Array.from({ length: depth }, (_all, stage) => {
    const sums = new Map<Cell, number>()
    for (const { path, value } of flows) sums.set(path[stage] ?? null, (sums.get(path[stage] ?? null) ?? 0) + value)
    const sorted = [...sums].sort((a, b) => b[1] - a[1])
    // One that is left would be Others under another name.
    const named = sorted.length <= top + 1 ? sorted : sorted.slice(0, top)
    const rest = sorted.slice(named.length)
    const nodes: FlowNode[] = named.map(([member, value]) => ({
      name: nameOf(member, stage),
      member,
      isOthers: false,
      value,
    }))
    if (rest.length > 0)
      nodes.push({ name: others, member: null, isOthers: true, value: rest.reduce((sum, [, value]) => sum + value, 0) })
    return { nodes, placeOf: new Map(named.map(([member], at) => [member, at])) }
  })
  const links = placed.slice(1).flatMap(({ nodes, placeOf }, stage) => {
    const before = placed[stage] as (typeof placed)[number]
    const widths = new Float64Array(before.nodes.length * nodes.length)
    for (const { path, value } of flows) {
      const at =
        (before.placeOf.get(path[stage] ?? null) ?? before.nodes.length - 1) * nodes.length +
        (placeOf.get(path[stage + 1] ?? null) ?? nodes.length - 1)
      widths[at] = (widths[at] as number) + value
    }
    return [...widths].flatMap((value, at): FlowLink[] =>
      value > 0 ? [{ stage, from: Math.floor(at / nodes.length), to: at % nodes.length, value }] : [],
    )
  })
  return { nodes: placed.map(({ nodes }) => nodes), links, total: flows.reduce((sum, { value }) => sum + value, 0) }
}
