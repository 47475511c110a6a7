/** An image of a brand: uploaded when it is chosen, kept when the brand is saved. */
import { Button, FilePicker, Skeleton, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import css from './brands.module.css'

export interface ImageFieldProps {
  label: string
  help: string
  value: string | null
  onChange: (url: string | null) => void
  error: string | null
  /** Gives the address of the stored image. Rejects with the sentence to show. */
  upload: (file: File) => Promise<string>
}

/** A little under the server's 512 × 1024, so that every way of writing it is true. */
const MAX_BYTES = 512_000
const KINDS = ['.png', '.jpg', '.jpeg', '.webp']

export function ImageField({ label, help, value, onChange, error, upload }: ImageFieldProps) {
  const { t } = useUi()
  const [state, setState] = useState<{ at: 'ready' | 'sending' } | { at: 'refused'; reason: string }>({ at: 'ready' })
  const take = async ([file]: readonly File[]) => {
    if (file === undefined) return
    setState({ at: 'sending' })
    try {
      onChange(await upload(file))
      setState({ at: 'ready' })
    } catch (cause) {
      setState({ at: 'refused', reason: cause instanceof Error ? cause.message : '' })
    }
  }
  if (value === null) {
    return state.at === 'sending' ? (
      <div aria-busy="true">
        <Skeleton shape="text" count={2} />
      </div>
    ) : (
      <FilePicker
        label={label}
        help={help}
        error={state.at === 'refused' ? state.reason : error}
        value={[]}
        onChange={(files) => void take(files)}
        accept={KINDS}
        maxBytes={MAX_BYTES}
      />
    )
  }
  return (
    <div role="group" aria-label={label} className={css.image}>
      <span className={css.imageLabel}>{label}</span>
      <span className={css.shown}>
        <img src={value} alt={label} />
      </span>
      <span className={css.imageFoot}>
        {error === null ? (
          <span>{help}</span>
        ) : (
          <span className={css.wrong} role="alert">
            {error}
          </span>
        )}
        <Button
          size="small"
          kind="quiet"
          icon={<TrashIcon />}
          aria-label={t('admin:removeName', { name: label })}
          onPress={() => onChange(null)}
        >
          {t('admin:remove')}
        </Button>
      </span>
    </div>
  )
}
