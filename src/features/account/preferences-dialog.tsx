/** What a reader prefers in this browser. Every row acts at once. */
import { AutoFilterPreference, Dialog, PreferenceRow, SegmentedControl, useUi } from '#ui'
import css from './account.module.css'

const THEMES = ['light', 'dark', 'system'] as const
type Theme = (typeof THEMES)[number]

export interface PreferencesDialogProps {
  autoFilter: boolean
  onAutoFilter: (autoFilter: boolean) => void
  theme: Theme
  onTheme: (theme: Theme) => void
  onClose: () => void
}

export function PreferencesDialog({ autoFilter, onAutoFilter, theme, onTheme, onClose }: PreferencesDialogProps) {
  const { t } = useUi()
  return (
    <Dialog isOpen onClose={onClose} title={t('account:preferences.title')}>
      <p className={css.here}>{t('account:preferences.here')}</p>
      <AutoFilterPreference isSelected={autoFilter} onChange={onAutoFilter} />
      <PreferenceRow label={t('account:preferences.theme')} help={t('account:preferences.themeHelp')}>
        <SegmentedControl size="small" label={t('account:preferences.theme')} value={theme} onChange={onTheme} segments={THEMES.map((id) => ({ id, label: t(`app:nav.theme.${id}`) }))} />
      </PreferenceRow>
    </Dialog>
  )
}
