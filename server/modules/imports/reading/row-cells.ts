/** Places, areas and directions of rows, known by the bytes of their cells. */
import type { TrafficKind } from '#domain/traffic-kinds'
import { createInterner, textOf } from './cells.ts'
import type { Interner } from './cells.ts'
import type { Columns } from './columns.ts'
import { directionOf } from './directions.ts'
import type { Direction } from './directions.ts'
import { kindOf } from './kinds.ts'
import { WHOLE, nameFrom, tidy } from './names.ts'
import type { createNames } from './names.ts'
import type { Preset } from './preset.ts'
import type { Row } from './rows.ts'

/** Places by the bytes of their cells. */
export function createPlaceCells(places: ReturnType<typeof createNames>) {
  const cells: Interner = createInterner()
  const numbers: number[] = []
  const renamed: boolean[] = []
  let last = -1
  let whole = -1
  return {
    get whole() {
      return (whole = whole < 0 ? places.of(WHOLE).number : whole)
    },
    /** -1 for a cell without a name. */
    of(buffer: Buffer, start: number, end: number): number {
      last = cells.idOf(buffer, start, end)
      if (last === numbers.length) {
        const written = textOf(buffer, start, end)
        const found = tidy(written) === '' ? null : places.of(written)
        numbers.push(found?.number ?? -1)
        renamed.push(found?.renamed ?? false)
      }
      return numbers[last]!
    },
    isRenamed: () => renamed[last]!,
  }
}

/** In or out by the bytes of their cells; null = neither. */
export function createDirectionCells(header: string, { directions }: Preset) {
  const cells = createInterner()
  const known: (Direction | null)[] = []
  return {
    of(buffer: Buffer, start: number, end: number): Direction | null {
      const id = cells.idOf(buffer, start, end)
      if (id === known.length) {
        const said = directionOf(textOf(buffer, start, end), header)
        known.push(said === null || directions !== 'swapped' ? said : said === 'in' ? 'out' : 'in')
      }
      return known[id]!
    },
  }
}

/** Areas: as many columns as they are written in, joined. */
export function createAreaCells(at: Columns, areas: ReturnType<typeof createNames>, kinds: (TrafficKind | null)[]) {
  const cells = at.area.map(() => createInterner())
  const known = new Map<string, number>()
  const none = at.area.length === 0 ? areas.of('').number : -1
  return ({ buffer, starts, ends }: Row): number => {
    if (at.area.length === 0) return none
    let key = ''
    for (let c = 0; c < at.area.length; c += 1)
      key += `${cells[c]!.idOf(buffer, starts[at.area[c]!]!, ends[at.area[c]!]!)} `
    let number = known.get(key)
    if (number === undefined) {
      const name = at.area
        .map((column) => nameFrom(textOf(buffer, starts[column]!, ends[column]!)))
        .filter(Boolean)
        .join(' ')
      known.set(key, (number = areas.of(name).number))
      if (at.kind >= 0) kinds[number] = kindOf(textOf(buffer, starts[at.kind]!, ends[at.kind]!))
    }
    return number
  }
}
