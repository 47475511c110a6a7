import type { Import } from '#schemas/generated/entities/import.ts'
import { useUi } from '#ui'
import { writeBytes } from '#ui/files/file-rules.ts'
import css from './imports.module.css'

/** The files of an import, as they were sent. */
export function GivenFiles({ now }: { now: Import }) {
  const { locale } = useUi()
  return (
    <ul className={css.given}>
      {now.files.map(({ name, bytes }, at) => (
        // Two folders may hold files of one name.
        <li key={`${at} ${name}`}>
          <span title={name}>{name}</span>
          {bytes > 0 && <span>{writeBytes(bytes, locale)}</span>}
        </li>
      ))}
    </ul>
  )
}
