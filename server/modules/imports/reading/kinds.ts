import type { TrafficKind } from '#domain/traffic-kinds'
import { fold } from './names.ts'

/** How files write what was counted. */
const WORDS: Readonly<Record<Exclude<TrafficKind, 'other'>, readonly string[]>> = {
  people: [
    'ped',
    'peds',
    'pedestrian',
    'pedestrians',
    'people',
    'person',
    'persons',
    'walk',
    'foot',
    'peaton',
    'peatones',
    'personas',
  ],
  bicycle: [
    'bike',
    'bikes',
    'bicycle',
    'bicycles',
    'cyclist',
    'cyclists',
    'cycle',
    'bici',
    'bicis',
    'bicicleta',
    'bicicletas',
    'ciclistas',
  ],
  car: ['car', 'cars', 'vehicle', 'vehicles', 'auto', 'autos', 'coche', 'coches', 'vehiculo', 'vehiculos', 'motor'],
}
const KNOWN: ReadonlyMap<string, TrafficKind> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind as TrafficKind])),
)

/** The kind that a cell names; an empty cell says nothing, and a word that is not known is another kind. */
export function kindOf(cell: string): TrafficKind | null {
  const word = fold(cell).normalize('NFD').replaceAll(/\p{M}/gu, '')
  return word === '' ? null : (KNOWN.get(word) ?? 'other')
}
