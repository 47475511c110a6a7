/**
 * `layouts/x.json?checked`: the text of a built-in layout, what the guards of its schemas made of it (the same with its defaults), and what was
 * said of it. They run here, when the page is built, and a layout that they refuse stops the build; so the page that
 * shows it needs no guards.
 */
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { loadLayout } from '../src/engine/core/graph/validate.ts'
import type { SourceRegistry } from '../src/engine/types.ts'
import { documentGuards } from '../src/engine/core/document/document-guards.ts'
import type { Checked } from '../src/engine/core/document/guards.ts'
import type { LayoutModel } from '../src/engine/core/document/model.ts'
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

/** What the guards made of a text and of the options of the widgets in it. */
export function checkedOf(text: string, { widgets }: LayoutModel): Checked {
  const document = JSON.parse(text) as Record<string, unknown>
  documentGuards.isLayout(document)
  return {
    document,
    options: Object.fromEntries(
      [...widgets.values()].flatMap((widget) => (widget.kind === 'live' ? [[widget.id, widget.options]] : [])),
    ),
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
  return `export default ${JSON.stringify(text)}\nexport const checked = JSON.parse(${JSON.stringify(JSON.stringify(checkedOf(text, model)))})\nexport const issues = ${JSON.stringify(issues)}\n`
}
