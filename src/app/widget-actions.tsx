/** What the menus of widgets have besides: each opens over the page, and comes with its words when it is chosen. */
import type { WidgetAction, WidgetDialogProps } from '#engine'
import { ensureTexts, texts } from '#i18n'
import { TableIcon } from '#ui/icons/index.tsx'
import { lazy } from 'react'

const Explore = lazy(async () => {
  const [{ ExploreDialog }, { explorePorts }] = await Promise.all([
    import('../features/dashboards/explore-dialog.tsx'),
    import('./explore-ports.ts'),
    ensureTexts('viewing', 'editor-panels'),
  ])
  return { default: (props: WidgetDialogProps) => <ExploreDialog {...props} ports={explorePorts} /> }
})

/** In the language of the page. */
export const widgetActions = (): readonly WidgetAction[] => [
  {
    id: 'explore',
    label: texts.t('app:frame.explore'),
    icon: <TableIcon />,
    fits: ({ model }, id) => {
      const widget = model.widgets.get(id)
      return widget?.kind === 'live' && Object.keys(widget.data).length > 0
    },
    Dialog: Explore,
  },
]
