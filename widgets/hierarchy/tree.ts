/** The parts that are drawn, and how the keys go through them: along a level, into a part, and out of it. Pure. */
import type { Spots } from '#ui/chart/items.ts'
import type { Part } from './model.ts'

export interface Branch {
  readonly part: Part
  /** The sum of its parts, where they are drawn; else its own figure. */
  readonly size: number
  readonly level: number
  /** Places in the list of the drawn. */
  readonly parent: number | null
  readonly inside: readonly number[]
}

/** Parts with a figure above zero inside of parts that are drawn, each followed by those inside of it. */
export function branchesOf(nodes: readonly Part[]): Branch[] {
  const kept = nodes.map(({ value }) => value !== null && value > 0)
  nodes.forEach(({ parent }, at) => {
    if (parent !== null && kept[parent] === false) kept[at] = false
  })
  const drawn = nodes.flatMap((part, at) => (kept[at] === true ? [{ part, at }] : []))
  const placeOf = new Map(drawn.map(({ at }, place) => [at, place]))
  const parents = drawn.map(({ part: { parent } }) => (parent === null ? null : (placeOf.get(parent) ?? null)))
  const inside = drawn.map((): number[] => [])
  parents.forEach((parent, place) => {
    if (parent !== null) inside[parent]?.push(place)
  })
  const sizes = drawn.map(({ part }) => part.value ?? 0)
  for (let place = drawn.length - 1; place >= 0; place--) {
    const own = inside[place] ?? []
    if (own.length > 0) sizes[place] = own.reduce((sum, one) => sum + (sizes[one] ?? 0), 0)
  }
  return drawn.map(({ part }, place) => ({
    part,
    size: sizes[place] ?? 0,
    level: part.names.length - 1,
    parent: parents[place] ?? null,
    inside: inside[place] ?? [],
  }))
}

/** Spot 0 is the whole, spot n the n-th of the drawn. */
export function stepInTree(branches: readonly Branch[]): Spots['step'] {
  const outermost = branches.flatMap(({ parent }, place) => (parent === null ? [place] : []))
  return (spot, direction) => {
    if (spot === 0) return direction === 'down' || direction === 'right' ? spotOf(outermost[0]) : null
    const from = branches[spot - 1]
    if (from === undefined) return null
    if (direction === 'up') return from.parent === null ? 0 : from.parent + 1
    if (direction === 'down') return spotOf(from.inside[0])
    const beside = direction === 'right' ? 1 : -1
    for (let place = spot - 1 + beside; place >= 0 && place < branches.length; place += beside)
      if (branches[place]?.level === from.level) return place + 1
    return null
  }
}

const spotOf = (place: number | undefined) => (place === undefined ? null : place + 1)
