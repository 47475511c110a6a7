/** The dashboards of a screen: this one alone, or several in turns. */
import { type Kiosk, KIOSK_SECONDS, MAX_KIOSK_DASHBOARDS } from '#domain/kiosk'
import { Button, Dialog, MultiSelect, Notice, NumberField, useUi } from '#ui'
import { useEffect, useState } from 'react'
import css from './dashboards.module.css'
import { type ScreenPorts, ScreensPanel } from './screens-panel.tsx'

export interface KioskChoice {
  readonly id: string
  readonly label: string
}
export interface KioskDialogProps {
  current: string
  choices: () => Promise<readonly KioskChoice[]>
  onStart: (kiosk: Kiosk) => void
  onClose: () => void
  /** Left out where the account makes no screens. */ screens?: (() => Promise<ScreenPorts>) | undefined
}

export default function KioskDialog({ current, choices, onStart, onClose, screens }: KioskDialogProps) {
  const { t } = useUi()
  const [options, setOptions] = useState<readonly KioskChoice[]>([])
  const [failed, setFailed] = useState(false)
  const [dashboards, setDashboards] = useState<readonly string[]>([current])
  const [seconds, setSeconds] = useState<number | null>(KIOSK_SECONDS.usual)
  useEffect(() => {
    let isOpen = true
    choices().then(
      (found) => {
        if (isOpen) setOptions(found)
      },
      () => {
        if (isOpen) setFailed(true)
      },
    )
    return () => {
      isOpen = false
    }
  }, [choices])
  const [ports, setPorts] = useState<ScreenPorts | null>(null)
  useEffect(() => {
    let isOpen = true
    screens?.().then(
      (loaded) => {
        if (isOpen) setPorts(loaded)
      },
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [screens])
  const tooMany = dashboards.length > MAX_KIOSK_DASHBOARDS
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size={screens === undefined ? 'small' : 'medium'}
      title={t('app:dashboard.kiosk')}
      actions={
        <>
          <Button onPress={onClose}>{t('dashboard:cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={seconds === null || tooMany}
            onPress={() =>
              onStart({ dashboards: dashboards.length > 1 ? dashboards : [], seconds: seconds ?? KIOSK_SECONDS.usual })
            }
          >
            {t('dashboard:kiosk.start')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <p className={css.note}>{t('dashboard:kiosk.text')}</p>
        {failed && <Notice kind="warn">{t('dashboard:kiosk.failed')}</Notice>}
        <MultiSelect
          label={t('dashboard:kiosk.dashboards')}
          options={options}
          value={dashboards}
          placeholder={t('dashboard:kiosk.onlyThis')}
          onChange={setDashboards}
          error={tooMany ? t('dashboard:kiosk.many', { count: MAX_KIOSK_DASHBOARDS }) : null}
        />
        <NumberField
          label={t('dashboard:kiosk.seconds')}
          min={KIOSK_SECONDS.min}
          max={KIOSK_SECONDS.max}
          step={5}
          value={seconds}
          onChange={setSeconds}
        />
        {ports !== null && (
          <ScreensPanel ports={ports} dashboards={dashboards} seconds={seconds} most={MAX_KIOSK_DASHBOARDS} />
        )}
      </div>
    </Dialog>
  )
}
