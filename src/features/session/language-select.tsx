import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#i18n'
import { useUi } from '#ui'
import css from './auth-layout.module.css'

/** A native list: it opens as the reader's device does it, and costs nothing. */
export function LanguageSelect({ onChange }: { onChange: (language: Language) => void }) {
  const { t, locale } = useUi()
  return (
    <select
      className={css.language}
      aria-label={t('session:login.language')}
      value={locale}
      onChange={({ target }) => onChange(target.value as Language)}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language} lang={language}>
          {LANGUAGE_NAMES[language]}
        </option>
      ))}
    </select>
  )
}
