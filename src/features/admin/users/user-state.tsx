/** Beside the form of an account: its state, and the actions that apply at once. */
import { tableMoment } from '#domain/moment'
import type { OtpHanded } from '#schemas/generated/api/otp-handed.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { Button, Card, confirmAndRun, StatusDot, toasts, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { putOne, useServerState } from '../use-admin-data.ts'
import { useRemoving } from '../use-removing.ts'
import { CodeDialog } from './code-dialog.tsx'
import { useEnabling } from './use-enabling.ts'
import css from '../admin.module.css'

export function UserState({ user }: { user: UserAccount }) {
  const { t } = useUi()
  const { api, me, say } = useAdmin()
  const queries = useQueryClient()
  const removing = useRemoving('users')
  const navigate = useNavigate()
  const enabling = useEnabling()
  const [busy, setBusy] = useState<string | null>(null)
  const [handed, setHanded] = useState<OtpHanded | null>(null)
  const isOwn = user.id === me.id
  // With mail the code of the next sign-in would take the place of this one.
  const needsCode = user.loginType === 'otp' && user.enabled
  const noMail = useServerState(needsCode).data?.mailLeaves === false
  const handCode = () =>
    confirmAndRun({
      question: t('admin:users.makeCodeQuestion', { name: user.username }),
      confirmLabel: t('admin:users.makeCode'),
      errorText: say,
      run: async () => setHanded(await api.handCode(user.id)),
    })
  const removeFactors = () =>
    confirmAndRun({
      question: t('admin:users.removeFactorsQuestion', { name: user.username }),
      confirmLabel: t('admin:users.removeFactors'),
      isDanger: true,
      errorText: say,
      run: () => api.removeFactors(user.id),
    })
  const at = (moment: number | null, none: string) => (moment === null ? t(none) : tableMoment(moment))

  const run = async (what: string, work: () => Promise<void>, done: string) => {
    setBusy(what)
    try {
      await work()
      toasts.success(done)
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(null)
    }
  }
  const remove = () =>
    removing(user.id, t('admin:users.removeQuestion', { name: user.username }), () => void navigate(PATHS.users.list))
  return (
    <Card title={t('admin:users.state')}>
      <dl className={css.facts}>
        <dt>{t('admin:users.enabled')}</dt>
        <dd>
          <StatusDot status={user.enabled ? 'up' : 'closed'}>
            {t(user.enabled ? 'admin:enabled.yes' : 'admin:enabled.no')}
          </StatusDot>
        </dd>
        <dt>{t('admin:users.lastLogin')}</dt>
        <dd>{at(user.lastLogin, 'admin:never')}</dd>
        <dt>{t('admin:users.createdAt')}</dt>
        <dd>{tableMoment(user.createdAt)}</dd>
        <dt>{t('admin:users.terms')}</dt>
        <dd>{at(user.termsAcceptedAt, 'admin:notYet')}</dd>
      </dl>
      <div className={css.acts}>
        {needsCode && noMail && <Button onPress={() => void handCode()}>{t('admin:users.makeCode')}</Button>}
        {user.loginType !== 'external' && (
          <Button
            isPending={busy === 'mail'}
            onPress={() =>
              void run(
                'mail',
                () => api.sendRecovery(user.username, user.properties.lang),
                t('admin:users.mailSent', { name: user.username }),
              )
            }
          >
            {t('admin:users.sendMail')}
          </Button>
        )}
        <Button
          isPending={busy === 'fails'}
          onPress={() => void run('fails', () => api.clearFails(user.id), t('admin:users.failsCleared'))}
        >
          {t('admin:users.clearFails')}
        </Button>
        {!isOwn && user.loginType !== 'external' && (
          <Button onPress={() => void removeFactors()}>{t('admin:users.removeFactors')}</Button>
        )}
        {!isOwn && (
          <Button
            onPress={() =>
              void enabling(user).then((after) => {
                if (after !== null) putOne(queries, 'users', after)
              })
            }
          >
            {t(user.enabled ? 'admin:users.disable' : 'admin:users.enable')}
          </Button>
        )}
        {!isOwn && (
          <Button kind="quiet" icon={<TrashIcon />} onPress={() => void remove()}>
            {t('admin:users.remove')}
          </Button>
        )}
      </div>
      {handed !== null && <CodeDialog handed={handed} onClose={() => setHanded(null)} />}
    </Card>
  )
}
