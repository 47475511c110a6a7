/** Opens the public links of a dashboard, which come when they are wanted. */
import type { Dashboard } from '#engine'
import { BarButton, useUi } from '#ui'
import { GlobeIcon } from '#ui/icons/index.tsx'
import { type ComponentType, Suspense, useState } from 'react'
import type { LinkDialogProps } from './link-dialog.tsx'

export interface LinkButtonProps {
  dashboard: Dashboard
  id: string
  /** The choices on it, by filter. */
  values: (dashboard: Dashboard) => Readonly<Record<string, unknown>>
  dialog: ComponentType<Omit<LinkDialogProps, 'ports'>>
}

export function LinkButton({ dashboard, id, values, dialog: Opened }: LinkButtonProps) {
  const { t } = useUi()
  const [open, setOpen] = useState<Omit<LinkDialogProps, 'ports' | 'onClose'> | null>(null)
  const start = () => {
    const { title, params } = dashboard.store.getState()
    // Of the list that the dashboard offers; a dashboard without brands is limited in the dialog.
    const client = Object.values(params).find(({ key }) => key === 'client')?.value
    setOpen({
      dashboard: id,
      title: title.trim().slice(0, 100),
      values: values(dashboard),
      client: typeof client === 'number' ? client : null,
    })
  }
  return (
    <>
      <BarButton id="publicLink" label={t('app:dashboard.publicLink')} icon={<GlobeIcon />} onPress={start} />
      <Suspense>{open !== null && <Opened {...open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}
