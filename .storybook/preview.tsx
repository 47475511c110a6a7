import '../src/ui/tokens.css'
import '../src/ui/base.css'
import './preview.css'
import type { Preview } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import { confirms, toasts, ToastRegion, UiProvider, type Theme } from '../src/ui/index.ts'
import { wheelHints } from '../src/ui/chart/use-wheel-zoom.ts'
import { A11Y_OPTIONS, readableInBothThemes } from './both-themes.ts'
import { LOCALES, translator } from './texts.ts'
import { WorkshopDocs } from './workshop/docs-page.tsx'

// A busy machine takes seconds for what takes a tenth of one at rest: a story fails for what never comes, not for what
// comes late.
configure({ asyncUtilTimeout: 15_000 })

const WIDTHS = ['390', '768', '1280', '1680', 'auto']

export default {
  tags: ['autodocs'],
  // All stories share a page. What one of them left behind is nothing to the next: toasts, open questions, hints that
  // were seen, and what a list remembers.
  beforeEach: () => {
    toasts.clear()
    wheelHints.forget()
    for (let asked = confirms.first(); asked !== null; asked = confirms.first()) asked.answer('cancelled')
    localStorage.removeItem('aforo.lists')
  },
  afterEach: readableInBothThemes,
  parameters: {
    layout: 'fullscreen',
    controls: { expanded: true },
    a11y: { test: 'error', options: A11Y_OPTIONS },
    docs: { page: WorkshopDocs },
    options: {
      storySort: {
        order: [
          'Workshop',
          ['Write a widget', 'Widgets', 'Sources', 'Playground'],
          'Foundations',
          'Actions',
          'Fields',
          'Overlays',
          'Feedback',
          'Figures',
          'Charts',
          'Tables',
          'Widgets',
        ],
      },
    },
  },
  initialGlobals: { theme: 'light', locale: 'es', width: 'auto' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        icon: 'mirror',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
          { value: 'system', title: 'System' },
        ],
      },
    },
    locale: { description: 'Language', toolbar: { icon: 'globe', dynamicTitle: true, items: LOCALES } },
    width: {
      description: 'Width',
      toolbar: {
        icon: 'grow',
        dynamicTitle: true,
        items: WIDTHS.map((value) => ({ value, title: value === 'auto' ? 'Full width' : `${value} px` })),
      },
    },
  },
  decorators: [
    (Story, { globals }) => {
      const theme = globals.theme as Theme | 'system'
      const locale = String(globals.locale ?? 'es')
      const width = globals.width === 'auto' ? undefined : Number(globals.width)
      document.documentElement.lang = locale
      return (
        <UiProvider locale={locale} theme={theme} t={translator(locale)}>
          <div className="story" style={{ maxWidth: width }}>
            <Story />
          </div>
          <ToastRegion />
        </UiProvider>
      )
    },
  ],
} satisfies Preview
