/** Columns that say how complete an answer is: optional where a widget tells it (`completeness.ts`). */
import { QUALITY_ATOMS, type QualityAtom } from '#domain/completeness'

export const QUALITY = Object.fromEntries(QUALITY_ATOMS.map((id) => [id, 'measure'])) as Readonly<
  Record<QualityAtom, 'measure'>
>
