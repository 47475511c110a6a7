/** The key of a footscan, in sight this once, with a command that tries it. */
import type { DeviceKeyMade } from '#schemas/generated/api/device-key-made.ts'
import type { FleetFootscan } from '#schemas/generated/entities/fleet-footscan.ts'
import { Button, Dialog, Notice, useUi } from '#ui'
import { CheckIcon, CopyIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { curlExample, ingestPath } from './curl-example.ts'
import { nameOf } from './footscan-rows.ts'
import admin from '../admin.module.css'
import css from './footscans.module.css'

export interface KeyDialogProps { footscan: FleetFootscan; made: DeviceKeyMade; onClose: () => void; /** Of the example, epoch ms. */ nowMs?: number }

export function KeyDialog({ footscan, made: { key }, onClose, nowMs }: KeyDialogProps) {
  const { t } = useUi()
  const [at] = useState(() => nowMs ?? Date.now())
  const { origin } = location
  return (
    <Dialog isOpen isBlocking size="large" onClose={onClose} title={t('fleet:key.madeTitle', { name: nameOf(footscan) })} actions={<Button kind="primary" onPress={onClose}>{t('fleet:key.kept')}</Button>}>
      <div className={admin.secret}>
        <Notice kind="warn">{t('fleet:key.once')}</Notice>
        <Copyable label={t('fleet:key.one')} text={key} />
        {footscan.kind !== 'aforo' && <Copyable label={t('fleet:key.address')} text={`${origin}${ingestPath(footscan)}`} />}
        <Copyable label={t('fleet:key.example')} text={curlExample(footscan, { key, origin, nowMs: at })} isCode />
      </div>
    </Dialog>
  )
}

const COPIED_MS = 2000

function Copyable({ label, text, isCode = false }: { label: string; text: string; /** Over several lines. */ isCode?: boolean }) {
  const { t } = useUi()
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = () => {
    navigator.clipboard.writeText(text).then(() => {
      setState('copied')
      setTimeout(() => setState('ready'), COPIED_MS)
    }, () => setState('failed'))
  }
  const button = <Button size="small" icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />} aria-label={t('admin:copyLabel', { label })} onPress={copy}>{t(state === 'copied' ? 'admin:copied' : 'admin:copy')}</Button>
  return (
    <div className={admin.code}>
      <span>{label}</span>
      {isCode
        // A keyboard must reach what it scrolls.
        ? <div className={css.example}><pre tabIndex={0} aria-label={label}>{text}</pre>{button}</div>
        : <div className={admin.line}><code>{text}</code>{button}</div>}
      {state === 'failed' && <Notice kind="bad">{t('admin:copyFailed')}</Notice>}
    </div>
  )
}
