/** A text of the document: a literal, or a key with a text in each language. */
import { useState } from 'react'
import { textKey } from '#engine/core/document/text'
import { LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import { Button, GlobeIcon, useUi } from '#ui'
import { useEditor, useEditorState } from '../../model/use-editor.tsx'
import { freshId, put, putTidy, recordAt, textAt } from '../../model/raw.ts'
import { usesOf } from '../../model/text-uses.ts'
import css from '../panels.module.css'
import { DraftField } from './draft-field.tsx'
import { Place } from './place.tsx'

export interface TextValueProps {
  label: string
  /** Where it is in the document. */
  path: readonly (string | number)[]
  value: string
  /** May be left out. */
  isOptional?: boolean
  /** A key for a text that gets languages. */
  keyHint: string
  most?: number
  lines?: number
}

export function TextValue(props: TextValueProps) {
  return (
    <Place path={props.path}>
      <Written {...props} />
    </Place>
  )
}

function Written({ label, path, value, isOptional = false, keyHint, most = 200, lines }: TextValueProps) {
  const { t, locale } = useUi()
  const editor = useEditor()
  const doc = useEditorState((state) => state.doc)
  const [isOpen, setOpen] = useState(false)
  const key = textKey(value)
  const problem = (text: string, mayBeEmpty: boolean, longest: number) =>
    text === '' && !mayBeEmpty
      ? t('editor-panels:problem.missing')
      : text.length > longest
        ? t('editor-panels:problem.long', { limit: longest })
        : null
  const write = (at: readonly (string | number)[], text: string, mayBeEmpty: boolean, longest: number) => {
    const refused = problem(text, mayBeEmpty, longest)
    if (refused === null)
      editor.change(
        { key: 'text' },
        (draft) => (text === '' ? putTidy(draft, at, undefined) : put(draft, at, text)),
        `text ${at.join('/')}`,
      )
    return refused
  }

  if (key === undefined) {
    const translate = () => {
      const i18n = recordAt(doc, 'i18n')
      const taken = [...new Set(LANGUAGES.flatMap((language) => Object.keys(recordAt(i18n, language))))]
      const fresh = freshId(keyHint, taken)
      editor.change({ key: 'translate' }, (draft) => {
        for (const language of LANGUAGES) put(draft, ['i18n', language, fresh], value === '' ? '…' : value)
        put(draft, path, `t:${fresh}`)
      })
      setOpen(true)
    }
    return (
      <div className={css.stack}>
        <DraftField
          label={label}
          value={value}
          {...(lines !== undefined && { rows: lines })}
          isRequired={!isOptional}
          write={(text) => write(path, text, isOptional, most)}
        />
        <div>
          <Button size="small" kind="quiet" icon={<GlobeIcon size={14} />} onPress={translate}>
            {t('editor-panels:text.translate')}
          </Button>
        </div>
      </div>
    )
  }
  const i18n = recordAt(doc, 'i18n')
  const others = LANGUAGES.filter((language) => language !== locale)
  const missing = LANGUAGES.filter((language) => textAt(recordAt(i18n, language), key) === '')
  const uses = usesOf(doc, value)
  const field = (language: string, name: string) => (
    <DraftField
      key={language}
      label={name}
      value={textAt(recordAt(i18n, language), key)}
      {...(lines !== undefined && { rows: lines })}
      write={(text) => write(['i18n', language, key], text, true, 1000)}
    />
  )
  return (
    <div className={css.stack}>
      {field(locale, `${label} (${LANGUAGE_NAMES[locale as keyof typeof LANGUAGE_NAMES] ?? locale})`)}
      <details className={css.languages} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {missing.length === 0
            ? t('editor-panels:text.languages')
            : t('editor-panels:text.missing', {
                languages: missing.map((language) => LANGUAGE_NAMES[language]).join(', '),
              })}
        </summary>
        <div className={css.foldBody}>
          {others.map((language) => field(language, LANGUAGE_NAMES[language]))}
          {uses > 1 && <p className={css.help}>{t('editor-panels:text.shared', { count: uses, key })}</p>}
        </div>
      </details>
    </div>
  )
}
