/** Chooses the language, stores it and says that the page will change (spec 1, "Top navigation"). */
import { isLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import { Button, Dialog, Notice, useUi } from '#ui'
import { useState } from 'react'
import css from './account.module.css'

export interface LanguageDialogProps {
  /** Loads and stores the language; rejects when its texts cannot be had. */
  save: (language: Language) => Promise<void>
  onClose: () => void
}

export function LanguageDialog({ save, onClose }: LanguageDialogProps) {
  const { t, locale } = useUi()
  const [language, setLanguage] = useState<Language>(() => (isLanguage(locale) ? locale : LANGUAGES[0]))
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready')
  const run = () => {
    setState('saving')
    save(language).then(onClose, () => setState('failed'))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('account:language.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('account:cancel')}</Button>
          <Button kind="primary" isPending={state === 'saving'} isDisabled={language === locale} onPress={run}>
            {t('account:language.save')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <fieldset className={css.languages}>
          <legend>{t('account:language.legend')}</legend>
          {LANGUAGES.map((one) => (
            <label key={one} className={css.choice}>
              <input
                type="radio"
                name="language"
                value={one}
                checked={one === language}
                onChange={() => setLanguage(one)}
              />
              <span lang={one}>{LANGUAGE_NAMES[one]}</span>
            </label>
          ))}
        </fieldset>
        {state === 'failed' ? (
          <Notice kind="bad">{t('account:language.failed')}</Notice>
        ) : (
          <Notice>{t('account:language.warning')}</Notice>
        )}
      </div>
    </Dialog>
  )
}
