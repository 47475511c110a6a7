import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import {
  Button,
  Card,
  confirmAndRun,
  EmptyState,
  IconButton,
  Notice,
  type ResourceColumn,
  ResourceTable,
  toasts,
  useUi,
} from '#ui'
import { MailIcon, RefreshIcon } from '#ui/icons/index.tsx'
import { useAdmin } from '../admin-frame.tsx'
import { mailReason } from '../mail-reason.ts'
import { useList } from '../use-list.ts'
import { SERVER_STATE, useServerState } from '../use-admin-data.ts'
import css from '../admin.module.css'

const MAILS = ['admin', 'server', 'mails'] as const

export function Mails() {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const list = useList()
  const state = useServerState()
  const mails = useQuery({ queryKey: MAILS, queryFn: ({ signal }) => api.server.mails(signal), staleTime: 0 })
  const refresh = async () => {
    await Promise.all([MAILS, SERVER_STATE].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  const rows = mails.data?.map((mail) => ({
    ...mail,
    key: `${mail.state} ${mail.id}`,
    kindName: t(`admin:mail.${mail.kind}`),
    stateName: t(`admin:mailState.${mail.state}`),
    why: whyOf(mail, t),
  }))
  const columns: ResourceColumn<NonNullable<typeof rows>[number]>[] = [
    { attr: 'kindName', label: t('admin:server.kind') },
    { attr: 'to', label: t('admin:server.to') },
    { attr: 'at', label: t('admin:server.at'), type: 'Date' },
    { attr: 'stateName', label: t('admin:server.state') },
    { attr: 'why', label: t('admin:server.why') },
  ]
  const retry = async (id: number) => {
    await api.server.retry(id).then(
      () => toasts.info(t('admin:server.retried')),
      (cause: unknown) => toasts.error(say(cause)),
    )
    await refresh()
  }
  const clear = () =>
    confirmAndRun({
      question: t('admin:server.clearQuestion'),
      run: async () => {
        await api.server.forgetFailures()
        await refresh()
      },
    })
  return (
    <Card title={t('admin:server.mails')}>
      <div className={css.stack}>
        {state.data?.mailLeaves === false && (
          <Notice kind="warn" title={t('admin:server.noMail')}>
            {t('admin:server.noMailText')}
          </Notice>
        )}
        <ResourceTable
          label={t('admin:server.mails')}
          columns={columns}
          rows={{ ...mails, data: rows }}
          rowKey={({ key }) => key}
          state={list.state}
          onStateChange={list.onStateChange}
          tools={
            rows?.some((mail) => mail.state === 'failed') === true && (
              <Button onPress={() => void clear()}>{t('admin:server.clear')}</Button>
            )
          }
          rowActions={({ id, state: now, to }) =>
            now === 'waiting' ? (
              <IconButton
                plain
                size="small"
                icon={<RefreshIcon />}
                label={t('admin:server.retry', { to })}
                onPress={() => void retry(id)}
              />
            ) : null
          }
          empty={
            <EmptyState icon={<MailIcon size={20} />} title={t('admin:server.none')}>
              {t('admin:server.noneText')}
            </EmptyState>
          }
        />
      </div>
    </Card>
  )
}

function whyOf({ reason, tries }: UndeliveredMail, t: ReturnType<typeof useUi>['t']): string {
  if (reason === null) return t('admin:server.tries', { count: tries ?? 0 })
  return mailReason(reason, t)
}
