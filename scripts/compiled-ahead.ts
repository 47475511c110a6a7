/** Files of which nearly every function runs before a dashboard is drawn (decision 133). */
import type { Plugin } from 'vite'

/** Groups of `vite.config.ts`. */
export const COMPILED_AHEAD: readonly string[] = ['base', 'signed-in', 'dashboard', 'echarts', 'charts']

/** For the browser: compile the functions of this file while it comes, beside the main thread. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Writes the hint at the very top of these files: it counts only before all code, and Vite writes its list of files
 * above what a banner of the bundler says.
 */
export const compiledAhead = (): Plugin => ({
  name: 'compiled-ahead',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !COMPILED_AHEAD.includes(file.name)) continue
        file.code = HINT + file.code
        // One line further down.
        if (file.map !== null) file.map.mappings = `;${file.map.mappings}`
      }
    },
  },
})
