/**
 * `layouts/x.json?checked`: the model of a built-in layout and its issues. The whole pipeline runs here, when the page
 * is built, and a layout that it refuses stops the build; so the page that shows it needs none of it.
 */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { loadLayout } from '../src/engine/core/graph/validate.ts'
import type { SourceRegistry } from '../src/engine/types.ts'
import { writeModel } from '../src/engine/core/document/checked-model.ts'
import { sourceRegistry, widgetRegistry } from './widget-registry.ts'

const SUFFIX = '.json?checked'

export function checkedLayouts(): Plugin {
  return {
    name: 'checked-layouts',
    load: {
      filter: { id: /\/layouts\/[^/]+\.json\?checked$/ },
      async handler(id) {
        const file = id.slice(0, -SUFFIX.length) + '.json'
        this.addWatchFile(file)
        return moduleOf(await readFile(file, 'utf8'), relative(import.meta.dirname, file))
      },
    },
  }
}

/** The module of one layout whose queries ask `sources`. Throws LAYOUT_NOT_CHECKED when it has an error. */
export async function moduleOf(
  text: string,
  file: string,
  sources: SourceRegistry = sourceRegistry(),
): Promise<string> {
  const { issues, model } = loadLayout(text, { widgets: await widgetRegistry(), sources })
  const [error] = issues.filter(({ severity }) => severity === 'error')
  if (error !== undefined) throw new Error(`LAYOUT_NOT_CHECKED: ${file} ${error.pointer} ${error.text}`)
  return `export const model = ${parsed(writeModel(model))}\nexport const issues = ${parsed(issues)}\n`
}

/** As text that is parsed: browsers read it faster than an object of the language. */
const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
