/** The frame of the story book in the product's colours, light or dark as the reader's system is. */
import { addons } from 'storybook/manager-api'
import { create } from 'storybook/theming/create'

const isDark = matchMedia('(prefers-color-scheme: dark)').matches
const [surface, raised, line, text, muted, accent] = isDark
  ? ['#0e1110', '#161a18', '#2a302d', '#ecefed', '#a7b1ac', '#43c08d']
  : ['#f6f7f6', '#ffffff', '#e0e4e1', '#141816', '#505954', '#0b7a53']

addons.setConfig({
  // The workshop's pages are to be read and written in: controls and checks belong to stories.
  layoutCustomisations: { showPanel: ({ storyId }, isShown) => isShown && !storyId.startsWith('workshop-') },
  theme: create({
    base: isDark ? 'dark' : 'light',
    brandTitle: 'Aforo workshop',
    brandTarget: '_self',
    colorPrimary: accent,
    colorSecondary: accent,
    appBg: surface,
    appContentBg: raised,
    appPreviewBg: surface,
    appBorderColor: line,
    appBorderRadius: 6,
    textColor: text,
    textMutedColor: muted,
    barBg: raised,
    barTextColor: muted,
    barSelectedColor: accent,
    barHoverColor: accent,
    inputBg: raised,
    inputBorder: line,
    inputTextColor: text,
    inputBorderRadius: 6,
  }),
})
