/** A MAC by typing or by the camera: in its strict form as soon as it is one. */
import { strictMac } from '#domain/mac'
import { Button, Dialog, IconButton, Notice, TextField, useUi } from '#ui'
import { CameraIcon } from '#ui/icons/index.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { canScan, scanMac } from './scan.ts'
import css from './site.module.css'

interface MacEntryProps {
  label: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

export function MacEntry({ label, value, error, onChange }: MacEntryProps) {
  const { t } = useUi()
  const [isScanning, setScanning] = useState(false)
  return (
    <div className={css.mac} data-wide data-helped={error !== null || undefined}>
      <TextField
        label={label}
        isRequired
        value={value}
        error={error}
        maxLength={32}
        placeholder="00:1E:42:0A:0B:0C"
        autoComplete="off"
        onChange={(text) => onChange(strictMac(text) ?? text)}
      />
      {canScan() && (
        <IconButton label={t('admin:site.scan')} icon={<CameraIcon size={20} />} onPress={() => setScanning(true)} />
      )}
      {isScanning && (
        <ScanDialog
          onClose={() => setScanning(false)}
          onFound={(mac) => {
            onChange(mac)
            setScanning(false)
          }}
        />
      )}
    </div>
  )
}

function ScanDialog({ onClose, onFound }: { onClose: () => void; onFound: (mac: string) => void }) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin:site.scan')}
      actions={<Button onPress={onClose}>{t('admin:cancel')}</Button>}
    >
      <Scanner onFound={onFound} />
    </Dialog>
  )
}

/** Inside of the dialog, whose window may come later: there is no picture to look at before. */
function Scanner({ onFound }: { onFound: (mac: string) => void }) {
  const { t } = useUi()
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onFound)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const { current } = video
    if (current === null) return
    const scanning = new AbortController()
    scanMac(current, scanning.signal).then(
      (mac) => {
        if (mac !== null) tell(mac)
      },
      () => {
        if (!scanning.signal.aborted) setRefused(true)
      },
    )
    return () => scanning.abort()
  }, [])
  return (
    <div className={css.scanner}>
      {isRefused ? (
        <Notice kind="warn">{t('admin:site.noCamera')}</Notice>
      ) : (
        <p className={css.note}>{t('admin:site.scanNote')}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a picture of the camera, without sound */}
      <video ref={video} className={css.video} muted playsInline hidden={isRefused} />
    </div>
  )
}
