import { Notice, useUi } from '#ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { scanMac } from './scan.ts'
import css from './site.module.css'

/** Inside of the dialog, whose window may come later: there is no picture to look at before. */
export function Scanner({ onFound }: { onFound: (mac: string) => void }) {
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
