/** The public links of a dashboard. The button is small and comes with it, what it opens with the first press. */
import type { Dashboard } from '#engine'
import { ensureTexts } from '#i18n'
import { lazy } from 'react'
import { LinkButton } from '../features/links/link-button.tsx'
import type { LinkDialogProps } from '../features/links/link-dialog.tsx'
import { chosenValues } from '../features/reports/chosen.ts'

const Dialog = lazy(async () => {
  const [{ default: LinkDialog }, { linkPorts }] = await Promise.all([
    import('../features/links/link-dialog.tsx'),
    import('./link-ports.tsx'),
    ensureTexts('links'),
  ])
  const ports = linkPorts()
  return { default: (props: Omit<LinkDialogProps, 'ports'>) => <LinkDialog ports={ports} {...props} /> }
})

const values = (dashboard: Dashboard) => chosenValues(dashboard.store.getState())

export const linkMenu = (id: string) => (dashboard: Dashboard) => (
  <LinkButton dashboard={dashboard} id={id} values={values} dialog={Dialog} />
)
