/** Further entries of the menus of widgets: each opens over the page, and loads with its texts when chosen. */
import type { WidgetAction, WidgetDialogProps } from '#engine'
import { ensureTexts, texts } from '#i18n'
import { BellIcon, TableIcon } from '#ui/icons/index.tsx'
import { lazy } from 'react'

const Explore = lazy(async () => {
  const [{ ExploreDialog }, { explorePorts }] = await Promise.all([
    import('../features/dashboards/explore-dialog.tsx'),
    import('./explore-ports.ts'),
    ensureTexts('viewing', 'editor-panels'),
  ])
  return { default: (props: WidgetDialogProps) => <ExploreDialog {...props} ports={explorePorts} /> }
})

/** Over the widget of one dashboard; the same component as long as it is the same dashboard. */
const alertOn = (dashboard: string) =>
  lazy(async () => {
    const [{ FigureAlertDialog }, { figureAlertPorts }] = await Promise.all([
      import('../features/alerts/figure-dialog.tsx'),
      import('./figure-alert-ports.ts'),
      ensureTexts('alerts'),
    ])
    const ports = figureAlertPorts(dashboard)
    return { default: (props: WidgetDialogProps) => <FigureAlertDialog {...props} ports={ports} /> }
  })

/** A widget of figures; of one that repeats, each copy is another. */
const hasFigures: NonNullable<WidgetAction['fits']> = ({ model }, id) => {
  const widget = model.widgets.get(id)
  if (widget?.kind !== 'live' || Object.keys(widget.data).length === 0 || widget.repeat !== undefined) return false
  return model.sections.find((section) => section.id === widget.section)?.repeat === undefined
}

interface ActingReader {
  /** As the address names it. */
  readonly dashboard: string
  /** May make rules of alerts. */
  readonly mayAlert: boolean
}

/** In the language of the page. */
export const widgetActions = ({ dashboard, mayAlert }: ActingReader): readonly WidgetAction[] => [
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
  ...(mayAlert
    ? [
        {
          id: 'alert',
          label: texts.t('app:frame.alert'),
          icon: <BellIcon size={16} />,
          fits: hasFigures,
          Dialog: alertOn(dashboard),
        },
      ]
    : []),
]
