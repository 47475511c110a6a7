import { tableMoment } from '#domain/moment'
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { DeviceKey } from '#schemas/generated/entities/device-key.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { Button, Card, confirmAndRun, QueryState, toasts, useUi } from '#ui'
import { LockIcon, RefreshIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useFleet } from '../hubble/fleet-frame.tsx'
import { useFleetList, useFleetRefresh } from '../hubble/fleet-queries.ts'
import { nameOf } from './footscan-rows.ts'
import { KeyDialog } from './key-dialog.tsx'
import css from '../admin.module.css'

export function Keys({ footscan }: { footscan: FleetFootscan }) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const keys = useFleetList('keys')
  const [made, setMade] = useState<DeviceKeyMade | null>(null)
  const [isBusy, setBusy] = useState(false)
  const give = async () => {
    setBusy(true)
    try {
      setMade(await api.addKey(footscan, nameOf(footscan)))
      await refresh()
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t('fleet:key.title')}>
      <QueryState of={keys} compact isEmpty={() => false}>
        {(all) => {
          const own = all.filter((key) => key.footscan === footscan.id)
          return own.length === 0 ? (
            <p>{t('fleet:key.none')}</p>
          ) : (
            <div className={css.rows}>
              {own.map((key) => (
                <KeyRow key={key.id} row={key} onMade={setMade} />
              ))}
            </div>
          )
        }}
      </QueryState>
      <div className={css.acts}>
        <Button kind="primary" icon={<LockIcon />} isPending={isBusy} onPress={() => void give()}>
          {t('fleet:key.add')}
        </Button>
      </div>
      {made !== null && <KeyDialog footscan={footscan} made={made} onClose={() => setMade(null)} />}
    </Card>
  )
}

function KeyRow({
  row: { id, name, createdAt, endsAt },
  onMade,
}: {
  row: DeviceKey
  onMade: (made: DeviceKeyMade) => void
}) {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const act = async (what: 'rotate' | 'revoke', run: () => Promise<void>) => {
    const answer = await confirmAndRun({
      question: t(`fleet:key.${what}Question`, { name }),
      confirmLabel: t(`fleet:key.${what}`),
      isDanger: what === 'revoke',
      doneText: t(`fleet:key.${what}Done`),
      errorText: say,
      run,
    })
    if (answer === 'done') await refresh()
  }
  return (
    <div className={css.row}>
      <div className={css.what}>
        <span>{name}</span>
        <span>
          {endsAt === null
            ? t('fleet:key.since', { at: tableMoment(createdAt) })
            : t('fleet:key.until', { at: tableMoment(endsAt) })}
        </span>
      </div>
      <div className={css.line}>
        {endsAt === null && (
          <Button
            size="small"
            icon={<RefreshIcon />}
            aria-label={t('fleet:key.rotateLabel', { name })}
            onPress={() => void act('rotate', async () => onMade(await api.rotateKey(id)))}
          >
            {t('fleet:key.rotate')}
          </Button>
        )}
        <Button
          size="small"
          kind="quiet"
          icon={<TrashIcon />}
          aria-label={t('fleet:key.revokeLabel', { name })}
          onPress={() => void act('revoke', () => api.revokeKey(id))}
        >
          {t('fleet:key.revoke')}
        </Button>
      </div>
    </div>
  )
}
