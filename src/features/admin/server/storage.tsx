import type { ServerState } from '#schemas/generated/entities/server-state.ts'
import { Card, Notice, QueryState, type ResourceColumn, ResourceTable, useUi } from '#ui'
import { useList } from '../use-list.ts'
import { useClients, useServerState } from '../use-admin-data.ts'
import css from '../admin.module.css'
import { damagePlace } from './damage-place.ts'

/** Asked again while the page is open: a disk fills up, and is freed, by itself. */
const STATE_EVERY_MS = 30_000

export function Storage() {
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
