/** The files that are chosen, each removable. */
import { Button, IconButton } from '../button.tsx'
import { CloseIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import css from './file-picker.module.css'

interface ChosenFilesProps {
  files: readonly File[]
  isMultiple: boolean
  isDisabled: boolean
  size: (bytes: number) => string
  onRemove: (file: File) => void
  onClear: () => void
}

export function ChosenFiles({ files, isMultiple, isDisabled, size, onRemove, onClear }: ChosenFilesProps) {
  const { t } = useUi()
  return (
    <>
      {isMultiple ? (
        <div className={css.head}>
          <span role="status" className={css.count}>
            {t('ui.files.chosen', { count: files.length })}
          </span>
          <Button kind="quiet" size="small" isDisabled={isDisabled} onPress={onClear}>
            {t('ui.files.clear')}
          </Button>
        </div>
      ) : (
        // One file is seen to be one, and has its own button.
        <VisuallyHidden>
          <span role="status">{t('ui.files.chosen', { count: files.length })}</span>
        </VisuallyHidden>
      )}
      <ul className={css.files}>
        {files.map((file) => (
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
              onPress={() => onRemove(file)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
