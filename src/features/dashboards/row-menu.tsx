/** Actions on a dashboard of the list. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { confirmAndRun, IconButton, Menu, type MenuAction, toasts, useUi } from '#ui'
import {
  ClockIcon,
  CopyIcon,
  DownloadIcon,
  EditIcon,
  ExpandIcon,
  FolderIcon,
  LinkIcon,
  MoreIcon,
  SettingsIcon,
  TrashIcon,
} from '#ui/icons/index.tsx'
import { PeopleIcon } from '#ui/icons/areas.tsx'
import { type Dashboards, pathsOf, readerPath } from './frame.tsx'
import type { Open } from './list-dialogs.tsx'
import { whyReadOnly } from './list-rows.ts'
import { useRefresh } from './use-dashboards.ts'

export function RowMenu({
  row,
  frame: { api, area, say, save },
  onOpen,
}: {
  row: Dashboard
  frame: Dashboards
  onOpen: (open: NonNullable<Open>) => void
}) {
  const { t } = useUi()
  const refresh = useRefresh()
  const paths = pathsOf(area)
  const { id, name, builtIn, mayEdit, published } = row
  const why = mayEdit ? {} : { isDisabled: true, hint: t(whyReadOnly(row)) }
  const unpublished = published ? {} : { isDisabled: true, hint: t('dashboard:why.unpublished') }
  const share = async () => {
    await navigator.clipboard.writeText(`${location.origin}${readerPath(id)}`)
    toasts.success(t(row.audience.to === 'onlyMe' && !builtIn ? 'dashboard:link.onlyYou' : 'dashboard:link.copied'))
  }
  const exported = async () => {
    try {
      const { text } = await api.one(id)
      save(`${fileName(name)}.json`, new Blob([text], { type: 'application/json' }))
    } catch (cause) {
      toasts.error(say(cause))
    }
  }
  const remove = async () => {
    const answer = await confirmAndRun({
      question: t('dashboard:removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('dashboard:action.remove'),
      errorText: say,
      run: () => api.remove(id),
    })
    if (answer === 'done') await refresh()
  }
  const actions: readonly MenuAction[] = [
    {
      id: 'view',
      label: t('dashboard:action.view'),
      icon: <ExpandIcon />,
      ...unpublished,
      ...(published && { href: paths.view(id) }),
    },
    {
      id: 'edit',
      label: t('dashboard:action.edit'),
      icon: <EditIcon />,
      ...why,
      ...(mayEdit && { href: paths.edit(id) }),
    },
    ...(builtIn
      ? [
          {
            id: 'customise',
            label: t('dashboard:action.customise'),
            icon: <SettingsIcon />,
            hint: t('dashboard:copy.hint'),
            onAction: () => onOpen({ kind: 'customise', of: row }),
          },
        ]
      : []),
    {
      id: 'copy',
      label: t('dashboard:action.duplicate'),
      icon: <CopyIcon />,
      onAction: () => onOpen({ kind: 'copy', of: row }),
    },
    {
      id: 'history',
      label: t('dashboard:action.history'),
      icon: <ClockIcon />,
      ...why,
      ...(mayEdit && { href: paths.history(id) }),
    },
    {
      id: 'place',
      label: t('dashboard:action.place'),
      icon: <FolderIcon />,
      ...why,
      onAction: () => onOpen({ kind: 'place', of: row }),
    },
    {
      id: 'audience',
      label: t('dashboard:action.audience'),
      icon: <PeopleIcon size={16} />,
      ...why,
      onAction: () => onOpen({ kind: 'audience', of: row }),
    },
    {
      id: 'share',
      label: t('dashboard:action.share'),
      icon: <LinkIcon />,
      ...unpublished,
      onAction: () => void share(),
    },
    { id: 'export', label: t('dashboard:action.export'), icon: <DownloadIcon />, onAction: () => void exported() },
    {
      id: 'remove',
      label: t('dashboard:action.remove'),
      icon: <TrashIcon />,
      isDanger: true,
      ...why,
      onAction: () => void remove(),
    },
  ]
  return (
    <Menu
      label={t('dashboard:action.of', { name })}
      actions={actions}
      trigger={<IconButton plain size="small" label={t('dashboard:action.of', { name })} icon={<MoreIcon />} />}
    />
  )
}

const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '') || 'dashboard'
