/**
 * Entries that are saved in parts: each change of a part says which state of it was read, and carries a key, so that a
 * message that is sent again because its answer was lost changes nothing a second time.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Repositories } from '../catalog.ts'
import { AppError } from '../lib/errors.ts'
import type { AnyResource } from './description.ts'
import type { Entry, PartSaved, PartsSaved } from './rows.ts'

/** The body of `PUT /<name>/{id}/parts/<part>`. */
export interface PartChange {
  readonly values: Readonly<Record<string, unknown>>
  /** When the part was changed last, as it was read; null = never. */
  readonly seen: number | null
  readonly key: string
  /** Keys of earlier messages of the same draft of which no answer came: one of them may have saved the part. */
  readonly after?: readonly string[]
}

/** The parts of which something differs, saved now. */
export function partsChanged(
  { parts = {} }: AnyResource,
  { before, after }: { before: Entry; after: Readonly<Record<string, unknown>> },
  saved: PartSaved,
): PartsSaved {
  return Object.fromEntries(
    Object.entries(parts as Record<string, readonly string[]>).flatMap(([part, names]) =>
      names.every((name) => isDeepStrictEqual(before[name], after[name])) ? [] : [[part, saved] as const],
    ),
  )
}

/** Throws REQUEST_INVALID for a value that is of another part. */
export function requireOfPart({ parts = {} }: AnyResource, part: string, { values }: PartChange): void {
  const names = (parts as Record<string, readonly string[]>)[part] ?? []
  const foreign = Object.keys(values).find((name) => !names.includes(name))
  if (foreign === undefined) return
  throw new AppError(
    'REQUEST_INVALID',
    `body.values.${foreign} is no value of the part ${part}: ${names.join(', ')}.`,
    {
      place: `body.${foreign}`,
    },
  )
}

/** Throws ENTRY_CHANGED when the part is not as it was read: who changed it and when. */
export async function requirePartSeen(
  { noun }: AnyResource,
  { id, part, seen, after = [] }: Pick<PartChange, 'seen' | 'after'> & { id: number; part: string },
  last: PartSaved | undefined,
  { resources }: Pick<Repositories, 'resources'>,
): Promise<void> {
  if ((last?.at ?? null) === seen || (typeof last?.key === 'string' && after.includes(last.key))) return
  const by = await resources.nameOf(last?.by ?? null)
  throw new AppError(
    'ENTRY_CHANGED',
    `The part ${part} of this ${noun} was changed meanwhile by ${by}; read it again before you change it.`,
    { noun, id, part, by, at: last?.at ?? null },
  )
}
