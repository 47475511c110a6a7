/** Files, chosen with a button or dropped: one or several, checked before they are taken, each removable. */
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { Notice } from '../feedback.tsx'
import type { FieldProps } from '../field.tsx'
import { CloseIcon, UploadIcon } from '../icons/index.tsx'
import { PlainFoot, PlainLabel } from '../plain-field.tsx'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../small.tsx'
import { addFiles, type FileRefusal, type FileRules, writeBytes } from './file-rules.ts'
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
  const [isOver, setOver] = useState(false)
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
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isDisabled ? 'none' : 'copy'
    setOver(!isDisabled)
  }
  const onLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  const remove = (file: File) => {
    onChange(value.filter((other) => other !== file))
    button.current?.focus()
  }
  const clear = () => {
    setRefused([])
    onChange([])
    button.current?.focus()
  }

  const size = (bytes: number) => writeBytes(bytes, locale)
  const limits = [
    accept.length > 0 ? accept.filter((one) => one.startsWith('.')).join(', ') || accept.join(', ') : null,
    maxBytes === undefined ? null : t('ui.files.upTo', { size: size(maxBytes) }),
    isMultiple && maxFiles !== undefined ? t('ui.files.most', { count: maxFiles }) : null,
  ]
    .filter((one) => one !== null)
    .join(' · ')
  const sentence = (no: FileRefusal) => {
    switch (no.reason) {
      case 'kind':
        return t('ui.files.kind', { name: no.name, accept: no.accept.join(', ') })
      case 'tooLarge':
        return t('ui.files.tooLarge', { name: no.name, size: size(no.bytes), max: size(no.maxBytes) })
      case 'empty':
        return t('ui.files.empty', { name: no.name })
      case 'twice':
        return t('ui.files.twice', { name: no.name })
      case 'tooMany':
        return t('ui.files.tooMany', { name: no.name, count: no.maxFiles })
    }
  }
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
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={onLeave}
        onDrop={onDrop}
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
          <>
            {isMultiple ? (
              <div className={css.head}>
                <span role="status" className={css.count}>
                  {t('ui.files.chosen', { count: value.length })}
                </span>
                <Button kind="quiet" size="small" isDisabled={isDisabled} onPress={clear}>
                  {t('ui.files.clear')}
                </Button>
              </div>
            ) : (
              // One file is seen to be one, and has its own button.
              <VisuallyHidden>
                <span role="status">{t('ui.files.chosen', { count: value.length })}</span>
              </VisuallyHidden>
            )}
            <ul className={css.files}>
              {value.map((file) => (
                <li key={`${file.name} ${file.size} ${file.lastModified}`} className={css.file}>
                  <span className={css.name} title={file.name}>
                    {file.name}
                  </span>
                  <span className={css.size}>{size(file.size)}</span>
                  <IconButton
                    plain
                    size="small"
                    label={t('ui.select.remove', { name: file.name })}
                    icon={<CloseIcon size={14} />}
                    isDisabled={isDisabled}
                    onPress={() => remove(file)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {value.length === 0 && <VisuallyHidden>{t('ui.files.none')}</VisuallyHidden>}
      </div>
      {refused.length > 0 && (
        <Notice kind="warn" onClose={() => setRefused([])}>
          <ul>
            {refused.map((no) => (
              <li key={`${no.name} ${no.reason}`}>{sentence(no)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <PlainFoot id={`${id}-foot`} help={help} error={error} />
    </div>
  )
}
