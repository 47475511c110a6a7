/** The key of a footscan, in sight this once, with a command that tries it. */
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { Button, Dialog, Notice, useUi } from '#ui'
import { useState } from 'react'
import { curlExample, ingestPath } from './curl-example.ts'
import { nameOf } from './footscan-rows.ts'
import { Copyable } from '../copyable.tsx'
import css from '../admin.module.css'

export interface KeyDialogProps {
  footscan: FleetFootscan
  made: DeviceKeyMade
  onClose: () => void
  /** Of the example, epoch ms. */ nowMs?: number
}

export function KeyDialog({ footscan, made: { key }, onClose, nowMs }: KeyDialogProps) {
  const { t } = useUi()
  const [at] = useState(() => nowMs ?? Date.now())
  const { origin } = location
  return (
    <Dialog
      isOpen
      isBlocking
      size="large"
      onClose={onClose}
      title={t('fleet:key.madeTitle', { name: nameOf(footscan) })}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('fleet:key.kept')}
        </Button>
      }
    >
      <div className={css.secret}>
        <Notice kind="warn">{t('fleet:key.once')}</Notice>
        <Copyable label={t('fleet:key.one')} text={key} />
        {footscan.kind !== 'aforo' && (
          <Copyable label={t('fleet:key.address')} text={`${origin}${ingestPath(footscan)}`} />
        )}
        <Copyable label={t('fleet:key.example')} text={curlExample(footscan, { key, origin, nowMs: at })} isCode />
      </div>
    </Dialog>
  )
}
