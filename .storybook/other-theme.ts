/**
 * In tests: what a story shows must be readable in the other theme too. The tokens follow `data-theme`, so nothing is
 * drawn again.
 */
import type { Preview } from '@storybook/react-vite'
import axe from 'axe-core'

export const readableInTheOtherTheme: Preview['afterEach'] = async ({ parameters, viewMode }) => {
  const { a11y } = parameters as { a11y?: { disable?: boolean; config?: axe.Spec } }
  if (!('__vitest_browser__' in globalThis) || viewMode !== 'story' || a11y?.disable === true) return
  if (a11y?.config?.rules?.some(({ id, enabled }) => id === 'color-contrast' && enabled === false) === true) return
  const { dataset } = document.documentElement
  const theme = dataset.theme
  dataset.theme = theme === 'dark' ? 'light' : 'dark'
  try {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
    axe.reset()
    const { violations } = await axe.run(
      { include: document.body, exclude: ['.sb-wrapper'] },
      { runOnly: ['color-contrast'], resultTypes: ['violations'] },
    )
    const found = violations.flatMap(({ nodes }) =>
      nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    )
    if (found.length > 0) throw new Error(`Not readable in the theme ${dataset.theme}:\n${found.join('\n')}`)
  } finally {
    dataset.theme = theme
  }
}
