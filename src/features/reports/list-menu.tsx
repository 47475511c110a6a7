/** Actions on a scheduled report. */
import { confirmAndRun, IconButton, Menu, toasts, useUi } from '#ui'
import { ChartBarIcon, ClockIcon, EditIcon, MailIcon, MoreIcon, TrashIcon } from '#ui/icons/index.tsx'
import { PATHS } from './ports.ts'
import type { Row } from './report-rows.ts'
import { useReports } from './reports-frame.tsx'
import { useRefreshReports } from './use-report-data.ts'

interface ListMenuProps {
  row: Row
  onOpen: (dialog: 'edit' | 'history') => void
}

export function ListMenu({ row, onOpen }: ListMenuProps) {
  const { t } = useUi()
  const { api, say } = useReports()
  const refresh = useRefreshReports()
  const send = async ({ id, name }: Row) => {
    await api.send(id).then(
      () => toasts.info(t('reports:onItsWay', { name })),
      (cause: unknown) => {
        toasts.error(say(cause))
      },
    )
    await refresh()
  }
  const remove = async ({ id, name }: Row) => {
    const answer = await confirmAndRun({
      question: t('reports:removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('reports:remove'),
      errorText: say,
      run: () => api.remove(id),
    })
    if (answer === 'done') await refresh()
  }
  return (
    <Menu
      label={t('reports:actions', { name: row.name })}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={t('reports:actions', { name: row.name })} icon={<MoreIcon />} />}
      actions={[
        { id: 'send', label: t('reports:action.send'), icon: <MailIcon />, onAction: () => void send(row) },
        {
          id: 'edit',
          label: t('reports:action.edit'),
          icon: <EditIcon />,
          onAction: () => onOpen('edit'),
        },
        {
          id: 'history',
          label: t('reports:action.history'),
          icon: <ClockIcon />,
          onAction: () => onOpen('history'),
        },
        {
          id: 'open',
          label: t('reports:action.open'),
          icon: <ChartBarIcon />,
          href: PATHS.view(row.what.dashboard),
        },
        {
          id: 'remove',
          label: t('reports:remove'),
          icon: <TrashIcon />,
          isDanger: true,
          onAction: () => void remove(row),
        },
      ]}
    />
  )
}
