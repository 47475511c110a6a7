/**
 * In tests: what a story shows must be readable in both themes. The tokens follow `data-theme`, so nothing is drawn
 * again. The contrast of texts is most of what axe does: it is looked at here only, where it is in doubt.
 */
import type { Preview } from '@storybook/react-vite'
import axe from 'axe-core'
import { doubtfulTexts } from './doubtful-texts.ts'

/** A story in a test, and not on a page that is looked at. */
const isTest = '__vitest_browser__' in globalThis

/** Axe options of the accessibility addon in a test: all rules but contrast, violations only. */
export const A11Y_OPTIONS: axe.RunOptions = isTest
  ? { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } }
  : {}

async function unreadable(): Promise<string[]> {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
  const texts = doubtfulTexts(document.body)
  if (texts.length === 0) return []
  axe.reset()
  const { violations } = await axe.run(
    { include: texts, exclude: ['.sb-wrapper'] },
    { runOnly: ['color-contrast'], resultTypes: ['violations'] },
  )
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
  )
}

export const readableInBothThemes: Preview['afterEach'] = async ({ parameters, viewMode }) => {
  const { a11y } = parameters as { a11y?: { disable?: boolean; config?: axe.Spec } }
  if (!isTest || viewMode !== 'story' || a11y?.disable === true) return
  if (a11y?.config?.rules?.some(({ id, enabled }) => id === 'color-contrast' && enabled === false) === true) return
  const { dataset } = document.documentElement
  const theme = dataset.theme
  try {
    for (const one of [theme, theme === 'dark' ? 'light' : 'dark']) {
      dataset.theme = one
      const found = await unreadable()
      if (found.length > 0) throw new Error(`Not readable in the theme ${one}:\n${found.join('\n')}`)
    }
  } finally {
    dataset.theme = theme
  }
}
