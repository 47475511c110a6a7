/** A picture kept in the document itself: chosen from the device, shown small, taken away again. */
import { useState } from 'react'
import { Button, FilePicker, TrashIcon, useUi } from '#ui'
import { Labelled } from '../parts/fold.tsx'
import css from '../panels.module.css'

/** Largest picture as base64, in bytes of the file. */
const bytesIn = (characters: number) => Math.floor(((characters - 40) * 3) / 4)

const dataAddress = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => fail(reader.error ?? new DOMException()))
    reader.readAsDataURL(file)
  })

export function PictureControl({
  label,
  help,
  error,
  value,
  most,
  offer,
}: {
  label: string
  help?: string
  error: string | null
  value: string
  most: number
  offer: (value: string) => string | null
}) {
  const { t } = useUi()
  const [failed, setFailed] = useState(false)
  const take = async (files: readonly File[]) => {
    const [file] = files
    if (file === undefined) return
    try {
      offer(await dataAddress(file))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  if (value === '')
    return (
      <FilePicker
        label={label}
        {...(help !== undefined && { help })}
        error={failed ? t('editor-panels:problem.kind') : error}
        value={[]}
        accept={['image/png', 'image/jpeg', 'image/webp']}
        maxBytes={bytesIn(most)}
        onChange={(files) => void take(files)}
      />
    )
  return (
    <Labelled label={label} help={help} error={error}>
      <div className={css.row}>
        <img src={value} alt="" className={css.picture} />
        <Button size="small" icon={<TrashIcon size={14} />} onPress={() => offer('')}>
          {t('editor-panels:removePicture')}
        </Button>
      </div>
    </Labelled>
  )
}
