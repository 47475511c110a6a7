import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import type { Dashboard } from '#engine'
import { pageClient } from '#engine/core/run/page-client'
import { Button, nameProblem, Notice } from '#ui'
import { Switch, TextField, toasts, useUi } from '#ui'
import { type SyntheticEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ViewsPorts } from './ports.ts'
import css from './viewing.module.css'

interface ViewFormProps {
  dashboard: Dashboard
  ports: ViewsPorts
  /** The one that is renamed; null for a new one. */
  of: SavedView | null
  onDone: () => void
  onCancel: (() => void) | undefined
}

export function ViewForm({ dashboard, ports, of, onDone, onCancel }: ViewFormProps) {
  const { t } = useUi()
  const [name, setName] = useState(of?.name ?? '')
  const [isShared, setShared] = useState(of?.isShared ?? false)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const chosen = useStore(dashboard.store, () => pageClient(dashboard))
  const client = of?.client ?? chosen
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    const problem = nameProblem(name, t)
    if (problem !== null) return setError(problem)
    setSaving(true)
    setError(null)
    try {
      const change = { name: name.trim(), isShared, client: isShared ? client : null }
      if (of === null) await ports.api.add({ ...change, dashboard: ports.dashboard, search: ports.search() })
      else await ports.api.change(of.id, { ...change, search: of.search })
      toasts.success(t('viewing:views.saved', { name: change.name }))
      setName('')
      onDone()
    } catch (cause) {
      setError(ports.say(cause))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className={css.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={t(of === null ? 'viewing:views.name' : 'viewing:views.rename')}
        maxLength={80}
        value={name}
        onChange={setName}
        error={error}
      />
      {ports.mayShare && (
        <Switch isSelected={isShared} onChange={setShared}>
          {t('viewing:views.share')}
        </Switch>
      )}
      {isShared && client === null && <Notice kind="warn">{t('viewing:views.noClient')}</Notice>}
      <div className={css.buttons}>
        <Button kind="primary" type="submit" isPending={isSaving}>
          {t('viewing:views.save')}
        </Button>
        {onCancel !== undefined && <Button onPress={onCancel}>{t('viewing:cancel')}</Button>}
      </div>
    </form>
  )
}
