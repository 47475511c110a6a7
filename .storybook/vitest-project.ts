/**
 * Every story as a test: it renders, its `play` runs, axe finds nothing, and it is readable in the other theme too
 * (both-themes.ts). Browser dependencies are listed, or vite finds them halfway, reloads, and the run fails after a
 * minute.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { launchOptions } from '../scripts/chromium.ts'

export const BROWSER_DEPENDENCIES = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-aria-components',
  '@internationalized/date',
  'storybook/test',
  'storybook/internal/csf',
  'storybook/internal/preview-api',
  '@storybook/react-vite',
  '@storybook/addon-a11y/preview',
  '@storybook/addon-docs/preview',
  'axe-core',
  'zustand',
  'immer',
  'i18next',
  'react-i18next',
  '@tanstack/react-query',
  'react-router',
  'react-router/dom',
  'comlink',
  'uqr',
  '@uwdata/flechette',
  'zustand/vanilla',
  'jsonc-parser',
  'react-markdown',
  'lowlight',
  'highlight.js/lib/languages/python',
  'highlight.js/lib/languages/bash',
  'highlight.js/lib/languages/json',
  'highlight.js/lib/languages/typescript',
  'react-window',
  'react-grid-layout/core',
  'dayjs',
  'dayjs/locale/ca.js',
  'dayjs/locale/cs.js',
  'dayjs/locale/es.js',
  'dayjs/locale/it.js',
  'dayjs/locale/pt.js',
  'dayjs/plugin/isoWeek.js',
  'dayjs/plugin/quarterOfYear.js',
  'dayjs/plugin/utc.js',
  'fflate',
  'echarts/core',
  'echarts/charts',
  'echarts/components',
  'echarts/renderers',
  'topojson-client',
  'ajv/dist/runtime/equal.js',
  'ajv/dist/runtime/ucs2length.js',
]

/** A named but not installed module would fail the whole run. */
const installed = (names: readonly string[], root: string) =>
  names.filter((name) =>
    existsSync(join(root, 'node_modules', ...name.split('/').slice(0, name.startsWith('@') ? 2 : 1))),
  )

const root = join(import.meta.dirname, '..')

/**
 * The project to add to vitest.config.ts: `projects: [node, await storybookProject()]`, without the files of `exclude`.
 */
export async function storybookProject(exclude: readonly string[] = []) {
  const launch = await launchOptions()
  return {
    root,
    plugins: [storybookTest({ configDir: join(root, '.storybook') })],
    optimizeDeps: { include: installed(BROWSER_DEPENDENCIES, root) },
    test: {
      name: 'stories',
      exclude: [...exclude],
      // A state of all widgets is one story: 15 s on a busy machine.
      testTimeout: 60_000,
      // Two pages for all files: a page for each took half of the time. preview.tsx takes away what a story leaves
      // behind.
      isolate: false,
      // Independent of the machine. In a run with other tests too, their number differs, and these come first.
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
      // As for the journeys (vitest.config.ts).
      retry: 1,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        instances: [{ browser: 'chromium' as const }],
        // An element that fades in is transparent for its first frames, and `toBeVisible` says so on a busy machine.
        provider: playwright({ launchOptions: launch, contextOptions: { reducedMotion: 'reduce' } }),
      },
    },
  }
}
