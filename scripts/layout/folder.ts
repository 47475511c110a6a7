/** A folder of dashboards: each file is a document, and the `_id` in it says of which dashboard. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { applyEdits, modify, type ParseError, parseTree } from 'jsonc-parser'
import { loadLayout, type LoadContext, type LoadedLayout } from '../../src/engine/core/graph/validate.ts'

export interface LayoutFile {
  /** As it is printed: the folder as it was named, and the name in it. */
  readonly path: string
  readonly text: string
  readonly loaded: LoadedLayout
  /** Empty = none. */
  readonly id: string
  /** The revision that it began with; 0 = none. */
  readonly revision: number
}

/** Valid ids of dashboards from the server: they become names of files here. */
export const ID = /^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/

export const isLayoutName = (name: string) => name.endsWith('.json') && !name.startsWith('.')

export function layoutFile(path: string, text: string, context: LoadContext): LayoutFile {
  const loaded = loadLayout(text, context)
  const { _id, revision } = loaded.document ?? {}
  return {
    path,
    text,
    loaded,
    id: typeof _id === 'string' ? _id : '',
    revision: typeof revision === 'number' ? revision : 0,
  }
}

/** By name; null for a folder that cannot be read. */
export async function readFolder(folder: string, context: LoadContext): Promise<LayoutFile[] | null> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return null
  return Promise.all(
    names
      .filter(isLayoutName)
      .toSorted()
      .map(async (name) => {
        const path = join(folder, name)
        return layoutFile(path, await readFile(path, 'utf8'), context)
      }),
  )
}

/** Two files of one dashboard: the right one cannot be guessed. */
export function sameIds(files: readonly Pick<LayoutFile, 'id' | 'path'>[]): string[] {
  return [...Map.groupBy(files, ({ id }) => id)].flatMap(([id, of]) =>
    id === '' || of.length < 2
      ? []
      : [`LAYOUT_ID_TAKEN: ${of.map(({ path }) => path).join(' and ')} have the same _id ${JSON.stringify(id)}.`],
  )
}

/** Returns the text that the file has now. */
export async function save(path: string, text: string): Promise<string> {
  const whole = text.endsWith('\n') ? text : `${text}\n`
  await writeFile(path, whole)
  return whole
}

/** A dashboard after a file was published: its id, its revision, and its whole text. */
export interface Published {
  readonly id: string
  readonly revision: number
  readonly text: string
}

/**
 * Writes what was published into its file, and returns the text that it has now. A file that was saved again meanwhile
 * keeps what it says, and gets the id and the revision that it now begins with: null. One that cannot be read is left
 * as it is.
 */
export async function saveUnlessChanged({ path, text }: LayoutFile, published: Published): Promise<string | null> {
  const now = await readFile(path, 'utf8').catch(() => text)
  if (now === text) return save(path, published.text)
  const errors: ParseError[] = []
  if (parseTree(now, errors)?.type !== 'object' || errors.length > 0) return null
  const formattingOptions = { insertSpaces: true, tabSize: 2 }
  const withId = applyEdits(now, modify(now, ['_id'], published.id, { formattingOptions }))
  await save(path, applyEdits(withId, modify(withId, ['revision'], published.revision, { formattingOptions })))
  return null
}
