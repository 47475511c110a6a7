import { type FormApi, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { type UserValues, waitsForScreen } from './user-values.ts'

export interface SectionProps {
  form: FormApi<UserValues>
}

/** A hint, after the word that the setting changes nothing yet. */
export function useHint() {
  const { t } = useUi()
  const { unbuilt } = useAdmin()
  return (setting: Parameters<typeof waitsForScreen>[0], text: string) =>
    waitsForScreen(setting, unbuilt) ? `${t('admin:flags.noScreen')} · ${text}` : text
}
