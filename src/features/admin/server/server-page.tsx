/** The server as a whole: its disk and what is damaged on it, maintenance, and the mails that have not left. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import type { UndeliveredMail } from '#schemas/generated/entities/undelivered-mail.ts'
import {
  Button,
  Card,
  confirmAndRun,
  EmptyState,
  IconButton,
  Notice,
  Page,
  QueryState,
  type ResourceColumn,
  ResourceTable,
  Switch,
  toasts,
  useUi,
} from '#ui'
import { MailIcon, RefreshIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { mailReason } from '../mail-reason.ts'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { SERVER_STATE, useClients, useServerState } from '../use-admin-data.ts'
import css from '../admin.module.css'
import { damagePlace } from './damage-place.ts'

const MAILS = ['admin', 'server', 'mails'] as const

export function ServerPage() {
  const { t } = useUi()
  return (
    <Page
      title={t('admin:server.title')}
      note={t('admin:server.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <div className={css.stack}>
        <Storage />
        <Maintenance />
        <Mails />
      </div>
    </Page>
  )
}

/** Asked again while the page is open: a disk fills up, and is freed, by itself. */
const STATE_EVERY_MS = 30_000

function Storage() {
  const { t } = useUi()
  const list = useList()
  const state = useServerState(true, STATE_EVERY_MS)
  const clients = useClients()
  const nameOf = (id: number) => clients.data?.find((client) => client.id === id)?.name ?? `#${id}`
  const whose = (of: ServerState['damages'][number]['clients']) =>
    of === null
      ? t('admin:server.unknownClients')
      : of.length === 0
        ? t('admin:server.noClients')
        : of.map(nameOf).join(', ')
  const columns: ResourceColumn<{ key: string; partName: string; where: string; whose: string; at: number }>[] = [
    { attr: 'partName', label: t('admin:server.part') },
    { attr: 'where', label: t('admin:server.where') },
    { attr: 'whose', label: t('admin:server.whose') },
    { attr: 'at', label: t('admin:server.found'), type: 'Date' },
  ]
  return (
    <Card title={t('admin:server.health')}>
      <QueryState of={state} isEmpty={() => false}>
        {({ isDiskFull, damages }) => (
          <div className={css.stack}>
            {!isDiskFull && damages.length === 0 && <p>{t('admin:server.healthy')}</p>}
            {isDiskFull && (
              <Notice kind="warn" title={t('admin:server.diskFull')}>
                {t('admin:server.diskFullText')}
              </Notice>
            )}
            {damages.length > 0 && (
              <>
                <Notice kind="bad">{t('admin:server.doctor')}</Notice>
                <ResourceTable
                  label={t('admin:server.damages')}
                  columns={columns}
                  rowKey={({ key }) => key}
                  state={list.state}
                  onStateChange={list.onStateChange}
                  rows={{
                    ...state,
                    data: damages.map((one) => ({
                      key: `${one.part} ${one.where}`,
                      partName: t(`admin:server.partName.${one.part}`),
                      where: damagePlace(one.where, t),
                      whose: whose(one.clients),
                      at: one.at,
                    })),
                  }}
                />
              </>
            )}
          </div>
        )}
      </QueryState>
    </Card>
  )
}

function Maintenance() {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    try {
      queries.setQueryData(SERVER_STATE, await api.server.setMaintenance(on))
      toasts.success(t(on ? 'admin:server.maintenanceIsOn' : 'admin:server.maintenanceIsOff'))
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('admin:server.maintenance')}>
      <QueryState of={useServerState()} isEmpty={() => false}>
        {({ maintenance }) => (
          <div className={css.stack}>
            <p>{t('admin:server.maintenanceText')}</p>
            <Switch isSelected={maintenance} isDisabled={isBusy} onChange={(on) => void change(on)}>
              {t('admin:server.maintenanceSwitch')}
            </Switch>
          </div>
        )}
      </QueryState>
    </Card>
  )
}

function Mails() {
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
