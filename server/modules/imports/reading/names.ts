import { restored } from '#domain/csv'

/** Blanks and case do not make another place: the same camera is written with a blank or a tab behind it. */
export const tidy = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim()
export const fold = (name: string): string => tidy(name).toLowerCase()

/** The name in a cell of a file. A formula that was made harmless by one quote is what it was. */
export const nameFrom = (cell: string): string => tidy(restored(cell))

/** Name of the place when the file is about one place only. */
export const WHOLE = 'all'

export interface Names {
  readonly list: readonly string[]
  /** The number of a name as it is written, and whether the import writes it otherwise. */
  of(written: string): { readonly number: number; readonly renamed: boolean }
}

/** Numbers names by their tidy form. @param renames old name to new name */
export function createNames(renames: Readonly<Record<string, string>> = {}): Names {
  const list: string[] = []
  const numbers = new Map<string, number>()
  const newNames = new Map(Object.entries(renames).map(([from, to]) => [fold(from), to]))
  return {
    list,
    of(written) {
      const plain = restored(written)
      const name = tidy(newNames.get(fold(plain)) ?? plain)
      let number = numbers.get(fold(name))
      if (number === undefined) {
        number = list.push(name) - 1
        numbers.set(fold(name), number)
      }
      return { number, renamed: list[number] !== plain }
    },
  }
}

/** Numbers under such a name are names too. */
export const ID_NAME =
  /(^|[ _-])(id|code|key|mac|serial|nr|number|device|camera|sensor|counter|door|site|store|station|location)$/i
