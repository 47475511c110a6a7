import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaLocales } from './scripts/aria-locales.ts'
import { checkedLayouts } from './scripts/checked-layouts.ts'
import { compiledAhead } from './scripts/compiled-ahead.ts'
import { monacoStyles } from './scripts/monaco-styles.ts'
import { noFacades } from './scripts/no-facades.ts'
import { preloadList, viewsOf } from './scripts/preload-list.ts'
import { shownTexts } from './scripts/shown-texts.ts'

const SERVER = process.env.AFORO_SERVER ?? 'http://127.0.0.1:8080'

/** The texts of dashboards and those of their widgets, as one file a language. */
const TEXTS = /(?:i18n\/bundles\/dashboards-|widgets\/lib\/texts\/)(\w+)\.ts$/
const textsOf = (id: string) => `texts-${TEXTS.exec(id)?.[1] ?? 'other'}`

/** What every signed-in page has around it. */
const FRAME =
  /src\/app\/signed-in-route\.tsx$|src\/api\/dashboards\.ts$|src\/ui\/figure\/|src\/ui\/(checkbox|dialog|menu|multi-select|options|popover|select|skeleton|tabs|list\.module|multi-select\.module)\.(tsx?|css)$/
/** The sheets of a dashboard, of its charts and tables, and of the widgets' views. */
const SHEETS =
  /\/(?:src\/(?:engine\/react\/[^/]+|features\/(?:dashboards\/(?:dashboard-page|star)|periods\/period-control)|ui\/(?:action-bar|table\/[^/]+|chart\/[^/]+))|widgets\/[^/]+\/[^/]+)\.module\.css$/

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [
    react(),
    ariaLocales(),
    checkedLayouts(),
    compiledAhead(),
    monacoStyles(),
    noFacades(),
    preloadList(import.meta.dirname),
    shownTexts(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files, each of one occasion. A group takes along what its modules import and no group above it has.
        codeSplitting: {
          groups: [
            // Every page, React with it: login needs no more than this.
            { name: 'base', test: /src\/app\/main\.tsx$/, priority: 40 },
            { name: textsOf, debugName: 'texts', test: TEXTS, priority: 30 },
            // With the frame come closed fields and menus, skeletons: what dashboards share with every other signed-in
            // page, so that none of those pulls a dashboard in. And the sheets of dashboards and their widgets: one
            // file in place of three, each of which costs more to ask for than to read.
            {
              name: 'signed-in',
              test: (id: string) => FRAME.test(id) || SHEETS.test(id),
              priority: 25,
            },
            // Lists and forms: home and every page of the administration, but no dashboard.
            { name: 'queries', test: /src\/app\/queries\.ts$/, priority: 22 },
            { name: 'dashboard', test: /src\/app\/dashboard-route\.tsx$/, priority: 20 },
            // What of the chart library bars, lines and rings are drawn with, beside the first questions of a
            // dashboard; any other kind comes with the widget that draws with it.
            {
              name: 'echarts',
              test: /src\/ui\/chart\/(library|bar-series|line-series|gap-series|donut-option)\.ts$/,
              priority: 12,
            },
            // What the views of widgets share, except what only charts of items need; and the key figures, with which
            // Compare begins.
            {
              name: 'charts',
              test: /\/(widgets\/lib|src\/ui\/(chart|figure|table))\/(?!(?:texts|option-texts|item-charts|paper)\/|(?:column-(?:table|head|row|layout)|frame-table|element-picture)\.)[^?]*\.tsx?$|\/src\/domain\/metrics\/ranges\.ts$|\/widgets\/kpi-table\/(?!index\.)[^?/]*\.tsx?$/,
              priority: 10,
            },
            // The views that one dashboard of the product draws with are small and come together, and so do those that
            // many draw with; any other is a file of its own.
            {
              name: viewsOf(import.meta.dirname),
              debugName: 'views',
              test: /\/widgets\/[^/]+\/[^?]*\.tsx?$/,
              priority: 8,
            },
            { name: 'home', test: /src\/app\/home-route\.tsx$/, priority: 6 },
            // What opens on a click: menus, lists, panels, dialogs.
            { name: 'overlays', test: /src\/ui\/overlays\.ts$/, priority: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/brand.css': SERVER, '/brand-icon': SERVER } },
})
