/** Saves the mapping under a name. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnUse } from '#domain/import-columns'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Button, Checkbox, Dialog, nameProblem, Notice, TextField, toasts, useUi } from '#ui'
import { useState } from 'react'
import { KEYS, useImports } from './imports-frame.tsx'
import css from './imports.module.css'

const LONGEST = 60

/**
 * Everything in force but the files' own: whose they are and where their places go. @param formats those of ours: a
 * preset is on one of them
 */
function mappingOf({ settings, preview }: Import, formats: readonly string[]): ImportSettings {
  const { client: _client, newClient: _new, places: _places, format, columns: said = [], ...rest } = settings
  const shown = (preview?.header ?? []).flatMap((column, at) => {
    const use = preview?.uses[at] ?? null
    return use === null ? [] : [{ column, use: use as ColumnUse }]
  })
  const known = new Set(shown.map(({ column }) => column))
  return {
    ...rest,
    columns: [...shown, ...said.filter(({ column }) => !known.has(column))],
    ...(typeof format === 'string' && formats.includes(format) && { format }),
  }
}

export function SavePreset({ now, isDisabled }: { now: Import; isDisabled: boolean }) {
  const { t } = useUi()
  const { api, say, isAdmin } = useImports()
  const queries = useQueryClient()
  const presets = useQuery({ queryKey: KEYS.presets, queryFn: ({ signal }) => api.presets(signal) })
  const [isAsking, setAsking] = useState(false)
  const [name, setName] = useState('')
  const [forAll, setForAll] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // A new client has no number yet: its preset is for every client, or waits.
  const isForAll = isAdmin && (forAll || now.client === null)
  const trimmed = name.trim()
  const problem = nameProblem(name, t)
  const formats = (presets.data ?? []).filter(({ id }) => id === null).map((one) => one.name)
  const save = async () => {
    setSaving(true)
    setRefusal(null)
    try {
      await api.savePreset({ name: trimmed, client: isForAll ? null : now.client, settings: mappingOf(now, formats) })
      await queries.invalidateQueries({ queryKey: KEYS.presets })
      setAsking(false)
      toasts.success(t('imports:presets.saved', { name: trimmed }))
    } catch (cause) {
      setRefusal(say(cause))
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <Button size="small" isDisabled={isDisabled} onPress={() => setAsking(true)}>
        {t('imports:presets.save')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('imports:presets.save')}
        size="small"
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('ui.confirm.cancel')}</Button>
            <Button kind="primary" isDisabled={problem !== null} isPending={isSaving} onPress={() => void save()}>
              {t('imports:presets.saveNow')}
            </Button>
          </>
        }
      >
        <div className={css.form}>
          <TextField
            label={t('imports:presets.name')}
            isRequired
            autoFocus
            maxLength={LONGEST}
            value={name}
            onChange={setName}
            help={t('imports:presets.nameHelp')}
            error={trimmed === '' ? null : problem}
          />
          {isAdmin && now.client !== null && (
            <Checkbox isSelected={forAll} onChange={setForAll}>
              {t('imports:presets.forAll')}
            </Checkbox>
          )}
          {refusal !== null && <Notice kind="bad">{refusal}</Notice>}
        </div>
      </Dialog>
    </>
  )
}
