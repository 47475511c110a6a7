/**
 * A widget as it lies in its folder, opened for the facts of the contract: its code, its files and what its files
 * import.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Project, WidgetDefinition } from '#engine/types'
import { optionsSchemaOf, widgetIn } from '../../../scripts/widget-registry.ts'
import type { Example } from '../../../widgets/lib/test-support/context.ts'

export interface WidgetFolder {
  readonly type: string
  readonly definition: WidgetDefinition<unknown>
  readonly project: Project<unknown>
  readonly example: Example
  /** Paths of its files, relative to the folder, with `/`. */
  readonly files: readonly string[]
  /** A file's text, `''` when there is none. */
  read(file: string): string
}

const root = join(import.meta.dirname, '../../..')
/** Folders beside the widgets that are none. */
const SHARED = new Set(['lib'])

/** The types of all widget folders, by name. */
export const widgetTypes = (): string[] =>
  readdirSync(join(root, 'widgets'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED.has(entry.name))
    .map(({ name }) => name)
    .toSorted((a, b) => (a < b ? -1 : 1))

/** Opens a widget's folder. Rejects when its code cannot be loaded or its example is no JSON. */
export async function openWidget(type: string): Promise<WidgetFolder> {
  const [definition, { project }] = await Promise.all([
    widgetIn<unknown>(`widgets/${type}`),
    import(`../../../widgets/${type}/model.ts`) as Promise<{ project: Project<unknown> }>,
  ])
  const folder = join(root, 'widgets', type)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '')
  return { type, definition, project, example: JSON.parse(read('example.json')) as Example, files, read }
}

export const jsonIn = ({ read }: WidgetFolder, file: string): unknown => JSON.parse(read(file))

/** Its options schema, whole. */
export const schemaIn = ({ type, read }: WidgetFolder): unknown => optionsSchemaOf(type, read('options.schema.json'))

/** Imports of a file of the folder, as written there. */
export function importsIn({ read }: WidgetFolder, file: string): string[] {
  const { module } = parseSync(file, read(file))
  return [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
  ]
}

/** Named exports of a file. */
export function exportsIn({ read }: WidgetFolder, file: string): string[] {
  return parseSync(file, read(file)).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => (typeof name === 'string' ? [name] : [])),
  )
}

/** The file without its comments, which may speak of a clock. */
export function codeIn({ read }: WidgetFolder, file: string): string {
  const text = read(file)
  const { comments } = parseSync(file, text)
  return comments.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}
