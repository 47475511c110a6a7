/** NOTICE: whose work is in the package, under which licence, with the texts that the licences ask to be passed on. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockEntry } from '../lock-entries.ts'
import { nameAt } from './locked.ts'

const HEAD = `Aforo
Licensed under the Apache License 2.0; see LICENSE.

This package holds, or is installed with, the work of others. Data and typeface first:

- Public holidays: date-holidays and its tables, whose licence file names CC BY-SA 3.0 (https://creativecommons.org/licenses/by-sa/3.0/) and whose
  package names CC-BY-3.0 for the data. They come unchanged from the package date-holidays; the attributions they ask for are in its text below.
- Typeface: Inter, Copyright 2016 The Inter Project Authors (https://github.com/rsms/inter), under the SIL Open Font License 1.1. The files of the page are unchanged.
- Maps: Natural Earth (public domain), as TopoJSON by world-atlas.

"server" is installed by npm ci beside the server; "page" is part of the files in dist/app, "vendor" are files in vendor.
`
const RULE = '-'.repeat(100)

export interface Part {
  readonly place: string
  readonly entry: LockEntry
  readonly of: readonly ('page' | 'server' | 'vendor')[]
}

/** Texts of licences that come with a package; none for a platform that is not this one. */
function textsOf(root: string, place: string): string[] {
  return globSync('{LICEN[CS]E,licen[cs]e,NOTICE,COPYING,ThirdPartyNotices}{,.*,-*}', { cwd: join(root, place) })
    .toSorted()
    .map((file) =>
      readFileSync(join(root, place, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    )
}

/**
 * The same on every machine: packages of single platforms are named, and their text is that of the package that asks
 * for them.
 */
export function notice(root: string, parts: readonly Part[]): string {
  const lines = parts.map(
    ({ place, entry, of }) =>
      `${nameAt(place)} ${entry.version} (${entry.license ?? 'no licence named'}; ${of.join(', ')})`,
  )
  const byText = new Map<string, string[]>()
  for (const { place, entry } of parts) {
    if (entry.os !== undefined) continue
    for (const text of textsOf(root, place))
      byText.set(text, [...(byText.get(text) ?? []), `${nameAt(place)} ${entry.version}`])
  }
  const texts = [...byText].map(([text, names]) => `${RULE}\n${[...new Set(names)].join(', ')}\n${RULE}\n\n${text}\n`)
  return [HEAD, ...[...new Set(lines)].toSorted(), '', ...texts].join('\n')
}
