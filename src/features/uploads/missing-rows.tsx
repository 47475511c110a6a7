import { UPLOAD_MISSING_SHOWN } from '#domain/uploads'
import { Button, useUi } from '#ui'
import { useId, useState } from 'react'
import css from './uploads.module.css'

/** Up to three are there; more are folded away. */
export function Missing({ ids, all }: { ids: readonly string[]; all: number }) {
  const { t } = useUi()
  const id = useId()
  const isMany = all > UPLOAD_MISSING_SHOWN
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.missing}>
      {isMany && (
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'uploads:missing.hide' : 'uploads:missing.show', { count: all })}
        </Button>
      )}
      <ul id={id} className={css.ids} hidden={isMany && !isOpen}>
        {ids.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
        {all > ids.length && <li>{t('uploads:missing.more', { n: all - ids.length })}</li>}
      </ul>
    </div>
  )
}
