/** Files, chosen with a button or dropped: one or several, checked before they are taken, each removable. */
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import type { FieldProps } from '../field.tsx'
import { UploadIcon } from '../icons/index.tsx'
import { PlainFoot, PlainLabel } from '../plain-field.tsx'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { addFiles, type FileRefusal, type FileRules } from './file-rules.ts'
import { fileWords } from './file-words.ts'
import { RefusedFiles } from './refused-files.tsx'
import { useDrop } from './use-drop.ts'
import field from '../field.module.css'
import css from './file-picker.module.css'

export interface FilePickerProps extends FieldProps, Omit<FileRules, 'maxFiles'> {
  value: readonly File[]
  onChange: (files: File[]) => void
  /** Several files; `maxFiles` limits them. */
  isMultiple?: boolean
  maxFiles?: number
}

export function FilePicker({
  label,
  help,
  error,
  isRequired = false,
  isDisabled = false,
  name,
  value,
  onChange,
  isMultiple = false,
  accept = [],
  maxBytes,
  maxFiles,
}: FilePickerProps) {
  const { t, locale } = useUi()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<readonly FileRefusal[]>([])
  const most = isMultiple ? maxFiles : 1

  const take = (added: readonly File[]) => {
    if (isDisabled || added.length === 0) return
    const { files, refused: no } = addFiles(value, added, { accept, maxBytes, maxFiles: most })
    setRefused(no)
    if (files.length !== value.length || files.some((file, at) => file !== value[at])) onChange(files)
  }
  const onInput = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take([...(target.files ?? [])])
    // The same file chosen again is a change only if the field is empty.
    target.value = ''
  }
  const { isOver, ...drop } = useDrop(isDisabled, take)
  const remove = (file: File) => {
    onChange(value.filter((other) => other !== file))
    button.current?.focus()
  }
  const clear = () => {
    setRefused([])
    onChange([])
    button.current?.focus()
  }

  const words = fileWords(t, locale)
  const limits = words.limits({ accept, maxBytes, maxFiles, isMultiple })
  const choose = t(
    isMultiple ? 'ui.files.chooseSome' : value.length > 0 ? 'ui.files.chooseOther' : 'ui.files.chooseOne',
  )

  return (
    <div className={field.field} data-invalid={error ? true : undefined}>
      <PlainLabel id={`${id}-label`} isRequired={isRequired}>
        {label}
      </PlainLabel>
      <div
        className={css.drop}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={
          [limits !== '' && `${id}-limits`, (error || help) && `${id}-foot`].filter(Boolean).join(' ') || undefined
        }
        data-over={isOver || undefined}
        data-disabled={isDisabled || undefined}
        data-invalid={error ? true : undefined}
        {...drop}
      >
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          name={name}
          multiple={isMultiple}
          accept={accept.join(',') || undefined}
          disabled={isDisabled}
          onChange={onInput}
          aria-label={label}
        />
        <div className={css.ask}>
          <span className={css.mark}>
            <UploadIcon size={18} />
          </span>
          <span className={css.words}>
            <span className={css.drag}>
              {t(isOver ? 'ui.files.drop' : isMultiple ? 'ui.files.dragSome' : 'ui.files.dragOne')}
            </span>
            {limits !== '' && (
              <span id={`${id}-limits`} className={css.limits}>
                {limits}
              </span>
            )}
          </span>
          <Button ref={button} size="small" isDisabled={isDisabled} onPress={() => input.current?.click()}>
            {choose}
          </Button>
        </div>
        {value.length > 0 && (
          <ChosenFiles
            files={value}
            isMultiple={isMultiple}
            isDisabled={isDisabled}
            size={words.size}
            onRemove={remove}
            onClear={clear}
          />
        )}
        {value.length === 0 && <VisuallyHidden>{t('ui.files.none')}</VisuallyHidden>}
      </div>
      <RefusedFiles refused={refused} sentenceOf={words.refusal} onClose={() => setRefused([])} />
      <PlainFoot id={`${id}-foot`} help={help} error={error} />
    </div>
  )
}
