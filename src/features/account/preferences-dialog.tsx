/** Preferences of a reader in this browser. Every row applies at once. */
import { AutoFilterPreference, Dialog, PreferenceRow, PreferenceSwitch, SegmentedControl, useUi } from '#ui'
import css from './account.module.css'

const THEMES = ['light', 'dark', 'system'] as const
type Theme = (typeof THEMES)[number]

/** How files are written; the decimal sign of the reader's language, or a point. */
interface Files {
  readonly decimal: 'language' | 'point'
  readonly separator: ';' | ',' | '\t'
}
const SIGNS = { semicolon: ';', comma: ',', tab: '\t' } as const
const SEPARATORS = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const

export interface PreferencesDialogProps {
  autoFilter: boolean
  onAutoFilter: (autoFilter: boolean) => void
  theme: Theme
  onTheme: (theme: Theme) => void
  files: Files
  onFiles: (files: Files) => void
  developer: boolean
  onDeveloper: (developer: boolean) => void
  onClose: () => void
}

export function PreferencesDialog({
  autoFilter,
  onAutoFilter,
  theme,
  onTheme,
  files,
  onFiles,
  developer,
  onDeveloper,
  onClose,
}: PreferencesDialogProps) {
  const { t, locale } = useUi()
  const example = new Intl.NumberFormat(locale).format(1.5)
  return (
    <Dialog isOpen onClose={onClose} title={t('account:preferences.title')}>
      <p className={css.here}>{t('account:preferences.here')}</p>
      <AutoFilterPreference isSelected={autoFilter} onChange={onAutoFilter} />
      <PreferenceRow label={t('account:preferences.theme')} help={t('account:preferences.themeHelp')}>
        <SegmentedControl
          size="small"
          label={t('account:preferences.theme')}
          value={theme}
          onChange={onTheme}
          segments={THEMES.map((id) => ({ id, label: t(`app:nav.theme.${id}`) }))}
        />
      </PreferenceRow>
      <PreferenceRow label={t('account:preferences.decimal')} help={t('account:preferences.filesHelp')}>
        <SegmentedControl
          size="small"
          label={t('account:preferences.decimal')}
          value={files.decimal}
          onChange={(decimal) => onFiles({ ...files, decimal })}
          segments={[
            { id: 'language', label: t('account:preferences.decimalLanguage', { example }) },
            { id: 'point', label: t('account:preferences.decimalPoint') },
          ]}
        />
      </PreferenceRow>
      <PreferenceRow label={t('account:preferences.separator')}>
        <SegmentedControl
          size="small"
          label={t('account:preferences.separator')}
          value={SEPARATORS[files.separator]}
          onChange={(id) => onFiles({ ...files, separator: SIGNS[id] })}
          segments={(['semicolon', 'comma', 'tab'] as const).map((id) => ({
            id,
            label: t(`account:preferences.separators.${id}`),
          }))}
        />
      </PreferenceRow>
      <PreferenceSwitch
        label={t('account:preferences.developer')}
        help={t('account:preferences.developerHelp')}
        isSelected={developer}
        onChange={onDeveloper}
      />
    </Dialog>
  )
}
