import { Button, TextField, useUi } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useLeaving } from '../leaving.tsx'
import css from '../site/site.module.css'

export function AddArea({ areas, onAdd }: { areas: readonly string[]; onAdd: (area: string) => void }) {
  const { t } = useUi()
  const [name, setName] = useState('')
  const area = name.trim()
  const error = area.startsWith('_')
    ? t('admin:site.nameStart')
    : areas.includes(area)
      ? t('errors:SETUP_AREA_TAKEN', { area })
      : null
  const add = () => {
    if (area === '' || error !== null) return false
    onAdd(area)
    setName('')
    return true
  }
  useLeaving(area === '', add)
  return (
    <form
      className={css.mac}
      aria-label={t('noun-preseals:addArea')}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField label={t('noun-preseals:otherArea')} maxLength={60} value={name} error={error} onChange={setName} />
      <Button type="submit" icon={<PlusIcon />}>
        {t('noun-preseals:addArea')}
      </Button>
    </form>
  )
}
