/** The texts of a bulk mail: one language after the other, and which of them is for everyone else. */
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#i18n'
import { FieldRow, type FormApi, FormSection, Select, SegmentedControl, TextField, useUi } from '#ui'
import { useState } from 'react'
import type { BulkMailValues } from './values.ts'
import css from './bulk-mails.module.css'

const BLANK = { subject: '', text: '' }

export function TextsField({ form }: { form: FormApi<BulkMailValues> }) {
  const { t } = useUi()
  const { texts, first, isSent } = form.values
  const [language, setLanguage] = useState<Language>(first)
  const { error } = form.field('texts')
  const own = texts[language] ?? BLANK
  const write = (part: Partial<typeof BLANK>) => form.set('texts', { ...texts, [language]: { ...own, ...part } })
  const isWritten = (one: Language) =>
    (texts[one]?.subject ?? '').trim() !== '' || (texts[one]?.text ?? '').trim() !== ''
  return (
    <FormSection title={t('noun-bulk-mails:texts')} note={t('noun-bulk-mails:textsNote')}>
      <FieldRow>
        <div className={css.languages}>
          <SegmentedControl
            label={t('noun-bulk-mails:language')}
            segments={LANGUAGES.map((id) => ({ id, label: `${id.toUpperCase()}${isWritten(id) ? ' ✓' : ''}` }))}
            value={language}
            onChange={setLanguage}
          />
        </div>
      </FieldRow>
      <Select
        label={t('noun-bulk-mails:first')}
        help={t('noun-bulk-mails:firstHelp')}
        isDisabled={isSent}
        options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
        value={first}
        onChange={(next) => next !== null && form.set('first', next)}
      />
      <FieldRow>
        <TextField
          label={t('noun-bulk-mails:subject', { language: LANGUAGE_NAMES[language] })}
          maxLength={200}
          isDisabled={isSent}
          value={own.subject}
          onChange={(subject) => write({ subject })}
          error={error}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label={t('noun-bulk-mails:text', { language: LANGUAGE_NAMES[language] })}
          help={t('noun-bulk-mails:textHelp')}
          rows={8}
          maxLength={8000}
          isDisabled={isSent}
          value={own.text}
          onChange={(text) => write({ text })}
        />
      </FieldRow>
    </FormSection>
  )
}
