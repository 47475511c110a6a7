import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { IconButton, Menu, type MenuAction, toasts, useUi } from '#ui'
import { EditIcon, LinkIcon, LockIcon, MoreIcon, RefreshIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useRemoving } from '../use-removing.ts'
import { useEnabling } from './use-enabling.ts'

export function Actions({ user }: { user: UserAccount }) {
  const { t } = useUi()
  const { api, me, say } = useAdmin()
  const removing = useRemoving('users')
  const enabling = useEnabling()
  const isOwn = user.id === me.id
  const label = t('admin:actionsOf', { name: user.username })
  const mail = () =>
    api.sendRecovery(user.username, user.properties.lang).then(
      () => toasts.success(t('admin:users.mailSent', { name: user.username })),
      (cause: unknown) => toasts.error(say(cause)),
    )
  const own = { isDisabled: isOwn, ...(isOwn && { hint: t('admin:users.ownAccount') }) }
  const actions: MenuAction[] = [
    { id: 'edit', label: t('admin:edit'), icon: <EditIcon />, href: PATHS.users.edit(user.id) },
    ...(user.loginType === 'external'
      ? []
      : [{ id: 'mail', label: t('admin:users.sendMail'), icon: <LinkIcon />, onAction: () => void mail() }]),
    {
      id: 'enabled',
      label: t(user.enabled ? 'admin:users.disable' : 'admin:users.enable'),
      icon: user.enabled ? <LockIcon /> : <RefreshIcon />,
      ...own,
      onAction: () => void enabling(user),
    },
    {
      id: 'remove',
      label: t('admin:users.remove'),
      icon: <TrashIcon />,
      isDanger: true,
      ...own,
      onAction: () => void removing(user.id, t('admin:users.removeQuestion', { name: user.username })),
    },
  ]
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={actions}
    />
  )
}
