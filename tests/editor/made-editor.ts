/** The editor's store over the real widgets and sources, as the page makes it; nothing is asked. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '#domain/languages'
import { createEditor } from '../../src/features/editor/model/store.ts'
import { inputColumns } from '../../src/features/editor/model/columns.ts'
import type { Editor } from '../../src/features/editor/model/editor.ts'
import type { Doc } from '../../src/features/editor/model/patches.ts'
import { recordAt } from '../../src/features/editor/model/raw.ts'
import { fieldsOf } from '../../src/engine/core/document/option-fields.ts'
import { missingColumns } from '../../src/engine/core/document/missing-columns.ts'
import { optionsSchemaOf, sourceRegistry, widgetRegistry } from '../../scripts/widget-registry.ts'

const folder = join(import.meta.dirname, '../../layouts')
/** Texts of the dashboards that come with the product, by file. */
export const builtIn: readonly (readonly [file: string, text: string])[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')])
export const BLANK = JSON.stringify({
  format: 1,
  _id: 'new',
  name: 'New',
  params: {},
  queries: {},
  widgets: {},
  layout: { sections: [] },
  grids: {},
})

export const context = { widgets: await widgetRegistry(), sources: sourceRegistry() }
const schemas = new Map([...context.widgets.keys()].map((type) => [type, optionsSchemaOf(type)]))
/** A text in every language. */
export const words = (key: string) => Object.fromEntries(LANGUAGES.map((language) => [language, key]))
export const bringing = { sources: context.sources, text: words }

export function madeEditor(text: string): Editor {
  let now = 0
  // Every step is one of its own.
  const clock = { now: () => (now += 60_000), after: () => () => undefined }
  return createEditor({
    text,
    revision: 1,
    context,
    clock,
    names: words,
    usual: words,
    schemaOf: (type) => schemas.get(type),
  })
}

export const docOf = (editor: Editor): Doc => editor.store.getState().doc
/** The issues of the checker, without notes. */
export const findings = (editor: Editor): readonly string[] =>
  editor.store
    .getState()
    .loaded.issues.filter(({ severity }) => severity !== 'info')
    .map(({ code, pointer }) => `${code} ${pointer}`)

/** Options of a widget that name columns which its data lack. */
export function missingIn(editor: Editor, id: string): readonly string[] {
  const doc = docOf(editor)
  const raw = recordAt(recordAt(doc, 'widgets'), id)
  const schema = schemas.get(String(raw.type))
  if (schema === undefined) throw new Error(`${String(raw.type)} has no options schema`)
  return missingColumns(fieldsOf(schema), recordAt(raw, 'options'), Object.keys(recordAt(raw, 'data')), (input) =>
    inputColumns(doc, context.sources, id, input),
  ).map(({ option, column }) => `${option} ${column}`)
}
