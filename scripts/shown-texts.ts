/**
 * `i18n/es.json?shown`: the texts of a widget without those of its options. These are two fifths of all, every
 * dashboard waits for its texts, and only the editor says them.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const SHOWN = /\/i18n\/\w+\.json\?shown$/

export function withoutOptions(json: string): string {
  const { options: _, ...shown } = JSON.parse(json) as Record<string, unknown>
  return JSON.stringify(shown)
}

export function shownTexts(): Plugin {
  return {
    name: 'shown-texts',
    enforce: 'pre',
    load: {
      filter: { id: SHOWN },
      async handler(id) {
        const file = id.slice(0, id.indexOf('?'))
        this.addWatchFile(file)
        return { code: `export default ${withoutOptions(await readFile(file, 'utf8'))}`, moduleType: 'js' }
      },
    },
  }
}
