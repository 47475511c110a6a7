import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import { Button, confirmAndRun, Dialog, useUi } from '#ui'
import { useState } from 'react'
import { KEYS, useImports } from './imports-frame.tsx'
import css from './imports.module.css'

/** Presets of ours cannot be removed, and only administrators remove those of every client. */
export function PresetManager({ presets, clients }: { presets: readonly ImportPreset[]; clients: readonly Client[] }) {
  const { t } = useUi()
  const { api, say, isAdmin } = useImports()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const own = presets.filter(
    (preset): preset is ImportPreset & { id: number } => preset.id !== null && (isAdmin || preset.client !== null),
  )
  if (own.length === 0 && !isOpen) return null
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const remove = async ({ id, name }: { id: number; name: string }) => {
    await confirmAndRun({
      question: t('imports:presets.removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('imports:presets.remove'),
      errorText: say,
      run: () => api.removePreset(id),
    })
    await queries.invalidateQueries({ queryKey: KEYS.presets })
  }
  return (
    <>
      <Button kind="quiet" size="small" onPress={() => setOpen(true)}>
        {t('imports:presets.manage')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('imports:presets.title')} size="small">
        {own.length === 0 && <p className={css.hint}>{t('imports:presets.none')}</p>}
        <ul className={css.presets}>
          {own.map((preset) => (
            <li key={preset.id}>
              <span>
                <strong>{preset.name}</strong>
                <span>
                  {preset.client === null ? t('imports:presets.everyClient') : (names.get(preset.client) ?? '')}
                </span>
              </span>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('imports:presets.removeName', { name: preset.name })}
                onPress={() => void remove(preset)}
              >
                {t('imports:presets.remove')}
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
