/** A MAC by typing or by the camera: in its strict form as soon as it is one. */
import { strictMac } from '#domain/mac'
import { Button, Dialog, IconButton, TextField, useUi } from '#ui'
import { CameraIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { canScan } from './scan.ts'
import css from './site.module.css'
import { Scanner } from './scanner.tsx'

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
