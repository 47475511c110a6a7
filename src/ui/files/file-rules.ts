/** Which files a picker takes: kind, size, number. What it refuses comes back with a reason, never silently dropped. */

export interface FileRules {
  /** Endings (`.csv`) and media types (`text/csv`, `image/*`); empty takes every kind. A file needs to match one. */
  readonly accept?: readonly string[]
  readonly maxBytes?: number
  /** 1 for a single file; without it any number. */
  readonly maxFiles?: number
}

export type FileRefusal =
  | { readonly name: string; readonly reason: 'kind'; readonly accept: readonly string[] }
  | { readonly name: string; readonly reason: 'tooLarge'; readonly bytes: number; readonly maxBytes: number }
  | { readonly name: string; readonly reason: 'empty' }
  | { readonly name: string; readonly reason: 'tooMany'; readonly maxFiles: number }
  | { readonly name: string; readonly reason: 'twice' }

interface FileLike {
  readonly name: string
  readonly size: number
  readonly type: string
  readonly lastModified: number
}

/** Browsers disagree on the media type of a CSV, so either the ending or the type is enough. */
export function isKind({ name, type }: Pick<FileLike, 'name' | 'type'>, accept: readonly string[]): boolean {
  if (accept.length === 0) return true
  return accept.some((one) => {
    const wanted = one.trim().toLowerCase()
    if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted)
    return wanted.endsWith('/*') ? type.toLowerCase().startsWith(wanted.slice(0, -1)) : type.toLowerCase() === wanted
  })
}

const sameFile = (a: FileLike, b: FileLike) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/**
 * The files after `added` joined `chosen`. A single picker replaces the old one by the last valid one;
 * a multiple one keeps the old and takes the new until it is full.
 */
export function addFiles<F extends FileLike>(
  chosen: readonly F[],
  added: readonly F[],
  { accept = [], maxBytes = Infinity, maxFiles = Infinity }: FileRules,
): { files: F[]; refused: FileRefusal[] } {
  const refused: FileRefusal[] = []
  const good: F[] = []
  for (const file of added) {
    const { name } = file
    if (!isKind(file, accept)) refused.push({ name, reason: 'kind', accept })
    else if (file.size === 0) refused.push({ name, reason: 'empty' })
    else if (file.size > maxBytes) refused.push({ name, reason: 'tooLarge', bytes: file.size, maxBytes })
    else if (maxFiles > 1 && [...chosen, ...good].some((other) => sameFile(other, file)))
      refused.push({ name, reason: 'twice' })
    else if (maxFiles > 1 ? chosen.length + good.length >= maxFiles : good.length > 0)
      refused.push({ name, reason: 'tooMany', maxFiles })
    else good.push(file)
  }
  if (maxFiles > 1) return { files: [...chosen, ...good], refused }
  return { files: good.length > 0 ? good : [...chosen], refused }
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** 1 536 000 is written 1.5 MB, in thousands as disks and file managers count. */
export function writeBytes(bytes: number, locale: string): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] as string,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power)
}
