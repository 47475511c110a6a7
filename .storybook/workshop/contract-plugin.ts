/**
 * `virtual:widget-contract`: what the facts of the contract find for each widget, asked of the same code that the tests
 * run, in a separate process: an edited widget is checked again.
 */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { widgetTypes } from '../../tests/widgets/contract/folder.ts'

const NAME = 'virtual:widget-contract'
const RESOLVED = `\0${NAME}`
const root = resolve(import.meta.dirname, '../..')

/**
 * The results of some types, or of all, as JSON by type. A fact that does not hold is a result; no result at all
 * rejects.
 */
function ask(...types: string[]): Promise<Record<string, unknown>> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [join(root, 'scripts/widget-contract.ts'), '--json', ...types],
      { cwd: root, maxBuffer: 16 << 20 },
      (cause, stdout, stderr) => {
        if (stdout === '')
          fail(new Error(`the contract of ${types.join(', ')} could not be read: ${stderr}`, { cause }))
        else done(JSON.parse(stdout) as Record<string, unknown>)
      },
    )
  })
}

export function widgetContract(): Plugin {
  let isBuild = false
  let all: Promise<Record<string, unknown>> | undefined
  return {
    name: 'widget-contract',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    resolveId: { filter: { id: /^virtual:widget-contract/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:widget-contract/ },
      async handler(id) {
        if (id === RESOLVED)
          return `export const contracts = {\n${widgetTypes()
            .map((type) => `  ${JSON.stringify(type)}: () => import('${NAME}/${type}'),`)
            .join('\n')}\n}\n`
        const type = id.slice(RESOLVED.length + 1)
        for (const file of readdirSync(join(root, 'widgets', type)))
          if (/\.(tsx?|json)$/.test(file)) this.addWatchFile(join(root, 'widgets', type, file))
        const found = isBuild ? await (all ??= ask()) : await ask(type)
        return `export default ${JSON.stringify(found[type])}\n`
      },
    },
  }
}
