import { fold } from './names.ts'

/** A name without capitals, accents and signs between its words. */
export const bare = (name: string) =>
  fold(name)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[_.\-/]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** In and out, in the languages of files. */
const DIRECTIONS = new Set(
  'in out enter exit entry entering exiting entrada salida entra sale entrando saliendo saida entrata uscita entrate sortida surt vstup vychod prichod odchod'.split(
    ' ',
  ),
)

/** Says in which direction somebody went. As areas or left out, exits would count as entries. */
export const isDirection = (text: string): boolean => DIRECTIONS.has(bare(text))
